// Crockford's base 32: sorts by value and has no letters that look like digits.
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Two digits by their value: a batch makes 5,000 references. */
const PAIRS = Array.from({ length: 1_024 }, (_, value) => DIGITS.charAt(value >> 5) + DIGITS.charAt(value & 31));
/** The values of the hexadecimal digits by their codes. */
const HEX = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);
/** Where a UUID's text has its 32 digits. */
const PLACES = Uint8Array.from(
  Array.from("00000000-0000-0000-0000-000000000000", (letter, place) => (letter === "-" ? [] : [place])).flat(),
);

/**
 * Generates a transaction's reference from its UUIDv7: 26 letters and digits, unique and ordered by time like the ID. Random text
 * would double the write-ahead log. Wire 1.4, ledger 4.
 */
export function referenceOf(id: string): string {
  let text = PAIRS[numberAt(id, 0, 2)] ?? "";
  // Five hexadecimal digits make four base 32 digits.
  for (let place = 2; place < PLACES.length; place += 5) {
    const value = numberAt(id, place, place + 5);
    text += `${PAIRS[value >> 10]}${PAIRS[value & 1_023]}`;
  }
  return text;
}

function numberAt(id: string, from: number, end: number): number {
  let value = 0;
  for (let place = from; place < end; place += 1) value = (value << 4) | (HEX[id.charCodeAt(PLACES[place] ?? 0)] ?? 0);
  return value;
}

/** The UUID of a generated reference, or of one that begins with it; undefined for any other text. Pure. */
export function idOfReference(reference: string): string | undefined {
  const digits = [...reference.slice(0, 26)].map((digit) => DIGITS.indexOf(digit));
  if (digits.length < 26 || digits.includes(-1)) return undefined;
  let hex = hexOf(digits.slice(0, 2), 2);
  for (let place = 2; place < digits.length; place += 4) hex += hexOf(digits.slice(place, place + 4), 5);
  if (hex.length !== 32) return undefined;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function hexOf(digits: readonly number[], count: number): string {
  return digits
    .reduce((value, digit) => value * 32 + digit, 0)
    .toString(16)
    .padStart(count, "0");
}
