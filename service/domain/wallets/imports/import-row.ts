import { CUSTOMER_COLUMNS, CustomerRow, SEALED_NUMBER } from "../../../../contract/customer-row.ts";
import { customerRowTexts } from "../../../../contract/texts/customer-files.ts";
import { fieldProblems } from "../../../../contract/texts/field-problems.ts";
import { TIER_NUMBERS } from "../../../../contract/values.ts";
import type { CreateCustomerWalletInput } from "../creation/create-customer-wallet.ts";
import type { HiddenNumbers } from "./import-cells.ts";

/** With the tier as a number, as accounts store it. */
type RowInput = CreateCustomerWalletInput & { bvn: string; tier: 1 | 2 | 3 };

/**
 * Parses a row of an upload by the contract's schema: the customer to create, or the reason the row is invalid.
 * `cells` are in the order of `columns`. Pure. Spec 2.3.
 */
export function readRow(
  columns: readonly string[],
  cells: readonly string[],
  hidden: HiddenNumbers,
): { input: RowInput } | { reason: string } {
  if (cells.length !== columns.length) return { reason: customerRowTexts.cellCount(cells.length, columns.length) };
  const given: Record<string, string> = {};
  columns.forEach((column, index) => {
    const cell = hidden.reveal((cells[index] ?? "").trim());
    if (cell !== "" && isKnown(column)) given[column] = cell;
  });
  const parsed = CustomerRow.safeParse(given);
  const reasons = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => {
        const column = String(path[0]);
        return `${column} ${given[column] === undefined && column !== "nin" ? fieldProblems.required : message}`;
      });
  for (const [column, cell] of Object.entries(given)) {
    if (cell.includes("\0")) reasons.push(`${column} ${fieldProblems.nullCharacter}`);
    if (SEALED_NUMBER.test(cell)) reasons.push(`${column} ${customerRowTexts.unreadableNumber}`);
  }
  if (!parsed.success || reasons.length > 0) return { reason: reasons.join("; ") };
  return { input: inputOf(parsed.data) };
}

function isKnown(column: string): boolean {
  return CUSTOMER_COLUMNS.some((known) => known === column);
}

function inputOf(row: CustomerRow): RowInput {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    dateOfBirth: row.date_of_birth,
    bvn: row.bvn,
    nin: row.nin,
    email: row.email,
    address: row.address,
    tier: TIER_NUMBERS[row.tier ?? "TIER_1"],
  };
}
