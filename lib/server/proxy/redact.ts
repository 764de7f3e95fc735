import "server-only";

const DIGITS_KEPT = 4;

/**
 * The text of a JSON answer without what no browser may see: BVN and NIN end up as their last four digits, tokens go.
 * An answer that names none of them comes back untouched, byte for byte. Dashboard 2.1, 3.
 */
export function redactJson(text: string): string {
  if (!/"(bvn|nin|accessToken|refreshToken)"/i.test(text)) return text;
  return JSON.stringify(JSON.parse(text), (key, value: unknown) => {
    const name = key.toLowerCase();
    if (name === "accesstoken" || name === "refreshtoken") return undefined;
    const isNumber = name === "bvn" || name === "nin";
    return isNumber && (typeof value === "string" || typeof value === "number") ? cut(String(value)) : value;
  });
}

function cut(number: string): string {
  return number.slice(-DIGITS_KEPT);
}
