import { expect, it } from "vitest";
import { feeAccountsOf, type Pending, pendingOf, planFlush, withoutRepeatedKeys } from "./flush-plan.ts";
import type { Movement } from "./movement.ts";

function pending(key: string | null, movements: Partial<Movement>[] = [], repeated = false): Pending {
  const posting = {
    tenant: 1,
    movements: movements.map((one) => ({ baseFee: 0n, merchantFee: 0n, ...one }) as Movement),
    idempotency: key === null ? null : { key, requestHash: Buffer.alloc(0) },
    buildSideEffects: () => ({ answer: null, audit: [] }),
  };
  const ends = { resolve: () => undefined, reject: () => undefined };
  return { ...pendingOf(posting, ends, undefined), repeated };
}

it("of postings with one key only the first goes now", () => {
  const [first, second, other, none, alsoNone] = ["a", "a", "b", null, null].map((key) => pending(key));
  expect(withoutRepeatedKeys([first, second, other, none, alsoNone].flatMap((one) => one ?? []))).toEqual({
    now: [first, other, none, alsoNone],
    later: [second],
  });
});

it("asks for each account once, for given references always, for generated ones when an attempt is repeated", () => {
  const given = { source: 1n, destination: 2n, reference: "given", referenceGenerated: false };
  const generated = { source: 2n, destination: 1n, reference: "made", referenceGenerated: true, baseFee: 1n };
  const first = planFlush([pending("k", [given]), pending(null, [generated])]);
  expect(first).toEqual({
    tenants: [1],
    tenantsWithFees: [1],
    accounts: [1n, 2n].map((id) => ({ tenant: 1, id })),
    references: [{ tenant: 1, reference: "given" }],
    keys: [{ tenant: 1, key: "k" }],
    approvals: [],
  });
  expect(planFlush([pending(null, [generated], true)]).references).toEqual([{ tenant: 1, reference: "made" }]);
});

it("names both fee accounts of a tenant, and fails where they are not known", () => {
  const known = new Map([[1, { platformFee: 90n, merchantFee: 91n }]]);
  expect(feeAccountsOf([1], known).map((account) => account.id)).toEqual([90n, 91n]);
  expect(() => feeAccountsOf([2], known)).toThrow("no fee accounts");
});
