import { messageOf } from "../base/error-text.ts";
import { misspelledSettings } from "../main/config.ts";
import { EXIT, endWithReader, note } from "../main/exit.ts";
import { keepNewFilesPrivate } from "./terminal.ts";

/** Runs the program with the words of its command line. Returns its exit code, and prints an error on one line. */
export async function runProgram(words: readonly string[]): Promise<number> {
  try {
    const misspelled = misspelledSettings(process.env);
    if (misspelled.length > 0) note(`The environment has names that are not settings: ${misspelled.join(", ")}\n`);
    if (words.length === 1 && words[0] === "serve") {
      // A start without options does not load the parser of the command line.
      const { runService } = await import("../main/run-service.ts");
      keepNewFilesPrivate();
      await runService();
      return 0;
    }
    endWithReader();
    const { runCommand } = await import("./command-line.ts");
    return await runCommand(words);
  } catch (error) {
    note(`safety: ${messageOf(error)}\n`);
    return error instanceof Error && "exitCode" in error && typeof error.exitCode === "number"
      ? error.exitCode
      : EXIT.failed;
  }
}
