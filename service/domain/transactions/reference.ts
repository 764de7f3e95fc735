// Crockford's base 32: in the order of its values, without letters that look like digits.
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 26;

/**
 * The reference of a transaction that was given none: its UUIDv7 as 26 letters and digits, so it is unique and ordered by
 * time like the ID itself (random text would double the write-ahead log). Wire facts 1.4, ledger 4.
 */
export function referenceOf(id: string): string {
  let rest = BigInt(`0x${id.replaceAll("-", "")}`);
  let text = "";
  for (let place = 0; place < LENGTH; place += 1) {
    text = DIGITS.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}
