import { createHmac } from "node:crypto";

const STEP_MS = 30_000;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that an authenticator app shows for an `otpauth://` address (RFC 6238), `steps` of 30 s from now. */
export function timeCode(uri: string, steps = 0): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const mac = createHmac("sha1", base32Bytes(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, "0");
}

/** Codes that the app does not show within ten minutes of now. */
export function wrongCodes(uri: string, count: number): readonly string[] {
  const near = new Set(Array.from({ length: 41 }, (_, index) => timeCode(uri, index - 20)));
  const candidates = Array.from({ length: count + near.size }, (_, number) => String(number).padStart(6, "0"));
  return candidates.filter((code) => !near.has(code)).slice(0, count);
}

function base32Bytes(text: string): Buffer {
  const bits = [...text.replaceAll("=", "")]
    .map((character) => BASE32.indexOf(character).toString(2).padStart(5, "0"))
    .join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
