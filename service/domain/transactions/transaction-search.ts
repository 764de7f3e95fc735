import { fieldProblems } from "../../../contract/texts/field-problems.ts";
import {
  countReferences,
  findSearchedAccounts,
  type ReferenceRange,
  SEARCH_BOUND,
  type TransactionMatches,
} from "../../db/transactions/transaction-search.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ACCOUNT_NUMBER = /^\d{10}$/;

/**
 * Resolves a search term: a prefix of a reference, prefixes of all words of a customer's name, an account number, or the ID of a
 * transaction, wallet or customer. Undefined without a term. If too many references start with the term and it matches customers,
 * only the exact reference is searched.
 * @throws `validation_failed` if the term matches too many rows.
 */
export async function resolveSearch(ctx: Context, term: string | undefined): Promise<TransactionMatches | undefined> {
  if (term === undefined) return undefined;
  const id = UUID.test(term) ? term : null;
  const references = rangesOf(term);
  const [accounts, beginning] = await Promise.all([
    findSearchedAccounts(ctx.db, ctx.tenant.id, {
      id,
      accountNumber: ACCOUNT_NUMBER.test(term) ? term : null,
      words: id ? null : wordsQuery(term),
    }),
    countReferences(ctx.db, ctx.tenant.id, references),
  ]);
  const areManyReferences = beginning > SEARCH_BOUND.references;
  if (accounts.length > SEARCH_BOUND.wallets || (areManyReferences && accounts.length === 0)) throw tooWide();
  return {
    references: areManyReferences ? references.map(({ first }) => ({ first, last: first })) : references,
    accounts,
    ids: id ? [id] : [],
  };
}

/** Generated references are in upper case, so the term is searched in upper case as well. */
function rangesOf(term: string): ReferenceRange[] {
  return [...new Set([term, term.toUpperCase()])].map((first) => ({ first, last: `${first}\u{10ffff}` }));
}

/** The term as a full-text query for all its words as prefixes. Null for a term without words. */
export function wordsQuery(term: string): string | null {
  const words = term.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? null : words.map((word) => `${word}:*`).join(" & ");
}

function tooWide(): Failure {
  const message = fieldProblems.searchTooWide;
  return new Failure("validation_failed", { message: `search ${message}.`, errors: [{ field: "search", message }] });
}
