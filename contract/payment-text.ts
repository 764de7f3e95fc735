/** The rule for narrations and notes of payments. The service, the forms and the import of files share it. Decision 0112. */

export const PAYMENT_TEXT_MAX = 500;

/** Letters of every script, signs, spaces and line breaks; no control characters and no invisible ones that change how others look. */
const VISIBLE = /^(\P{C}|[\t\n\r])*$/u;

/** What is wrong with a text, as the end of a sentence about its field. Null for a text that may be sent. */
export function paymentTextProblem(text: string): string | null {
  if (text.length > PAYMENT_TEXT_MAX) return `must have at most ${PAYMENT_TEXT_MAX} characters`;
  if (text.includes("\0")) return "must not contain null characters";
  return VISIBLE.test(text) ? null : "must not contain control or invisible characters";
}
