/** A copy that threads share: a message has its place in memory instead of its bytes. */
export function sharedBytes(bytes: Uint8Array): Buffer {
  const shared = Buffer.from(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** The same bytes, as a message has them, with the methods of a buffer. */
export function bufferOver({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
