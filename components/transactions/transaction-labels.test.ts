import { expect, test } from "vitest";
import { batchKind } from "./transaction-labels.ts";

test.each([
  ["CREDIT_CUSTOMER_WALLET", "credit"],
  ["WALLET_CREDITED_BY_MERCHANT", "credit"],
  ["DEBIT_CUSTOMER_WALLET", "debit"],
  ["WALLET_DEBITED_BY_MERCHANT", "debit"],
] as const)("a row of %s belongs to a batch of %ss", (category, kind) => {
  expect(batchKind({ category })).toBe(kind);
});
