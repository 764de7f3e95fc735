/**
 * Realistic and hostile credit and debit files with their expected results. `refused`: the file is rejected with this text.
 * Otherwise `rows` has the rejection of each row, or null for a valid row. The service and the dashboard's import must agree.
 */
export type HostileFile = { name: string; bytes: Uint8Array } & ({ refused: RegExp } | { rows: (RegExp | null)[] });

const ID = "0190a000-0000-7000-8000-000000000001";
const H = "customerId,amount,reference,narration";
const GOOD = `${ID},500,,`;

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...(typeof part === "string" ? text(part) : part)]));

function utf16(value: string, order: "little" | "big"): Uint8Array {
  const units = [...value].flatMap((one) => {
    const code = one.charCodeAt(0);
    return order === "little" ? [code & 255, code >> 8] : [code >> 8, code & 255];
  });
  return Uint8Array.from([...(order === "little" ? [0xff, 0xfe] : [0xfe, 0xff]), ...units]);
}

const accepted = (name: string, value: string | Uint8Array, rows = 1): HostileFile => ({
  name,
  bytes: typeof value === "string" ? text(value) : value,
  rows: Array.from({ length: rows }, () => null),
});
const rejected = (name: string, row: string, reason: RegExp, header = H): HostileFile => ({
  name,
  bytes: text(`${header}\n${row}\n`),
  rows: [reason],
});
const refused = (name: string, value: string | Uint8Array, reason: RegExp): HostileFile => ({
  name,
  bytes: typeof value === "string" ? text(value) : value,
  refused: reason,
});

/** Unusual files that are accepted. */
const readable: HostileFile[] = [
  accepted("LF", `${H}\n${GOOD}\n`),
  accepted("CRLF", `${H}\r\n${GOOD}\r\n`),
  accepted("no line end at the end", `${H}\n${GOOD}`),
  accepted("UTF-8 with a byte order mark", bytes([0xef, 0xbb, 0xbf], `${H}\r\n${GOOD}\r\n`)),
  accepted("a byte order mark and a quoted header", bytes([0xef, 0xbb, 0xbf], `"customerId","amount"\n${ID},500\n`)),
  accepted("everything quoted", `"customerId","amount"\r\n"${ID}","500"\r\n`),
  accepted("quotes within quotes", `${H}\n${ID},500,,"She said ""now"""\n`),
  accepted("a line end within quotes", `${H}\n${ID},500,,"two\nlines"\n${GOOD}\n`, 2),
  accepted("CRLF within quotes", `${H}\r\n${ID},500,,"two\r\nlines"\r\n`),
  accepted("commas within quotes", `${H}\n${ID},500,,"rent, March"\n`),
  accepted("empty lines between rows and at the end", `${H}\n\n${GOOD}\n\n\n${GOOD}\n\n`, 2),
  accepted("columns in another order, and unknown ones", `note,amount,customerId,Team\nx,500,${ID},Lagos\n`),
  accepted("spaces around values", `${H}\n ${ID} , 500 ,,\n`),
  accepted("an ID in capitals", `${H}\n${ID.toUpperCase()},500,,\n`),
  accepted("wallet IDs", `walletId,amount\n${ID},500\n`),
  accepted("account numbers", "accountNumber,amount\n2200000017,500\n"),
  accepted(
    "all three ways, one filled in each row",
    `customerId,walletId,accountNumber,amount\n${ID},,,500\n,${ID},,500\n,,2200000017,500\n`,
    3,
  ),
  accepted("letters of many scripts", `${H}\n${ID},500,,Ọ̀rẹ́ 電気 🎉\n`),
  accepted("leading zeros of an amount", `${H}\n${ID},000500,,\n`),
  accepted("the largest amount", `${H}\n${ID},9007199254740991,,\n`),
  accepted(
    "a result file sent again",
    `customerId,amount,_row,_status,_reason\n${ID},500,3,rejected,Insufficient balance\n`,
  ),
  accepted("an apostrophe of ours before a formula", `${H}\n${ID},500,'=REF-0000000001,'+narration\n`),
  accepted("formulas in a narration", `${H}\n${ID},500,,"=HYPERLINK(""http://x"")"\n`),
  accepted(
    "the same reference in two rows, which the ledger decides",
    `${H}\n${ID},500,REF-0000000001,\n${ID},500,REF-0000000001,\n`,
    2,
  ),
  accepted("a column that is twice but means nothing", `customerId,amount,x,x\n${ID},500,1,2\n`),
];

