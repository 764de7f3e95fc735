import { CUSTOMER_COLUMNS, REQUIRED_CUSTOMER_COLUMNS } from "../../contract/customer-row.ts";
import { MONEY_COLUMNS, WALLET_COLUMNS } from "../../contract/money-row.ts";

export type ImportKind = "create" | "credit" | "debit";
export type Unit = "naira" | "kobo";

/** Which column of the file each of the spec's columns is read from, by its place; what is not in it is not in the file. */
export type Mapping = Readonly<Partial<Record<string, number>>>;

/** What the service adds to a file that it gives back, and this page to its error file: never sent again. */
const ADDED = new Set(["_row", "_status", "_reason", "_errors"]);

/** How people call the columns in their own files, letters and digits only. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  first_name: ["firstname", "givenname", "forename"],
  last_name: ["lastname", "surname", "familyname"],
  phone_number: ["phonenumber", "phone", "mobile", "mobilenumber", "telephone", "msisdn", "phoneno"],
  date_of_birth: ["dateofbirth", "dob", "birthdate", "birthday"],
  bvn: ["bvn", "bvnnumber", "bankverificationnumber"],
  nin: ["nin", "ninnumber", "nationalidentificationnumber"],
  email: ["email", "emailaddress", "mail"],
  address: ["address", "homeaddress", "residentialaddress"],
  tier: ["tier", "accounttier", "level"],
  customerId: ["customerid"],
  walletId: ["walletid", "wallet"],
  accountNumber: ["accountnumber", "account", "accountno", "nuban"],
  amount: ["amount", "amountkobo", "amountnaira", "amountinkobo", "amountinnaira", "value"],
  reference: ["reference", "ref", "transactionreference"],
  narration: ["narration", "description", "remark", "remarks", "note"],
};

/** The spec's columns for a kind of file, in their order. Spec 2.3, api 5. */
export function columnsOf(kind: ImportKind): readonly string[] {
  return kind === "create" ? CUSTOMER_COLUMNS : MONEY_COLUMNS;
}

/** Maps a header whatever its case and spelling; of two that fit, the first. A column of ours is never mapped. Dashboard 5.6. */
export function guessMapping(kind: ImportKind, header: readonly string[]): Mapping {
  const plain = plainNames(header);
  const mapping: Partial<Record<string, number>> = {};
  const taken = new Set<number>();
  for (const column of columnsOf(kind)) {
    const exact = header.indexOf(column);
    const names = OTHER_NAMES[column] ?? [];
    const place = exact !== -1 ? exact : plain.findIndex((name, index) => names.includes(name) && !taken.has(index));
    if (place === -1) continue;
    mapping[column] = place;
    taken.add(place);
  }
  return mapping;
}

/**
 * Whether a person must say which column is meant: two of the file have the same name of ours or, where none has it, two fit. Of what
 * is paid there may be no second one in any spelling.
 */
export function isAmbiguous(kind: ImportKind, header: readonly string[]): boolean {
  const plain = plainNames(header);
  return columnsOf(kind).some((column) => {
    const exact = header.filter((name) => name === column).length;
    const fitting = plain.filter((name) => OTHER_NAMES[column]?.includes(name)).length;
    return (exact > 0 && column !== "amount" ? exact : fitting) > 1;
  });
}

/** The columns that a file must have: of each group one. */
export function neededColumns(kind: ImportKind): readonly (readonly string[])[] {
  return kind === "create" ? REQUIRED_CUSTOMER_COLUMNS.map((column) => [column]) : [WALLET_COLUMNS, ["amount"]];
}

/** The unit that a header names by itself: `amount_kobo`, `amount_naira`. Dashboard 5.6. */
export function unitOfHeader(header: readonly string[], mapping: Mapping): Unit | null {
  const name = plainName(header[mapping.amount ?? -1] ?? "");
  if (name.endsWith("kobo")) return "kobo";
  return name.endsWith("naira") ? "naira" : null;
}

function plainNames(header: readonly string[]): string[] {
  return header.map((name) => (ADDED.has(name) ? "" : plainName(name)));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
