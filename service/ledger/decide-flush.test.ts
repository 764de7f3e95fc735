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
