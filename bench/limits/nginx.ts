import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes nginx's configuration for a constant JSON answer from one worker, and returns the command that runs it. */
export function nginxCommand(folder: string, port: number, body: string): readonly string[] {
  const path = join(folder, "nginx.conf");
  writeFileSync(
    path,
    `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events { worker_connections 2048; }
http {
  access_log off;
  keepalive_requests 1000000000;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/nginx-${kind};`).join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    default_type application/json;
    location / { return 200 '${body}'; }
  }
}
`,
  );
  return ["nginx", "-c", path];
}
