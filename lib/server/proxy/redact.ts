import "server-only";

const DIGITS_KEPT = 4;

/**
 * Removes data that a browser must not receive from a JSON response: cuts BVN and NIN to their last four digits and
 * drops tokens. A response with none of these fields is returned unchanged, byte for byte. Dashboard 2.1, 3.
 */
export function redactJson(text: string): string {
  if (!/"(bvn|nin|accessToken|refreshToken)"/i.test(text)) return text;
  return JSON.stringify(JSON.parse(text), (key, value: unknown) => {
    const name = key.toLowerCase();
    if (name === "accesstoken" || name === "refreshtoken") return undefined;
    const isNumber = name === "bvn" || name === "nin";
    return isNumber && (typeof value === "string" || typeof value === "number") ? lastDigits(String(value)) : value;
  });
}

function lastDigits(number: string): string {
  return number.slice(-DIGITS_KEPT);
}
