import { CSV_ROW_CELLS, withoutFormulaGuard } from "../../../contract/csv-line.ts";
import { createCsvReader } from "./csv-reader.ts";
import { type Delimiter, guessDelimiter, headerOf } from "./delimiter.ts";
import { type Encoding, guessEncoding, textOf } from "./encoding.ts";
import { FileProblem } from "./file-problem.ts";
import { texts } from "./texts.ts";

/** How a file is encoded. */
export type Shape = { encoding: Encoding; delimiter: Delimiter; header: string[] };

const HEAD_BYTES = 256 * 1024;
const COLUMNS_MAX = 100;

/** Files that people choose by mistake, by their first bytes. */
const BINARY_KINDS = [
  { start: [0x50, 0x4b, 3, 4], text: texts.thisIsAWorkbook },
  { start: [0xd0, 0xcf, 0x11, 0xe0], text: texts.thisIsAnOld },
  { start: [0x25, 0x50, 0x44, 0x46], text: texts.thisIsAPdf },
  { start: [0x89, 0x50, 0x4e, 0x47], text: texts.thisIsAnImage },
  { start: [0xff, 0xd8, 0xff], text: texts.thisIsAnImage },
  { start: [0x47, 0x49, 0x46, 0x38], text: texts.thisIsAnImage },
  { start: [0x52, 0x49, 0x46, 0x46], text: texts.thisIsAnImage },
  { start: [0x1f, 0x8b], text: texts.thisIsAnArchive },
  { start: [0x52, 0x61, 0x72, 0x21], text: texts.thisIsAnArchive },
] as const;

/** Reads the encoding, the delimiter and the header from the start of a file. @throws {FileProblem} if it is not CSV */
export async function readShape(file: Blob): Promise<Shape> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const kind = BINARY_KINDS.find(({ start }) => start.every((byte, index) => head[index] === byte));
  if (kind) throw new FileProblem(texts.kindTextSaveThe(kind.text));
  const encoding = guessEncoding(head);
  if (encoding === "utf-8" && isBinary(head)) throw new FileProblem(texts.kindTextSaveThe(texts.theFileIsNot));
  for (const one of encoding === "utf-8" ? (["utf-8", "windows-1252"] as const) : [encoding]) {
    try {
      const text = new TextDecoder(one, { fatal: true }).decode(head, { stream: true });
      return shapeOf(one, text);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new FileProblem(texts.theFileIsNot);
}

/** Whether so many bytes are control characters that no text has them; a few are a problem of their cells. */
function isBinary(head: Uint8Array): boolean {
  const controls = head.reduce(
    (count, byte) => (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 ? count + 1 : count),
    0,
  );
  return controls > 8 && controls > head.length / 50;
}

function shapeOf(encoding: Encoding, text: string): Shape {
  const delimiter = guessDelimiter(text);
  const header = headerOf(text, delimiter).map((name) => withoutFormulaGuard(name).trim());
  if (header.length === 0) throw new FileProblem(texts.theFileIsEmpty);
  if (header.length > COLUMNS_MAX) throw new FileProblem(texts.theFileHasMore(COLUMNS_MAX));
  return { encoding, delimiter, header };
}

/**
 * Passes every row after the header to `onRow`, in file order. `onChunk` gets the number of bytes read after each chunk, and the
 * next chunk waits for it. @throws {FileProblem} for malformed quotes, a row that is too long or no rows @throws {TypeError} if the file is not UTF-8 after all
 */
export async function readRows(
  file: Blob,
  { encoding, delimiter }: Shape,
  { onRow, onChunk }: { onRow: (record: string[]) => void; onChunk: (bytes: number) => Promise<void> | void },
): Promise<void> {
  let records = 0;
  const reader = createCsvReader(delimiter, (cells, line) => {
    records += 1;
    if (records === 1) return;
    if (cells.length > CSV_ROW_CELLS) {
      throw new FileProblem(texts.aRowHasMoreThan(CSV_ROW_CELLS, line));
    }
    // Few cells have the guard, so the record is changed in place instead of copied.
    for (const [index, cell] of cells.entries())
      if (cell.charCodeAt(0) === 39) cells[index] = withoutFormulaGuard(cell);
    onRow(cells);
  });
  for await (const { text, bytes } of textOf(file, encoding)) {
    reader.push(text);
    await onChunk(bytes);
  }
  reader.end();
  if (records < 2) throw new FileProblem(texts.theFileHasA);
}
