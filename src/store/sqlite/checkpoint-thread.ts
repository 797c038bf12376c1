// Runs in the worker thread of `Checkpoints`.
import { Database } from "bun:sqlite";
import { answerTasks } from "../../base/answer-tasks.ts";

answerTasks((path: string): null => {
  using database = new Database(path, { create: false, readwrite: true });
  database.run("PRAGMA synchronous = NORMAL");
  // Waits for nobody, and nobody waits for it.
  database.query("PRAGMA wal_checkpoint(PASSIVE)").get();
  return null;
});
