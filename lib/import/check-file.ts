import type { ImportKind, Mapping, Unit } from "./columns.ts";
import { readRows, type Shape } from "./read-file.ts";
import { createSheet, type Sheet } from "./sheet.ts";

type Check = {
  file: Blob;
  shape: Shape;
  plan: { kind: ImportKind; mapping: Mapping; unit: Unit; now: Date };
  /** Called after each piece with what is there so far; others may work before it resolves. */
  onProgress?: (sheet: Sheet, readBytes: number) => Promise<void> | void;
};

/**
 * Reads a whole file and judges every row by the service's rules; where its bytes are not UTF-8 after all, once more as
 * Windows-1252. Returns the rows and the shape that held. @throws {FileProblem}
 */
export async function checkFile({ file, shape, plan, onProgress }: Check): Promise<{ sheet: Sheet; shape: Shape }> {
  try {
    const sheet = sheetFor(shape, plan);
    await readRows(file, shape, { onRow: sheet.add, onPiece: (bytes) => onProgress?.(sheet, bytes) });
    return { sheet, shape };
  } catch (error) {
    if (!(error instanceof TypeError) || shape.encoding !== "utf-8") throw error;
    return checkFile({
      file,
      shape: { ...shape, encoding: "windows-1252" },
      plan,
      ...(onProgress && { onProgress }),
    });
  }
}

function sheetFor({ header }: Shape, { kind, mapping, unit, now }: Check["plan"]): Sheet {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos" }).format(now);
  return createSheet({ kind, header, mapping, unit, today });
}
