/** The rules that the verifier checks, as texts by the verifier's names. Ledger 3, API 4. */
export const RULES = [
  { rule: "books_sum_to_zero", text: "All balances of this mode add up to zero." },
  { rule: "journal_sums_to_zero", text: "The entries of every journal add up to zero." },
  { rule: "balance_equals_entries", text: "Every balance is the sum of its entries." },
  { rule: "balance_after_follows", text: "Each entry’s balance follows from the one before." },
  { rule: "seq_without_gaps", text: "No account’s entries have a gap: nothing was taken away." },
  {
    rule: "transactions_equal_entries",
    text: "Every transaction has exactly the entries its amount and fees ask for.",
  },
  { rule: "transactions_have_entries", text: "Both entries a transaction names are there, and are its own." },
] as const;
