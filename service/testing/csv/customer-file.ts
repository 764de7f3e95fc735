import { csvLine } from "../../../contract/csv-line.ts";
import { CUSTOMER_COLUMNS, type CustomerColumn } from "../../../contract/customer-row.ts";

/** The cells of a unique customer: number N has the phone `0810…N` and a BVN that the sandbox registry finds. */
export function customerCells(n: number, overrides: Partial<Record<CustomerColumn, string>> = {}) {
  const digits = String(n).padStart(7, "0");
  return {
    first_name: "Ngozi",
    last_name: "Eze",
    phone_number: `0810${digits}`,
    date_of_birth: "1990-05-16",
    bvn: `22${digits}55`,
    nin: "",
    email: "",
    address: "",
    tier: "",
    ...overrides,
  };
}

/** A customer file in the format of spec 2.3. */
export function customerFile(rows: readonly Partial<Record<CustomerColumn, string>>[]): string {
  const lines = rows.map((row) => csvLine(CUSTOMER_COLUMNS.map((column) => row[column] ?? "")));
  return csvLine(CUSTOMER_COLUMNS) + lines.join("");
}
