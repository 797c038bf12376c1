/** A table of dBASE III in UTF-8, as the Census Bureau writes it: areas are numbers, and all else is text. */
export function dbfFile([header = [], ...rows]: readonly (readonly string[])[]): Uint8Array {
  const fields = header.map((name, index) => {
    const values = rows.map((row) => Buffer.from(row[index] ?? ""));
    const isNumber = /^A(LAND|WATER)$/.test(name);
    return { name, isNumber, length: Math.max(1, ...values.map((value) => value.length)) };
  });
  const head = Buffer.alloc(32 + 32 * fields.length + 1);
  head[0] = 3;
  head.writeUInt32LE(rows.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + fields.reduce((sum, { length }) => sum + length, 0), 10);
  for (const [index, { name, isNumber, length }] of fields.entries()) {
    const at = 32 + 32 * index;
    head.write(name, at, "latin1");
    head.write(isNumber ? "N" : "C", at + 11, "latin1");
    head[at + 16] = length;
  }
  head[head.length - 1] = 0x0d;
  const records = rows.map((row) => {
    const cells = fields.map(({ isNumber, length }, index) => {
      const bytes = Buffer.from(row[index] ?? "");
      const blank = Buffer.alloc(length - bytes.length, " ");
      return Buffer.concat(isNumber ? [blank, bytes] : [bytes, blank]);
    });
    return Buffer.concat([Buffer.from(" "), ...cells]);
  });
  return Buffer.concat([head, ...records, Buffer.from([0x1a])]);
}
