import { readFile } from "node:fs/promises";
import { z } from "zod";
import { messageOf } from "../../base/error-text.ts";
import { type FetchFailure, fetchFailure } from "../../base/fetch-failure.ts";
import { DatasetError, fail } from "../fault.ts";
import type { Publication } from "./publication.ts";

/** No file of the publishers has a tenth of it. */
export const MOST_BYTES = 128 * 2 ** 20;
const MOST_REDIRECTS = 3;
/** Where the FBI's signed addresses lead. */
const STORAGE = /\.amazonaws\.com$/;

export interface FetchOptions {
  /** Replaces the start of each address: `https://host/path` is read at `{from}/host/path`. */
  readonly from: string | null;
  /** How long nothing may come. */
  readonly idleMs?: number;
  readonly wholeMs?: number;
}

/**
 * The bytes at a publisher's address, or of the file that a person got. Errors name the file and the address, never a signature.
 * @throws DatasetError
 */
export async function fetchFile(
  publication: Publication,
  { from, idleMs = 60_000, wholeMs = 600_000 }: FetchOptions,
): Promise<Uint8Array> {
  const { file, address, isSigned, isLocal } = publication;
  const refuse = (reason: string) => fail({ file }, `${reason} (${address})`);
  if (isLocal) return aFile(await readFile(address).catch((error: unknown) => refuse(messageOf(error))), refuse);
  const { host, pathname, search } = new URL(address);
  const first = from === null ? new URL(address) : new URL(`${from.replace(/\/+$/, "")}/${host}${pathname}${search}`);
  const bodyAt = (at: URL) => bodyOf(at, { refuse, idleMs, wholeMs });
  const bytes = await bodyAt(first);
  if (!isSigned) return bytes;
  const signed = signedAddress(bytes, refuse);
  const isTrusted = signed.origin === first.origin || (signed.protocol === "https:" && STORAGE.test(signed.hostname));
  return isTrusted ? await bodyAt(signed) : refuse(`the signed address leads to another host, ${signed.host}`);
}

type Refuse = (reason: string) => never;

/** The FBI answers `{"key": "address"}`, and without the key for a file that it does not have. */
function signedAddress(bytes: Uint8Array, refuse: Refuse): URL {
  const answer = z.record(z.string(), z.url()).safeParse(parsed(bytes));
  if (!answer.success) return refuse("the answer has no signed address");
  const [signed] = Object.values(answer.data);
  return signed === undefined ? refuse("the publisher does not have the file, or moved it") : new URL(signed);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

interface Limits {
  readonly refuse: Refuse;
  readonly idleMs: number;
  readonly wholeMs: number;
}

async function bodyOf(address: URL, { refuse, idleMs, wholeMs }: Limits): Promise<Uint8Array> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), idleMs);
  const signal = AbortSignal.any([silence.signal, AbortSignal.timeout(wholeMs)]);
  let size = 0;
  const refuseFor = (error: unknown) => {
    const after = size === 0 ? "" : ` after ${size} bytes`;
    if (silence.signal.aborted) refuse(`the publisher sent nothing for ${idleMs / 1_000} s${after}; try again later`);
    if (signal.aborted) refuse(`the download took more than ${wholeMs / 1_000} s, and ended${after}; try again later`);
    return refuse(`${FAILURES[fetchFailure(error)]}${after}`);
  };
  try {
    const response = await answerOf(address, signal, refuse);
    // The length of a coded body is that of its code, which says by itself where it ends.
    const announced = response.headers.has("content-encoding") ? null : response.headers.get("content-length");
    const tooLarge = () => refuse(`the file has more than ${MOST_BYTES / 2 ** 20} MB`);
    if (Number(announced) > MOST_BYTES) tooLarge();
    const parts: Uint8Array[] = [];
    for await (const part of response.body ?? []) {
      timer.refresh();
      size += part.byteLength;
      if (size > MOST_BYTES) tooLarge();
      parts.push(part);
    }
    if (announced !== null && size !== Number(announced))
      refuse(`the download is truncated: ${size} of ${announced} bytes`);
    return aFile(Buffer.concat(parts), refuse);
  } catch (error) {
    if (error instanceof DatasetError) throw error;
    return refuseFor(error);
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

const FAILURES: Readonly<Record<FetchFailure, string>> = {
  certificate: "the certificate of the publisher's server is not valid",
  refused: "the publisher's server refuses connections",
  name: "the name of the publisher's server cannot be resolved; check the connection to the Internet",
  closed: "the download broke off: the connection was closed",
  protocol: "the publisher's server does not speak TLS",
  coding: "the download broke off: its compression is damaged",
  other: "the download failed",
};

function aFile(bytes: Buffer, refuse: Refuse): Uint8Array {
  if (bytes.length === 0) refuse("the file is empty");
  // None of the publishers' files begins so, not with a byte-order mark either.
  if (/^(ï»¿)?\s*</.test(bytes.subarray(0, 200).toString("latin1")))
    refuse("there is an HTML page in place of the file");
  return bytes;
}

/** Follows redirects on one host; another host is a move that a person must look at. */
async function answerOf(address: URL, signal: AbortSignal, refuse: Refuse): Promise<Response> {
  let at = address;
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    // Without a coding, so that the announced length is that of the file.
    const headers = { "accept-encoding": "identity" };
    const response = await fetch(at, { redirect: "manual", headers, signal });
    const { status } = response;
    const location = response.headers.get("location");
    if (status < 300 || status > 399 || location === null) {
      if (status === 200) return response;
      return refuse(`the publisher answers with status ${status}${meaningOf(status)}`);
    }
    const next = URL.parse(location, at.href) ?? refuse("the publisher moved the file to an address that is not valid");
    if (next.origin !== at.origin) refuse(`the publisher moved the file to ${next.origin}${next.pathname}`);
    at = next;
  }
  return refuse(`there are more than ${MOST_REDIRECTS} redirects`);
}

function meaningOf(status: number): string {
  if (status === 404 || status === 410) return ": it is not published yet, or it moved";
  return status === 429 || status >= 500 ? "; try again later" : "";
}
