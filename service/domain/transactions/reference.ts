// Crockford's base 32: sorts by value and has no letters that look like digits.
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Generates a transaction's reference from its UUIDv7: 26 letters and digits, unique and ordered by time like the ID. Random text
 * would double the write-ahead log. Wire 1.4, ledger 4.
 */
export function referenceOf(id: string): string {
  const hex = id.replaceAll("-", "");
  let text = digitsOf(hex.slice(0, 2), 2);
  // Five hexadecimal digits make four base 32 digits.
  for (let place = 2; place < hex.length; place += 5) text += digitsOf(hex.slice(place, place + 5), 4);
  return text;
}

function digitsOf(hex: string, count: number): string {
  const value = Number.parseInt(hex, 16);
  let text = "";
  for (let place = count - 1; place >= 0; place -= 1) text += DIGITS.charAt((value >> (5 * place)) & 31);
  return text;
}
