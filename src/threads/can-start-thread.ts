import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/** A thread opens a few files when it starts, and connections may take some at the same time. */
const NEEDED = 64;

/** The runtime ends the whole process if a starting thread finds no free file descriptor. */
export function canStartThread(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < NEEDED) opened.push(openSync(devNull, "r"));
    return true;
  } catch {
    return false;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
