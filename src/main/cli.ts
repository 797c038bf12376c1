#!/usr/bin/env bun
import { messageOf } from "../domain/message.ts";
import { EXIT, keepNewFilesPrivate, type Terminal } from "./terminal.ts";

const terminal: Terminal = {
  environment: process.env,
  out(text) {
    endWithReader();
    process.stdout.write(text);
  },
  note: (text) => process.stderr.write(text),
};

/** The reader of a pipe may close it early, as `head` does. Loads the library of streams, which takes long. */
function endWithReader(): void {
  if (process.stdout.listenerCount("error") > 0) return;
  process.stdout.on("error", (error: Error & { code?: string }) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

const words = process.argv.slice(2);
try {
  if (words.length === 1 && words[0] === "serve") {
    // A start without options does not load the parser of the command line.
    const { runService } = await import("./run-service.ts");
    keepNewFilesPrivate();
    await runService(terminal);
  } else {
    endWithReader();
    const { runCommand } = await import("./command-line.ts");
    await runCommand(terminal);
  }
} catch (error) {
  // Errors for the user are printed on one line.
  terminal.note(`safety: ${messageOf(error)}\n`);
  process.exitCode =
    error instanceof Error && "exitCode" in error && typeof error.exitCode === "number" ? error.exitCode : EXIT.failed;
}
