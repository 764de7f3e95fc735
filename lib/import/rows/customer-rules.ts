import { CUSTOMER_COLUMNS, CustomerRow, dateOfBirthProblem, SEALED_NUMBER } from "../../../contract/customer-row.ts";
import type { Cells, Problem } from "./problems.ts";
import { texts } from "./texts.ts";

/** Errors of a customer row by the service's own schema and texts. `today` in Lagos. Spec 2.3. */
export function customerProblems(cell: Cells, today: string): Problem[] {
  const given: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const column of CUSTOMER_COLUMNS) {
    const text = cell(column).trim();
    if (text === "") continue;
    given[column] = text;
    if (text.includes("\0")) problems.push({ level: "error", column, text: texts.columnHasNullCharacters(column) });
  }
  const parsed = CustomerRow.safeParse(given);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const column = String(path[0]);
      problems.push({ level: "error", column, text: errorText(column, given[column], message) });
    }
    return problems;
  }
  const wrong = dateOfBirthProblem(parsed.data.date_of_birth, today);
  if (wrong) problems.push({ level: "error", column: "date_of_birth", text: texts.dateOfBirthDate(wrong) });
  return problems;
}

/** Replaces the schema's message by one that says what to do. */
function errorText(column: string, value: string | undefined, message: string): string {
  if (value === undefined) return column === "nin" ? texts.tier2AndTier : texts.columnIsRequired(column);
  if (/^\d(\.\d+)?E\+\d+$/i.test(value)) return texts.nameDamagedByA(nameOf(column));
  if ((column === "bvn" || column === "nin") && /^\d+$/.test(value)) {
    return texts.nameHasCountDigits(nameOf(column), value.length);
  }
  if (column === "phone_number" && /^[789]\d{9}$/.test(value)) return texts.firstZeroLost;
  if (column === "date_of_birth") {
    return /^\d{4}-\d\d-\d\d$/.test(value) ? texts.noSuchDate : texts.dateIsNotWritten;
  }
  if (column === "tier") return texts.tierIsTier1;
  return `${column} ${message}`;
}

function nameOf(column: string): string {
  return column === "bvn" || column === "nin" ? column.toUpperCase() : column;
}

/** Masks a BVN or NIN to four digits; the form of damaged text stays visible. Dashboard 2.1. */
export function maskNumber(cell: string): string {
  if (SEALED_NUMBER.test(cell)) return `•••• ${cell.slice(7, 11)}`;
  const text = cell.trim();
  const hidden = text.replace(/\D/g, "").length - 4;
  if (hidden < 1) return cell;
  if (/^\d+$/.test(text)) return `•••• ${text.slice(-4)}`;
  let seen = 0;
  return text.replace(/\d/g, (digit) => {
    seen += 1;
    return seen > hidden ? digit : "•";
  });
}
