/**
 * A text of another company as PostgreSQL can store it, in one line: each run of control, format and private characters becomes a space,
 * and half of a surrogate pair the sign for an unknown letter. Never longer than the text. Pure.
 */
export function storableText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}
