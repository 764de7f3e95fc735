import { expect, test } from "vitest";
import type { Decision, Posting } from "./committer.ts";
import { decideFlush, type Facts } from "./decide-flush.ts";
import type { Pending } from "./flush-plan.ts";

const APPROVAL = "0190a000-0000-7000-8000-000000000001";
const OTHER = { id: APPROVAL, decision: "somebody else's" };
const possiblyCommitted: Decision = { kind: "decided", outcomes: [], at: new Date(0) };

function pending(more: Partial<Pending> & { decision?: string } = {}): Pending {
  return {
    tenant: 1,
    isBatch: false,
    accounts: [],
    size: 0,
    passedOver: 0,
    repeated: false,
    possiblyCommitted: null,
    attempts: 0,
    hasEarlyRows: false,
    resolve: () => undefined,
    reject: () => undefined,
    posting: {
      tenant: 1,
      movements: [],
      idempotency: null,
      approval: { id: APPROVAL, decision: more.decision ?? "mine" },
      buildSideEffects: () => ({ answer: null, audit: [] }),
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

test("a pending approval is settled", () => {
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
  expect(decide([pending({ possiblyCommitted })], { id: APPROVAL, decision: "mine" })).toEqual(["decided"]);
  expect(decide([pending({ possiblyCommitted })], OTHER)).toEqual(["approval_decided"]);
  expect(decide([pending({ possiblyCommitted })], { id: APPROVAL, decision: null })).toEqual(["decided"]);
});

/** A posting of these amounts from account 1, of which 100 may leave on the day; `whole`: it is refused whole where one is. */
function batchUnderCeiling(amounts: bigint[], { whole, to = 2n }: { whole: boolean; to?: bigint }): Pending {
  const moved = { tenant: 1, kind: "credit" as const, source: 1n, destination: to, baseFee: 5n, merchantFee: 0n };
  const described = {
    referenceGenerated: true,
    batch: null,
    description: null,
    narration: null,
    note: null,
    reversalOf: null,
    metadata: null,
    actor: "job:test",
  };
  const movements = amounts.map((amount, i) => {
    const id = `${whole} ${to} ${i}`;
    return { ...moved, ...described, id, reference: id, amount, ceiling: 100n };
  });
  const buildSideEffects: Posting["buildSideEffects"] = (outcomes) => ({
    isRefused: whole && outcomes.some((outcome) => !outcome.posted),
    answer: null,
    audit: [],
  });
  return pending({ posting: { tenant: 1, movements, idempotency: null, buildSideEffects } });
}

function decideMoney(items: Pending[], spent: bigint) {
  const own = { tenant: 1, postNoCredit: false, seq: 0n, frozen: false };
  const internal = { ...own, tier: null, balance: 1_000n, day: "1970-01-01" };
  const wallet = { ...own, kind: "wallet" as const, tier: 3 as const, balance: 0n, day: null, spent: 0n };
  const accounts = [
    { ...internal, id: 1n, kind: "merchant" as const, spent },
    { ...wallet, id: 2n },
    { ...wallet, id: 3n, frozen: true },
    { ...internal, id: 8n, kind: "platform_fee" as const, spent: 0n },
    { ...internal, id: 9n, kind: "merchant_fee" as const, spent: 0n },
  ];
  const state = { isSuspended: false, areWalletsFrozen: false };
  const rule = { tenant: 1, ...state, dailyLimit: null, singleLimit: null, minBalance: 0n, maxBalance: null };
  const tierRules = ([1, 2, 3] as const).map((tier) => ({ ...rule, tier }));
  const facts: Facts = { accounts, tierRules, references: [], answers: [], approvals: [] };
  const feeAccounts = new Map([[1, { platformFee: 8n, merchantFee: 9n }]]);
  const { decided, applied } = decideFlush(items, facts, { at: new Date(0), feeAccounts });
  const codes = decided.flatMap(({ decision }) =>
    decision.kind === "decided"
      ? decision.outcomes.map((outcome) => (outcome.posted ? "posted" : outcome.refusal.code))
      : [],
  );
  return { codes, posted: applied.posted.length, entries: applied.entries.length, changed: applied.changed.length };
}

test("what would pass the ceiling is refused, movement by movement, fees apart", () => {
  const batch = (amounts: bigint[]) => [batchUnderCeiling(amounts, { whole: false })];
  expect(decideMoney(batch([40n, 61n, 60n, 1n]), 0n)).toMatchObject({
    codes: ["posted", "ceiling_exceeded", "posted", "ceiling_exceeded"],
    posted: 2,
  });
  expect(decideMoney(batch([40n, 39n]), 61n).codes).toEqual(["ceiling_exceeded", "posted"]);
});

test("what is refused for another reason uses nothing of the ceiling, and says its own", () => {
  const items = [batchUnderCeiling([90n, 900n], { whole: false, to: 3n }), batchUnderCeiling([100n], { whole: false })];
  expect(decideMoney(items, 0n).codes).toEqual(["account_frozen", "account_frozen", "posted"]);
});

test("a posting that is refused as a whole changes nothing", () => {
  const nothing = { posted: 0, entries: 0, changed: 0 };
  expect(decideMoney([batchUnderCeiling([40n, 61n], { whole: true })], 0n)).toMatchObject(nothing);
  expect(decideMoney([batchUnderCeiling([40n, 60n], { whole: true })], 0n)).toMatchObject({ posted: 2 });
});

test("and where others have seen what it did, none of them is decided", () => {
  const items = [batchUnderCeiling([40n, 61n], { whole: true }), batchUnderCeiling([50n], { whole: false })];
  expect(() => decideMoney(items, 0n)).toThrow("shares its flush");
});
