import { readFile } from "node:fs/promises";
import { z } from "zod";
import { messageOf } from "../../base/error-text.ts";
import { fail } from "../fault.ts";
import type { Publication } from "./publication.ts";

/** No file of the publishers has a tenth of it. */
export const MOST_BYTES = 128 * 2 ** 20;
const TIME_LIMIT_MS = 300_000;
const MOST_REDIRECTS = 3;
/** Where the FBI's signed addresses lead. */
const STORAGE = /\.amazonaws\.com$/;

/**
 * The bytes at a publisher's address, or of the file that a person got. Errors name the file and the address, never a signature.
 * @param from replaces the start of each address: `https://host/path` is read at `{from}/host/path`
 * @throws DatasetError
 */
export async function fetchFile(publication: Publication, from: string | null): Promise<Uint8Array> {
  const { file, address, isSigned, isLocal } = publication;
  const refuse = (reason: string) => fail({ file }, `${reason} (${address})`);
  if (isLocal) return noPage(await readFile(address).catch((error: unknown) => refuse(messageOf(error))), refuse);
  const { host, pathname, search } = new URL(address);
  const first = from === null ? new URL(address) : new URL(`${from.replace(/\/+$/, "")}/${host}${pathname}${search}`);
  const bytes = await bodyOf(first, refuse);
  if (!isSigned) return bytes;
  const signed = signedAddress(bytes, refuse);
  const isTrusted = signed.origin === first.origin || (signed.protocol === "https:" && STORAGE.test(signed.hostname));
  return isTrusted ? await bodyOf(signed, refuse) : refuse(`the signed address leads to another host, ${signed.host}`);
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

async function bodyOf(address: URL, refuse: Refuse): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const response = await answerOf(address, signal, refuse);
  const announced = response.headers.get("content-length");
  const tooLarge = () => refuse(`the file has more than ${MOST_BYTES / 2 ** 20} MB`);
  if (Number(announced) > MOST_BYTES) tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > MOST_BYTES) break;
      parts.push(part);
    }
  } catch (error) {
    refuse(`the download broke off after ${size} bytes: ${messageOf(error)}`);
  }
  if (size > MOST_BYTES) tooLarge();
  if (announced !== null && size !== Number(announced))
    refuse(`the download is truncated: ${size} of ${announced} bytes`);
  return noPage(Buffer.concat(parts), refuse);
}

function noPage(bytes: Buffer, refuse: Refuse): Uint8Array {
  if (/^\s*<(!doctype|html)/i.test(bytes.subarray(0, 200).toString("latin1").replace(/^ï»¿/, "")))
    refuse("there is an HTML page in place of the file");
  return bytes;
}

/** Follows redirects on one host; another host is a move that a person must look at. */
async function answerOf(address: URL, signal: AbortSignal, refuse: Refuse): Promise<Response> {
  let at = address;
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    // Without a coding, so that the announced length is that of the file.
    const headers = { "accept-encoding": "identity" };
    const response = await fetch(at, { redirect: "manual", headers, signal }).catch((error: unknown) =>
      refuse(`the file cannot be downloaded: ${messageOf(error)}`),
    );
    const { status } = response;
    const location = response.headers.get("location");
    if (status < 300 || status > 399 || location === null) {
      if (response.ok) return response;
      const meaning = status === 404 || status === 410 ? ": it is not published yet, or it moved" : "";
      return refuse(`the publisher answers with status ${status}${meaning}`);
    }
    const next = new URL(location, at);
    if (next.origin !== at.origin) refuse(`the publisher moved the file to ${next.origin}${next.pathname}`);
    at = next;
  }
  return refuse(`there are more than ${MOST_REDIRECTS} redirects`);
}
