/** What a typed text can be looked up as. `identity`: looks like a BVN or NIN, never to be sent. */
export type SearchTerm =
  | { kind: "empty" }
  | { kind: "account"; accountNumber: string }
  | { kind: "customer"; customerId: string }
  | { kind: "identity" }
  | { kind: "phone" }
  /** Two letters or more: part of a name or an e-mail address. */
  | { kind: "text" }
  | { kind: "other" };

// Zero-width marks come along when a number is copied from a chat or a spreadsheet.
const NOISE = /[\s\u00ad\u200b-\u200f\u2060\ufeff‐-―-]/g;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PHONE = /^(?:0[789][01]\d{8}|\+?234[789][01]\d{8})$/;

/** Says what a typed or pasted text is, from its shape alone. Pure. Dashboard 5.1. */
export function readSearchTerm(text: string): SearchTerm {
  const bare = text.replace(NOISE, "");
  if (bare === "") return { kind: "empty" };
  const withDashes = text.replace(/[\s\u200b-\u200f\u2060\ufeff]/g, "");
  if (UUID.test(withDashes)) return { kind: "customer", customerId: withDashes.toLowerCase() };
  if (/^\d{10}$/.test(bare)) return { kind: "account", accountNumber: bare };
  if (PHONE.test(bare)) return { kind: "phone" };
  // Also in the midst of other words: what is not sure is not sent.
  if (/\d{11}/.test(bare)) return { kind: "identity" };
  return { kind: /\p{L}.*\p{L}/u.test(bare) ? "text" : "other" };
}

/** What finds wallets in a list; anything else, above all a BVN, NIN or the first digits of one, is not sent. Dashboard 5.1. */
export function isSearchable({ kind }: SearchTerm): boolean {
  return kind === "text" || kind === "phone";
}
