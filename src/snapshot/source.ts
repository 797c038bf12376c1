import type { Snapshot, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";

/** All of a snapshot but its places, which are nearly all of its size. */
export type SnapshotHead = Omit<Snapshot, "cities" | "counties">;

/** A snapshot whose places can be read one at a time, so that not all of them must be in memory. */
export interface SnapshotSource {
  readonly head: SnapshotHead;
  cities(): Iterable<SnapshotCity>;
  counties(): Iterable<SnapshotCounty>;
  /**
   * A function that returns the whole snapshot after this source is freed. If the source is a text, the function keeps
   * it, compressed if it is long, and parses it with each call.
   */
  keepWhole(): () => Snapshot;
}

/** The source of a snapshot that is in memory. */
export function sourceOf(snapshot: Snapshot): SnapshotSource {
  return {
    head: snapshot,
    cities: () => snapshot.cities,
    counties: () => snapshot.counties,
    keepWhole: () => () => snapshot,
  };
}

/**
 * The source of a snapshot in the canonical text of its file, which has one city or county per line. The bytes take a
 * fraction of the memory of the parsed places. @throws SyntaxError here or while places are read, if a part is not JSON
 */
export function sourceOfText(bytes: Uint8Array): SnapshotSource {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cities = linesOf(text, "cities", 0);
  const counties = linesOf(text, "counties", cities.end);
  const pieces = [
    text.subarray(0, cities.start),
    text.subarray(cities.end, counties.start),
    text.subarray(counties.end),
  ];
  const head: SnapshotHead = JSON.parse(Buffer.concat(pieces).toString());
  return {
    head,
    cities: () => elementsOf<SnapshotCity>(text, cities),
    counties: () => elementsOf<SnapshotCounty>(text, counties),
    keepWhole: () => wholeOf(keptText(text)),
  };
}

/** Reads all places. */
export function readWhole({ head, cities, counties }: Pick<SnapshotSource, "head" | "cities" | "counties">): Snapshot {
  return { ...head, cities: [...cities()], counties: [...counties()] };
}

/** Refers only to what is kept. */
function wholeOf(kept: () => Buffer): () => Snapshot {
  return () => readWhole(sourceOfText(kept()));
}

/** For a shorter text, the memory that compression saves is not worth the slower start. */
const LONG_BYTES = 4 * 2 ** 20;

/** A function that returns the text. Nothing refers to a long text then, so that its memory is freed. */
function keptText(text: Buffer): () => Buffer {
  return text.length < LONG_BYTES ? () => text : decompressed(Bun.zstdCompressSync(text));
}

function decompressed(compressed: Uint8Array): () => Buffer {
  return () => Bun.zstdDecompressSync(compressed);
}

/** A range of bytes from `start` to before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const LINE_FEED = 0x0a;
const COMMA = 0x2c;

/** The lines of a list's elements, which is after `from`. An empty list has none. */
function linesOf(text: Buffer, list: "cities" | "counties", from: number): Span {
  const opening = `\n"${list}":[\n`;
  const found = text.indexOf(opening, from);
  if (found === -1) return { start: from, end: from };
  const start = found + opening.length;
  const end = text.indexOf("\n]", start);
  return { start, end: end === -1 ? text.length : end };
}

/** Trusts the file: its hash is checked before it is used, and the schema checked what was sealed. */
function* elementsOf<Place>(text: Buffer, { start, end }: Span): Iterable<Place> {
  for (let at = start; at < end; ) {
    const feed = text.indexOf(LINE_FEED, at);
    const next = feed === -1 || feed > end ? end : feed;
    yield JSON.parse(text.toString("utf8", at, text[next - 1] === COMMA ? next - 1 : next));
    at = next + 1;
  }
}