/** Rows that are rejected individually. */
const bad: HostileFile[] = [
  rejected("no wallet", ",500,,", /^Missing account number or ID\.$/),
  rejected("two wallets in one row", `${ID},${ID},500`, /^Only one of/, "customerId,walletId,amount"),
  rejected("an ID that is none", "x-1,500,,", /^customerId must be a UUID\.$/),
  rejected("an account number that lost a zero", "220000017,500", /exactly 10 digits/, "accountNumber,amount"),
  rejected("an account number in scientific notation", "2.2E+09,500", /exactly 10 digits/, "accountNumber,amount"),
  rejected('an account number as ="…"', '"=""2200000017""",500', /exactly 10 digits/, "accountNumber,amount"),
  rejected("no amount", `${ID},,,`, /^amount is required\.$/),
  rejected("naira with a point", `${ID},500.00,,`, /whole kobo/),
  rejected("a thousands separator", `${ID},"1,500",,`, /whole kobo/),
  rejected("an amount in scientific notation", `${ID},1.23E+10,,`, /whole kobo/),
  rejected("a currency sign", `${ID},₦500,,`, /whole kobo/),
  rejected("a negative amount", `${ID},-500,,`, /whole kobo/),
  rejected("a formula for an amount", `${ID},=1+1,,`, /whole kobo/),
  rejected("digits of another script", `${ID},٥٠٠,,`, /whole kobo/),
  rejected("one kobo", `${ID},1,,`, /^Amount must be greater than 1 kobo\.$/),
  rejected("zero", `${ID},000,,`, /^Amount must be greater than 1 kobo\.$/),
  rejected("more than a number holds", `${ID},9007199254740992,,`, /at most 9007199254740991/),
  rejected("a short reference", `${ID},500,REF-1,`, /at least 10/),
  rejected("a long reference", `${ID},500,${"R".repeat(101)},`, /at most 100/),
  rejected("a NUL in a reference", `${ID},500,REF-0000\u0000001,`, /null characters/),
  rejected("a NUL in a narration", `${ID},500,,a\u0000b`, /null characters/),
  rejected("a long narration", `${ID},500,,${"n".repeat(501)}`, /at most 500/),
  rejected("too few cells", `${ID},500`, /^The row has 2 cells, the header 4\.$/),
  rejected("too many cells", `${ID},500,,,,`, /^The row has 6 cells, the header 4\.$/),
  rejected("the most cells of a row", ",".repeat(199), /^The row has 200 cells, the header 4\.$/),
  {
    name: "a row of spaces, and a row of commas",
    bytes: text(`${H}\n   \n,,,\n${GOOD}\n`),
    rows: [/1 cells/, /Missing account number or ID/, null],
  },
  {
    name: "good and bad rows in turn",
    bytes: text(`${H}\n${GOOD}\n${ID},x,,\n${GOOD}\n,,,\n`),
    rows: [null, /whole kobo/, null, /Missing account number or ID/],
  },
];

/** Files that are rejected as a whole. */
const broken: HostileFile[] = [
  refused("nothing at all", "", /empty/),
  refused("only a byte order mark", bytes([0xef, 0xbb, 0xbf]), /empty/),
  refused("only line ends", "\r\n\r\n", /empty/),
  refused("a header and no rows", `${H}\n`, /has no rows/),
  refused("rows without a header", `${GOOD}\n`, /lacks the required column/),
  refused(
    "a header in the wrong case",
    `CustomerId,Amount\n${ID},500\n`,
    /customerId or walletId or accountNumber; “CustomerId” is not the same/,
  ),
  refused(
    "a header with spaces around a name",
    `customerId, amount\n${ID},500\n`,
    /lacks the required column amount; “ amount” is not the same/,
  ),
  refused("no column for the amount", `customerId,reference\n${ID},x\n`, /lacks the required column amount/),
  refused(
    "no column for the wallet",
    "amount\n500\n",
    /lacks the required column customerId or walletId or accountNumber/,
  ),
  refused("the amount's column twice", `customerId,amount,amount\n${ID},500,600\n`, /has the column amount twice/),
  refused("semicolons", `customerId;amount\n${ID};500\n`, /commas/),
  refused("tabs", `customerId\tamount\n${ID}\t500\n`, /commas/),
  refused("UTF-16, little end first", utf16(`${H}\r\n${GOOD}\r\n`, "little"), /not UTF-8/),
  refused("UTF-16, big end first", utf16(`${H}\r\n${GOOD}\r\n`, "big"), /not UTF-8/),
  refused("Windows-1252", bytes(`${H}\n${ID},500,,caf`, [0xe9], "\n"), /not UTF-8/),
  refused("a letter cut in half at the end", bytes(`${H}\n${ID},500,,`, [0xc3]), /not UTF-8/),
  refused(
    "a workbook",
    bytes("PK", [3, 4, 20, 0, 6, 0, 8, 0, 0, 0, 0x21, 0, 0xff, 0xfe]),
    /not UTF-8|lacks the required/,
  ),
  refused("a quote that never closes", `${H}\n${ID},500,,"open\n${GOOD}\n`, /quote that does not close/),
  refused("text behind a closing quote", `${H}\n${ID},500,,"a"b\n`, /quote in the wrong place/),
  refused("a quote in the middle of a cell", `${H}\n${ID},500,,5" pipe\n`, /quote/),
  refused("a cell of 10 MB", `${H}\n${ID},500,,${"x".repeat(10_000_000)}\n`, /more than 100000 characters/),
  refused(
    "an open quote before 10 MB",
    `${H}\n${ID},500,,"${`${GOOD}\n`.repeat(250_000)}`,
    /more than 100000 characters/,
  ),
  refused(
    "more than 100 columns",
    `${Array.from({ length: 101 }, (_, i) => `c${i}`).join(",")}\n`,
    /more than 100 columns/,
  ),
  refused("only commas", ",".repeat(1_000_000), /more than 200 cells at line 1/),
  refused("rows of commas", `${H}\n${`${",".repeat(99_000)}\n`.repeat(10)}`, /more than 200 cells at line 2/),
  refused("a NUL in the header", `customerId,amount,a\u0000b\n${ID},500,x\n`, /null characters/),
];

export const hostileMoneyFiles: readonly HostileFile[] = [...readable, ...bad, ...broken];
