#!/usr/bin/env bun
import { messageOf } from "../domain/message.ts";
import { misspelledSettings } from "./config.ts";
import { EXIT, endWithReader, keepNewFilesPrivate, note } from "./terminal.ts";

const words = process.argv.slice(2);
try {
  const misspelled = misspelledSettings(process.env);
  if (misspelled.length > 0) note(`The environment has names that are not settings: ${misspelled.join(", ")}\n`);
  if (words.length === 1 && words[0] === "serve") {
    // A start without options does not load the parser of the command line.
    const { runService } = await import("./run-service.ts");
    keepNewFilesPrivate();
    await runService();
  } else {
    endWithReader();
    const { runCommand } = await import("./command-line.ts");
    await runCommand();
  }
} catch (error) {
  // Errors for the user are printed on one line.
  note(`safety: ${messageOf(error)}\n`);
  process.exitCode =
    error instanceof Error && "exitCode" in error && typeof error.exitCode === "number" ? error.exitCode : EXIT.failed;
}
