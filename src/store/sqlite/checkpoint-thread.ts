// The code of the thread that `Checkpoints` starts. The first message is the path of the store, the second one ends it.
import { messageOf } from "../../domain/message.ts";
import { isBusy } from "./busy.ts";
import { openDatabase } from "./database.ts";

/** The thread itself, seen from inside. */
declare const self: Worker;

/** Writing fewer pages would take the disk as long, and many of them change again at once. */
const MIN_PAGES = 250;
const MIN_WAIT_MS = 10;
/** How often to check an idle store. A check takes a microsecond. */
const MAX_WAIT_MS = 1_000;

/** How many pages the log has, and how many of them are already in the file. Both are -1 if the store is locked. */
interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}

self.onmessage = ({ data }: MessageEvent<string>) => {
  const end = startCheckpoints(data);
  self.onmessage = () => {
    end();
    self.onmessage = null;
  };
};

/**
 * Copies when there is enough to copy. After a copy it checks again soon; after finding too little it doubles the wait.
 */
function startCheckpoints(path: string): () => void {
  const database = openDatabase(path, "NORMAL", 0);
  const look = database.prepare<LogState, []>("PRAGMA wal_checkpoint(NOOP)");
  // A passive checkpoint neither waits for other connections nor blocks them.
  const copy = database.prepare<LogState, []>("PRAGMA wal_checkpoint(PASSIVE)");
  let waitMs = MIN_WAIT_MS;
  let timer = setTimeout(turn, waitMs);

  function turn(): void {
    let hasCopied = false;
    try {
      const state = look.get();
      if (state !== null && state.log - state.checkpointed >= MIN_PAGES) {
        copy.get();
        hasCopied = true;
      }
    } catch (error) {
      if (!isBusy(error)) self.postMessage(messageOf(error));
    }
    waitMs = hasCopied ? MIN_WAIT_MS : Math.min(2 * waitMs, MAX_WAIT_MS);
    timer = setTimeout(turn, waitMs);
  }

  return () => {
    clearTimeout(timer);
    look.finalize();
    copy.finalize();
    database.close();
  };
}
