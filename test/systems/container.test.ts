import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { isLong } from "../support/load.ts";
import { scratchFolder } from "../support/scratch.ts";

const ROOT = join(import.meta.dir, "../..");
const BUILD_MS = 3_600_000;
const USER = 10_001;
const canBuild =
  ["buildah", "debootstrap", "unshare"].every((tool) => Bun.which(tool) !== null) && process.getuid?.() === 0;

/** Built once and kept here, so that the next run finds its base; by default in a folder of this run. */
const folder = process.env["IMAGE_FOLDER"] ?? scratchFolder("image");

function buildah(...args: readonly string[]): string {
  const place = ["--root", join(folder, "images"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
  const { exitCode, stdout, stderr } = Bun.spawnSync(["buildah", ...place, ...args]);
  if (exitCode !== 0) throw new Error(stderr.toString());
  return stdout.toString().trim();
}

/** The image's files, read-only except for /data, and a process of the image's user in them. */
function inImage(mounted: string, settings: readonly string[], ...command: readonly string[]) {
  const script = [
    'mount --bind "$1" "$1"',
    'mount -t tmpfs -o uid=10001,gid=10001,mode=700 tmpfs "$1/data"',
    'mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc"',
    'mount -o remount,ro,bind "$1"',
    'root=$1; shift; exec chroot --userspec=10001:10001 "$root" /usr/bin/env -i "$@"',
  ].join(" && ");
  return Bun.spawn(["unshare", "--mount", "sh", "-c", script, "sh", mounted, ...settings, ...command], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const imageConfig = (config: unknown) => JSON.parse(JSON.stringify(config));

if (isLong && canBuild) {
  test(
    "the image builds, and runs read-only as its user: it serves, passes its own health check, and ends on SIGTERM",
    async () => {
      mkdirSync(folder, { recursive: true });
      const build = Bun.spawn(["sh", join(ROOT, "scripts/build-image.sh"), folder], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const image = (await new Response(build.stdout).text()).trim();
      expect(await build.exited).toBe(0);
      const { Docker } = imageConfig(JSON.parse(buildah("inspect", "--type", "image", image)));
      expect(Docker.config).toMatchObject({
        User: `${USER}:${USER}`,
        Healthcheck: { Test: ["CMD", "/usr/local/bin/safety", "health"] },
        Labels: { "org.opencontainers.image.title": "Safety Statistics Service" },
      });

      const container = buildah("from", image);
      const mounted = buildah("mount", container);
      const settings = ["HOST=127.0.0.1", `PORT=${await freePort()}`, "DATABASE_URL=sqlite:/data/safety.sqlite"];
      const service = inImage(mounted, settings, "/usr/local/bin/safety", "serve");
      const reader = service.stdout.getReader();
      const greeting = new TextDecoder().decode((await reader.read()).value);
      const url = /http:\S+/.exec(greeting)?.[0] ?? "";
      const key = /svc_test_\w+/.exec(greeting)?.[0] ?? "";
      const answer = await fetch(`${url}/v1/safety/Irvine`, { headers: { "X-API-Key": key } });
      expect([answer.status, await answer.json()]).toMatchObject([200, { found: true }]);
      expect((await fetch(`${url}/sign-up`)).status).toBe(200);
      expect(await inImage(mounted, settings, ...Docker.config.Healthcheck.Test.slice(1)).exited).toBe(0);
      expect(await inImage(mounted, settings, "/usr/bin/touch", "/usr/local/bin/other").exited).not.toBe(0);
      service.kill("SIGTERM");
      expect(await service.exited).toBe(0);
      expect(await inImage(mounted, settings, ...Docker.config.Healthcheck.Test.slice(1)).exited).toBe(1);
      buildah("rm", container);
    },
    BUILD_MS,
  );
}

test("the script that builds the image is valid shell", () => {
  const { exitCode, stderr } = Bun.spawnSync(["sh", "-n", join(ROOT, "scripts/build-image.sh")]);
  expect([exitCode, stderr.toString()]).toEqual([0, ""]);
});
