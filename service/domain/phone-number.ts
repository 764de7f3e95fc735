/**
 * A Nigerian mobile number as it is stored, `+234…`, from any way of writing it: `080…`, `234…`, `+234…`, with spaces,
 * dashes or brackets. `null` when it cannot be one. Wire 1.4.
 */
export function normalisePhoneNumber(text: string): string | null {
  const compact = text.replace(/[\s().\-\u200B-\u200D\u2060\uFEFF]/g, "");
  const national = /^(?:\+?234|0)([789]\d{9})$/.exec(compact)?.[1];
  return national ? `+234${national}` : null;
}

/** The stored number as answers show it: `0…`. */
export function localPhoneNumber(stored: string): string {
  return stored.replace(/^\+234/, "0");
}
