/** Parses a CSV file by RFC 4180, independently of the writer. @throws on invalid CSV */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let record: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`no cell at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    const [, quoted, plain = "", end] = found;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\r\n") {
      records.push(record);
      record = [];
    }
  }
  if (record.length > 0) throw new Error("the last record has no end");
  return records;
}
