import type { Command } from "commander";
import { readConfig } from "../../main/config.ts";
import { CommandError, EXIT } from "../../main/exit.ts";

export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description("Let an assistant use the service through the Model Context Protocol on standard input and output")
    .option("--url <address>", "URL of the service (default: BASE_URL, or HOST and PORT)")
    .addHelpText("after", "\nThe API key is read from the environment variable SAFETY_API_KEY.")
    .action(runBridge);
}

/** @throws CommandError before the first message if the URL or key is invalid. */
async function runBridge({ url }: { readonly url?: string }): Promise<void> {
  const baseUrl = url?.replace(/\/+$/, "") ?? readConfig().baseUrl;
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new CommandError(`"${baseUrl}" is not an http:// or https:// URL`, EXIT.usage);
  }
  const apiKey = process.env["SAFETY_API_KEY"];
  if (!apiKey) throw new CommandError("Set SAFETY_API_KEY to an API key (svc_live_… or svc_test_…).", EXIT.usage);
  const { bridgeStdio } = await import("../../mcp/bridge.ts");
  await bridgeStdio({ baseUrl, apiKey, input: process.stdin, output: process.stdout });
}
