import { UUID } from "../../contract/uuid.ts";

/** What a search text can match. `identity`: looks like a BVN or NIN and must not be sent. */
export type SearchTerm =
  | { kind: "empty" }
  | { kind: "account"; accountNumber: string }
  | { kind: "customer"; customerId: string }
  | { kind: "identity" }
  | { kind: "phone" }
  /** Two letters or more: part of a name or an e-mail address. */
  | { kind: "text" }
  | { kind: "other" };

// Zero-width characters are copied along with numbers from chats and spreadsheets.
const IGNORED_CHARACTERS = /[\s\u00ad\u200b-\u200f\u2060\ufeff‐-―-]/g;
const PHONE = /^(?:0[789][01]\d{8}|\+?234[789][01]\d{8})$/;

/** Classifies typed or pasted text by its shape alone. Pure. Dashboard 5.1. */
export function readSearchTerm(text: string): SearchTerm {
  const bare = text.replace(IGNORED_CHARACTERS, "");
  if (bare === "") return { kind: "empty" };
  const withDashes = text.replace(/[\s\u200b-\u200f\u2060\ufeff]/g, "");
  if (UUID.test(withDashes)) return { kind: "customer", customerId: withDashes.toLowerCase() };
  if (/^\d{10}$/.test(bare)) return { kind: "account", accountNumber: bare };
  if (PHONE.test(bare)) return { kind: "phone" };
  // Also between other words: do not send text that may be an identity number.
  if (/\d{11}/.test(bare)) return { kind: "identity" };
  return { kind: /\p{L}.*\p{L}/u.test(bare) ? "text" : "other" };
}

/**
 * The text to search wallets with. Other text, in particular a BVN, a NIN or the start of one, is not sent. Dashboard
 * 5.1.
 */
export function isSearchable({ kind }: SearchTerm): boolean {
  return kind === "text" || kind === "phone";
}

/** Text that stays out of the address bar: a phone number, an e-mail address, and what may be a BVN or NIN. Dashboard 2.3. */
export function isPersonal(text: string): boolean {
  const { kind } = readSearchTerm(text);
  return kind === "phone" || kind === "identity" || text.includes("@");
}
