import { CUSTOMER_COLUMNS, REQUIRED_CUSTOMER_COLUMNS } from "../../../contract/customer-row.ts";
import { MONEY_COLUMNS, WALLET_COLUMNS } from "../../../contract/money-row.ts";
import { PAYOUT_COLUMNS, REQUIRED_PAYOUT_COLUMNS } from "../../../contract/payout-records.ts";

export type ImportKind = "create" | "credit" | "debit" | "payout";
export type Unit = "naira" | "kobo";
/** What separates naira from kobo in the amounts of a file. */
export type Decimal = "point" | "comma";

/** The position in the file of each specified column; columns that the file lacks are absent. */
export type Mapping = Readonly<Partial<Record<string, number>>>;

/** Columns that the service adds to result files and the wizard to error files. They are never sent. */
const ADDED = new Set(["_row", "_status", "_reason", "_account_number", "_errors"]);

/** Common spellings of each column, letters and digits only. */
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
  bank: ["bank", "bankname", "bankcode", "sortcode", "nipcode", "cbncode"],
  accountName: ["accountname", "beneficiary", "beneficiaryname", "recipient", "recipientname", "name"],
  customerId: ["customerid"],
  walletId: ["walletid", "wallet"],
  accountNumber: ["accountnumber", "account", "accountno", "nuban"],
  amount: ["amount", "amountkobo", "amountnaira", "amountinkobo", "amountinnaira", "value"],
  reference: ["reference", "ref", "transactionreference"],
  narration: ["narration", "description", "remark", "remarks"],
  note: ["note", "notes", "internalnote"],
};

/** The specified columns for a kind of file, in order. Spec 2.3, API 5. */
export function columnsOf(kind: ImportKind): readonly string[] {
  if (kind === "payout") return PAYOUT_COLUMNS;
  return kind === "create" ? CUSTOMER_COLUMNS : MONEY_COLUMNS;
}

/** Maps a header regardless of case and spelling; the first match wins. Added columns are never mapped. Dashboard 5.6. */
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
 * Whether the user must confirm the mapping: two columns have the same specified name or, where none has it, two match. For the
 * amount any second match is ambiguous.
 */
export function isAmbiguous(kind: ImportKind, header: readonly string[]): boolean {
  const plain = plainNames(header);
  return columnsOf(kind).some((column) => {
    const exact = header.filter((name) => name === column).length;
    const fitting = plain.filter((name) => OTHER_NAMES[column]?.includes(name)).length;
    return (exact > 0 && column !== "amount" ? exact : fitting) > 1;
  });
}

/** The required columns, as groups: a file needs one column of each group. */
export function neededColumns(kind: ImportKind): readonly (readonly string[])[] {
  if (kind === "payout") return REQUIRED_PAYOUT_COLUMNS.map((column) => [column]);
  return kind === "create" ? REQUIRED_CUSTOMER_COLUMNS.map((column) => [column]) : [WALLET_COLUMNS, ["amount"]];
}

/** The unit named by the amount's header, such as `amount_kobo` or `amount_naira`. Dashboard 5.6. */
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
