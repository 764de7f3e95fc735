import { expect, test } from "vitest";
import type { Decision } from "./committer.ts";
import { decideFlush, type Facts } from "./decide-flush.ts";
import type { Pending } from "./flush-plan.ts";

const APPROVAL = "0190a000-0000-7000-8000-000000000001";
const OTHER = { id: APPROVAL, decision: "somebody else's" };
const doubtful: Decision = { kind: "decided", outcomes: [], at: new Date(0) };

function pending(more: Partial<Pending> & { decision?: string } = {}): Pending {
  return {
    tenant: 1,
    isBatch: false,
    accounts: [],
    passedOver: 0,
    repeated: false,
    doubtful: null,
    attempts: 0,
    resolve: () => undefined,
    reject: () => undefined,
    posting: {
      tenant: 1,
      movements: [],
      idempotency: null,
      approval: { id: APPROVAL, decision: more.decision ?? "mine" },
      accompany: () => ({ answer: null, audit: [] }),
    },
    ...more,
  };
}

function decide(items: Pending[], state: { id: string; decision: string | null } | null) {
  const approvals = state ? [{ tenant: 1, status: state.decision ? "APPROVED" : "PENDING", ...state }] : [];
  const facts: Facts = { accounts: [], tierRules: [], references: [], answers: [], approvals };
  const { done, decided } = decideFlush(items, facts, { at: new Date(0), feeAccounts: new Map() });
  return items.map((item) => [...done, ...decided].find((one) => one.item === item)?.decision.kind);
}

test("an approval that waits is settled", () => {
  expect(decide([pending()], { id: APPROVAL, decision: null })).toEqual(["decided"]);
});

test("one that somebody decided, or that is not there, is left alone", () => {
  expect(decide([pending()], OTHER)).toEqual(["approval_decided"]);
  expect(decide([pending()], null)).toEqual(["approval_decided"]);
});

test("of several postings that settle one approval in a flush only the first does", () => {
  const items = [pending({ decision: "first" }), pending({ decision: "second" }), pending({ decision: "third" })];
  const expected = ["decided", "approval_decided", "approval_decided"];
  expect(decide(items, { id: APPROVAL, decision: null })).toEqual(expected);
});

test("an attempt whose commit was not seen knows its own decision again, and only that", () => {
  expect(decide([pending({ doubtful })], { id: APPROVAL, decision: "mine" })).toEqual(["decided"]);
  expect(decide([pending({ doubtful })], OTHER)).toEqual(["approval_decided"]);
  expect(decide([pending({ doubtful })], { id: APPROVAL, decision: null })).toEqual(["decided"]);
});

/** A posting of these amounts from account 1, of which 100 may leave on the day and `spent` has left. */
function decideUnderCeiling(amounts: bigint[], spent: bigint) {
  const own = { tenant: 1, frozen: false, postNoCredit: false, seq: 0n };
  const accounts = [
    { ...own, id: 1n, kind: "merchant" as const, tier: null, balance: 1_000n, day: "1970-01-01", spent },
    { ...own, id: 2n, kind: "wallet" as const, tier: 3 as const, balance: 0n, day: null, spent: 0n },
  ];
  const rule = { tenant: 1, dailyLimit: null, singleLimit: null, minBalance: 0n, maxBalance: null };
  const tierRules = ([1, 2, 3] as const).map((tier) => ({ ...rule, tier }));
  const facts: Facts = { accounts, tierRules, references: [], answers: [], approvals: [] };
  const moved = { tenant: 1, kind: "credit" as const, source: 1n, destination: 2n, baseFee: 5n, merchantFee: 0n };
  const described = { referenceGenerated: true, batch: null, description: null, metadata: null, actor: "job:test" };
  const movements = amounts.map((amount, i) => ({ ...moved, ...described, id: `${i}`, reference: `${i}`, amount }));
  const posting = { ...pending().posting, movements, approval: undefined, ceiling: { account: 1n, limit: 100n } };
  const feeAccounts = new Map([[1, { platformFee: 1n, merchantFee: 2n }]]);
  const { done, decided } = decideFlush([pending({ posting })], facts, { at: new Date(0), feeAccounts });
  return [...done, ...decided][0]?.decision;
}

test("a posting that would pass its ceiling is refused whole, with what was spent", () => {
  expect(decideUnderCeiling([40n, 61n], 0n)).toEqual({ kind: "over_ceiling", spent: 0n });
  expect(decideUnderCeiling([40n], 61n)).toEqual({ kind: "over_ceiling", spent: 61n });
});

test("one that reaches its ceiling passes, fees apart, and so does one that takes nothing", () => {
  expect(decideUnderCeiling([40n, 60n], 0n)).toMatchObject({ kind: "decided" });
  expect(decideUnderCeiling([], 500n)).toMatchObject({ kind: "decided" });
});
