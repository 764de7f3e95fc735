import { SEALED_NUMBER } from "../../../../contract/customer-row.ts";
import type { Secrets } from "../../../providers/secrets.ts";
import { normalisePhoneNumber } from "../../phone-number.ts";

const CELLS = "wallet_import_rows.cells_sealed";
type RowPlace = { importId: string; row: number };

/** Seals a row's cells for storage, because they include BVN and NIN. */
export function sealCells(secrets: Secrets, cells: readonly string[], { importId, row }: RowPlace): Buffer {
  return secrets.seal(JSON.stringify(cells), CELLS, `${importId} ${row}`);
}

/** Opens a row's cells as they were received. */
export function openCells(secrets: Secrets, sealed: Buffer, { importId, row }: RowPlace): string[] {
  return JSON.parse(secrets.open(sealed, CELLS, `${importId} ${row}`));
}

/** Seals BVN and NIN in downloaded result files and opens them again when such a file is uploaded. Api 2. */
export type HiddenNumbers = { hide(column: string, cell: string): string; reveal(cell: string): string };

/**
 * A number is written as its last four digits followed by the sealed number, readable for this tenant only: the file
 * can be corrected and uploaded again without exposing the number. Cells of other columns that look like a BVN or NIN
 * are sealed too, because columns get shifted.
 */
export function hiddenNumbers(secrets: Secrets, tenant: number): HiddenNumbers {
  const owner = String(tenant);
  return {
    hide(column, cell) {
      if (!holdsNumber(column, cell)) return cell;
      const digits = cell.replace(/\D/g, "");
      return `*******${digits.slice(-4)}.${secrets.seal(cell, "import_number", owner).toString("base64url")}`;
    },
    reveal(cell) {
      if (!SEALED_NUMBER.test(cell)) return cell;
      try {
        return secrets.open(Buffer.from(cell.slice(cell.indexOf(".") + 1), "base64url"), "import_number", owner);
      } catch {
        // Damaged, or sealed for another merchant. The row is skipped with that reason.
        return cell;
      }
    },
  };
}

function holdsNumber(column: string, cell: string): boolean {
  if (SEALED_NUMBER.test(cell)) return false;
  if (column === "bvn" || column === "nin") return cell.replace(/\D/g, "").length >= 11;
  return /^\s*\d{11}\s*$/.test(cell) && normalisePhoneNumber(cell) === null;
}

/** The text that lists show for a name or phone number: shortened, with a BVN or NIN from a shifted column masked. */
export function shownText(cell: string): string {
  const text = cell.replaceAll("\0", "").trim().slice(0, 200);
  return normalisePhoneNumber(text) ? text : text.replace(/\d(?=\d{4})/g, "*");
}
