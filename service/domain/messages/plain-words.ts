/**
 * What one person typed, for a message that goes to another: on one line, and nothing in it that a mail program would make a link of.
 * Whoever may name a business must not be able to send other people anywhere in our name.
 */
export function plainWords(text: string): string {
  return text
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .replace(/[.:/@\\\u3002\uff0e\uff61](?=\S)/g, "$& ")
    .trim();
}
