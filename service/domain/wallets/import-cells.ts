import { SEALED_NUMBER } from "../../../contract/customer-row.ts";
import type { Secrets } from "../../providers/secrets.ts";
import { normalisePhoneNumber } from "../phone-number.ts";

const CELLS = "wallet_import";

/** The cells of a row as they are kept: BVN and NIN are among them, so nothing of it is readable without the key. */
export function sealCells(secrets: Secrets, cells: readonly string[]): Buffer {
  return secrets.seal(JSON.stringify(cells), CELLS);
}

/** The cells as they arrived. */
export function openCells(secrets: Secrets, sealed: Buffer): string[] {
  return JSON.parse(secrets.open(sealed, CELLS));
}

/** BVN and NIN of a tenant's rows, hidden in the files that go out and found again in those that come back. Api 2. */
export type HiddenNumbers = { hide(column: string, cell: string): string; reveal(cell: string): string };

/**
 * A number goes out as four digits with itself sealed behind them, for this tenant only: the file can be repaired and sent again,
 * and nobody sees the number. Cells of other columns are hidden too where they look like one: columns get shifted.
 */
export function hiddenNumbers(secrets: Secrets, tenant: number): HiddenNumbers {
  const purpose = `import_number:${tenant}`;
  return {
    hide(column, cell) {
      if (!holdsNumber(column, cell)) return cell;
      const digits = cell.replace(/\D/g, "");
      return `*******${digits.slice(-4)}.${secrets.seal(cell, purpose).toString("base64url")}`;
    },
    reveal(cell) {
      if (!SEALED_NUMBER.test(cell)) return cell;
      try {
        return secrets.open(Buffer.from(cell.slice(cell.indexOf(".") + 1), "base64url"), purpose);
      } catch {
        // Damaged, or another merchant's: as unreadable to us as to anybody. The row is told so.
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

/** What a list shows of a name or phone number: short, and never a BVN or NIN that stands in the wrong column. */
export function shownText(cell: string): string {
  const text = cell.replaceAll("\0", "").trim().slice(0, 200);
  return normalisePhoneNumber(text) ? text : text.replace(/\d(?=\d{4})/g, "*");
}
