import { CUSTOMER_COLUMNS, type CustomerColumn } from "../../../contract/customer-row.ts";
import { csvLine } from "../../domain/csv-line.ts";

/** The cells of a customer that no other has: number N has the phone `0810…N` and a BVN that the sandbox finds. */
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

/** A file of customers as spec 2.3 has it. */
export function customerFile(rows: readonly Partial<Record<CustomerColumn, string>>[]): string {
  const lines = rows.map((row) => csvLine(CUSTOMER_COLUMNS.map((column) => row[column] ?? "")));
  return csvLine(CUSTOMER_COLUMNS) + lines.join("");
}
