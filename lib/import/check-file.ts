import type { Bank } from "../../contract/payout-records.ts";
import { readRows, type Shape } from "./csv/read-file.ts";
import type { Decimal, ImportKind, Mapping, Unit } from "./rows/columns.ts";
import { createSheet, type Sheet } from "./rows/sheet.ts";

type Check = {
  file: Blob;
  shape: Shape;
  plan: {
    kind: ImportKind;
    mapping: Mapping;
    unit: Unit;
    decimal?: Decimal;
    banks?: readonly Bank[];
    now: Date;
  };
  /** Called after each chunk with the rows so far; the next chunk is read when it resolves. */
  onProgress?: (sheet: Sheet, readBytes: number) => Promise<void> | void;
};

/**
 * Reads a whole file and checks every row by the service's rules. If the bytes turn out not to be UTF-8, the file is read again as
 * Windows-1252. Returns the rows and the shape that was used. @throws {FileProblem}
 */
export async function checkFile({ file, shape, plan, onProgress }: Check): Promise<{ sheet: Sheet; shape: Shape }> {
  try {
    const sheet = sheetFor(shape, plan);
    await readRows(file, shape, { onRow: sheet.add, onChunk: (bytes) => onProgress?.(sheet, bytes) });
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

function sheetFor({ header }: Shape, { kind, mapping, unit, decimal, banks = [], now }: Check["plan"]): Sheet {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos" }).format(now);
  return createSheet({ kind, header, mapping, unit, decimal, banks, today });
}
