import { customerCells, customerFile } from "./customer-file.ts";
import type { HostileFile } from "./hostile-money-files.ts";

/**
 * Realistic and hostile customer files with their expected results, as in `hostile-money-files.ts`. The service and the
 * dashboard's import must agree.
 */
const H = "first_name,last_name,phone_number,date_of_birth,bvn,nin,email,address,tier";
const GOOD = "Ada,Obi,08012345678,1990-05-16,22212345678,,,,";
const KEPT = `*******5678.${"A".repeat(52)}`;

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const accepted = (name: string, value: string | Uint8Array, rows = 1): HostileFile => ({
  name,
  bytes: typeof value === "string" ? text(value) : value,
  rows: Array.from({ length: rows }, () => null),
});
const refused = (name: string, value: string | Uint8Array, reason: RegExp): HostileFile => ({
  name,
  bytes: typeof value === "string" ? text(value) : value,
  refused: reason,
});
/** One row with one cell changed. */
const row = (name: string, cells: Parameters<typeof customerCells>[1], verdict: RegExp | null): HostileFile => ({
  name,
  bytes: text(customerFile([customerCells(1, cells)])),
  rows: [verdict],
});

const files: HostileFile[] = [
  accepted("LF", `${H}\n${GOOD}\n`),
  accepted("CRLF and no end at the end", `${H}\r\n${GOOD}\r\n${GOOD}`, 2),
  accepted("UTF-8 with a byte order mark", `\ufeff${H}\n${GOOD}\n`),
  accepted("everything quoted", `"${H.replaceAll(",", '","')}"\r\n"${GOOD.replaceAll(",", '","')}"\r\n`),
  accepted("empty lines", `${H}\n\n${GOOD}\n\n\n`),
  accepted(
    "required columns alone, in another order",
    "bvn,first_name,date_of_birth,last_name,phone_number\n22212345678,A,1990-05-16,B,08012345678\n",
  ),
  accepted("columns of one's own", `crm,${H}\n7,${GOOD}\n`),
  accepted("a result file sent again", `${H},_row,_status,_reason\n${GOOD},4,skipped,Customer already exist.\n`),
  accepted(
    "line ends and quotes in an address",
    `${H}\nAda,Obi,08012345678,1990-05-16,22212345678,,,"12 ""Marina""\r\nLagos",\n`,
  ),
  refused("nothing", "", /is empty/),
  refused("a byte order mark alone", "\ufeff", /is empty/),
  refused("a header alone", `${H}\n`, /no rows/),
  refused("blank lines after the header", `${H}\n\n\n`, /no rows/),
  refused("no header", `${GOOD}\n`, /lacks the required column first_name/),
  refused("a header in capitals", `${H.toUpperCase()}\n${GOOD}\n`, /“FIRST_NAME” is not the same/),
  refused("a space in a header", `${H.replace("bvn", " bvn")}\n${GOOD}\n`, /bvn; “ bvn” is not the same/),
  refused("semicolons", `${H.replaceAll(",", ";")}\n${GOOD.replaceAll(",", ";")}\n`, /by commas/),
  refused("tabs", `${H.replaceAll(",", "\t")}\n${GOOD.replaceAll(",", "\t")}\n`, /by commas/),
  refused("the same column twice", `${H},bvn\n${GOOD},22212345678\n`, /bvn twice/),
  refused(
    "a hundred and one columns",
    `${H},${Array.from({ length: 92 }, (_, i) => `c${i}`).join(",")}\n`,
    /more than 100/,
  ),
  refused("UTF-16 with its mark", Uint8Array.from([0xff, 0xfe, 0x66, 0x00]), /not UTF-8/),
  refused("UTF-16 without", Uint8Array.from([...text(`${H}\n`)].flatMap((byte) => [byte, 0])), /not UTF-8/),
  refused("Latin-1", Uint8Array.from([...text(`${H}\nAd`), 0xe9, ...text(",Obi,,,,,,,\n")]), /not UTF-8/),
  refused("a quote that does not close", `${H}\n"Ada,Obi\n`, /does not close/),
  refused("a quote in the middle", `${H}\nA"da,Obi,08012345678,1990-05-16,22212345678,,,,\n`, /wrong place at line 2/),
  refused("a cell of megabytes", `${H}\n${"x".repeat(2_000_000)},Obi\n`, /more than 100000 characters/),
  row("spaces around cells", { first_name: " Ada ", bvn: " 22212345678 " }, null),
  row("many scripts", { first_name: "Ọ̀rẹ́", last_name: "電気" }, null),
  row("an emoji in a name", { last_name: "Obi 🎉" }, /^last_name must not contain emoji$/),
  row(
    "a name that reverses its direction",
    { last_name: "O\u202ebi" },
    /^last_name must not contain invisible characters$/,
  ),
  row("a number with +234, spaces and dashes", { phone_number: "+234 801-234 5678" }, null),
  row("a formula for a name", { first_name: "=1+1" }, null),
  row("a number sealed by somebody else", { bvn: KEPT }, /bvn cannot be read again/),
  row("an empty name", { last_name: "  " }, /^last_name is required$/),
  row("a name of 101 letters", { first_name: "x".repeat(101) }, /at most 100/),
  row("a null in a name", { first_name: "A\0da" }, /null characters/),
  row("a number that lost its zero", { phone_number: "8012345678" }, /^phone_number must be a mobile number/),
  row("a number of a spreadsheet", { phone_number: "8.01E+09" }, /^phone_number must/),
  row("a number of no mobile network", { phone_number: "06012345678" }, /^phone_number must/),
  row("a foreign number", { phone_number: "+448012345678" }, /^phone_number must/),
  row("a BVN of ten digits", { bvn: "2221234567" }, /^bvn must be exactly 11 digits$/),
  row("a BVN of a spreadsheet", { bvn: "2.22E+10" }, /^bvn must be exactly 11 digits$/),
  row("no BVN", { bvn: "" }, /^bvn is required$/),
  row("full-width digits", { bvn: "２２２１２３４５６７８" }, /^bvn must be exactly 11 digits$/),
  row("a day that is none", { date_of_birth: "1990-02-30" }, /^date_of_birth must be a date/),
  row("a day the other way round", { date_of_birth: "16-05-1990" }, /^date_of_birth must be a date/),
  row("the 29th of February of a leap year", { date_of_birth: "1992-02-29" }, null),
  row("a tier in words", { tier: "Tier 1" }, /^tier must be one of/),
  row("TIER_2 without NIN", { tier: "TIER_2" }, /^nin is required for TIER_2 and TIER_3$/),
  row("TIER_3 with NIN", { tier: "TIER_3", nin: "77712345678" }, null),
  row("a NIN of twelve digits", { nin: "777123456789" }, /^nin must be exactly 11 digits$/),
  row("an e-mail without a domain", { email: "ada@" }, /^email must be an e-mail address$/),
  { name: "too few cells", bytes: text(`${H}\nAda,Obi\n`), rows: [/has 2 cells where the header has 9/] },
  { name: "too many cells", bytes: text(`${H}\n${GOOD},x\n`), rows: [/has 10 cells where the header has 9/] },
];

export const hostileCustomerFiles: readonly HostileFile[] = files;
