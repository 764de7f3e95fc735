/**
 * Makes text typed by one person safe for a message to another: one line, and nothing that a mail program turns into a
 * link. A business name must not become a way to send people elsewhere in our name.
 */
export function safeMailText(text: string): string {
  return text
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .replace(/[.:/@\\\u3002\uff0e\uff61](?=\S)/g, "$& ")
    .trim();
}
