import { afterAll } from "bun:test";

/** What reading text costs. Time is not counted: it would depend on the machine. */
export interface Work {
  /** Units of strings that were normalized. */
  readonly normalized: number;
  /** Units of the longest string whose case or form was changed. */
  readonly longest: number;
  /** Units of strings that regular expressions were applied to. */
  readonly matched: number;
  /** Calls of decoders that threw. */
  readonly thrown: number;
}

const NONE: Work = { normalized: 0, longest: 0, matched: 0, thrown: 0 };
const work = { ...NONE };

/** The work of this process while `run` runs. The first call in a file begins to count, until the file ends. */
export async function workOf(run: () => unknown): Promise<Work> {
  start();
  Object.assign(work, NONE);
  await run();
  return { ...work };
}

let isCounting = false;
let depth = 0;

function start(): void {
  if (isCounting) return;
  isCounting = true;
  const { normalize, toLowerCase, toUpperCase } = String.prototype;
  Object.assign(String.prototype, {
    normalize(this: string, form?: string) {
      work.normalized += this.length;
      work.longest = Math.max(work.longest, this.length);
      return normalize.call(this, form);
    },
    toLowerCase(this: string) {
      work.longest = Math.max(work.longest, this.length);
      return toLowerCase.call(this);
    },
    toUpperCase(this: string) {
      work.longest = Math.max(work.longest, this.length);
      return toUpperCase.call(this);
    },
  });
  const decoders = { decodeURI, decodeURIComponent };
  Object.assign(globalThis, { decodeURI: counted(decodeURI), decodeURIComponent: counted(decodeURIComponent) });
  const methods = ["exec", "test", Symbol.replace, Symbol.split, Symbol.match, Symbol.search] as const;
  const own = methods.map((name) => [name, Object.getOwnPropertyDescriptor(RegExp.prototype, name)] as const);
  for (const [name, descriptor] of own) {
    const method: unknown = descriptor?.value;
    if (typeof method !== "function") continue;
    Object.defineProperty(RegExp.prototype, name, {
      ...descriptor,
      value(this: RegExp, text: unknown, ...others: unknown[]) {
        // A replacement calls `exec` for each match.
        if (depth === 0) work.matched += String(text).length;
        depth++;
        try {
          return Reflect.apply(method, this, [text, ...others]);
        } finally {
          depth--;
        }
      },
    });
  }
  afterAll(() => {
    isCounting = false;
    Object.assign(String.prototype, { normalize, toLowerCase, toUpperCase });
    Object.assign(globalThis, decoders);
    for (const [name, descriptor] of own) Object.defineProperty(RegExp.prototype, name, descriptor ?? {});
  });
}

function counted(decode: (text: string) => string): (text: string) => string {
  return (text) => {
    try {
      return decode(text);
    } catch (error) {
      work.thrown += 1;
      throw error;
    }
  };
}
