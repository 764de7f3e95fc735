import { describe, expect, it } from "vitest";
import type { MovementPreview } from "../../../contract/transfers.ts";
import { isNearExpiry, leftText, requiresTotal } from "../approval-texts.ts";
import { driftOf } from "./drift.ts";
import { removalReason } from "./removal-rules.ts";

const side: NonNullable<MovementPreview["source"]> = {
  customerId: null,
  name: "Ifẹ",
  account: "2204510003",
  status: "ACTIVE",
  postNoCredit: false,
  tier: "TIER_2",
  balance: 100_00,
  balanceAfter: 0,
  dailyLimit: 500_00,
  spentToday: 0,
  dailyRemaining: 500_00,
};
const before: MovementPreview = {
  amount: 90_00,
  transaction_fee: 10_00,
  fee_breakdown: { base_fee: 10_00, merchant_fee: 0, total_fee: 10_00 },
  total: 100_00,
  source: side,
  target: side,
  allowed: true,
  reasons: [],
  approval: { required: true, needed: 1, approvers: [] },
};
const failing = (code: string) => ({ allowed: false, reasons: [{ code, message: code }] });

/** The marked lines, as `From Status failing`. */
function marks(now: MovementPreview | null, atSubmission: MovementPreview | null = before): string[] {
  return driftOf({ atSubmission, now }).flatMap(({ title, rows }) =>
    rows.filter(({ mark }) => mark !== "same").map(({ name, mark }) => `${title} ${name} ${mark}`),
  );
}

describe("then and now", () => {
  it.each([
    ["nothing", before, []],
    ["the payer's balance", { ...before, source: { ...side, balance: 1 } }, ["From Available changed"]],
    ["the receiver's balance", { ...before, target: { ...side, balance: 1 } }, ["To Available changed"]],
    ["what was spent today", { ...before, source: { ...side, spentToday: 1 } }, ["From Spent today changed"]],
    ["the limit", { ...before, source: { ...side, dailyLimit: null } }, ["From Daily limit changed"]],
    ["the fee", { ...before, transaction_fee: 20_00 }, ["From Fee changed"]],
    [
      "a freeze",
      { ...before, ...failing("destination_inactive"), target: { ...side, status: "FROZEN" } },
      ["To Status failing"],
    ],
    ["a balance too low", { ...before, ...failing("insufficient_balance") }, ["From Available failing"]],
    ["a check without a line", { ...before, ...failing("internal_transfers_off") }, []],
  ] as const)("marks %s", (_, now, lines) => {
    const preview: MovementPreview = { ...now, reasons: [...now.reasons] };
    expect(marks(preview)).toEqual(lines);
  });

  it("marks no change if one of the two is unknown", () => {
    expect(marks({ ...before, source: { ...side, balance: 1 } }, null)).toEqual([]);
    expect(marks(null)).toEqual([]);
    expect(marks({ ...before, source: null, target: null })).toEqual([]);
    expect(driftOf({ atSubmission: null, now: null })).toEqual([]);
  });
});

describe("texts", () => {
  const hour = 3_600_000;
  it("round the time left to the nearest", () => {
    expect([1, 5 * hour, 719.9 * hour].map(leftText)).toEqual(["1 min", "5 h", "30 d"]);
    expect([71, 73].map((hours) => isNearExpiry(new Date(hours * hour).toISOString(), 0))).toEqual([true, false]);
  });

  it("require the total from a million naira, and for every upload", () => {
    expect(requiresTotal({ kind: "transfer", amount: 99_999_999 })).toBe(false);
    expect(requiresTotal({ kind: "transfer", amount: 100_000_000 })).toBe(true);
    expect(requiresTotal({ kind: "upload", amount: 1 })).toBe(true);
  });

  it("put the category before the explanation, except for Other", () => {
    expect(removalReason({ category: "Wrong details", explanation: " " })).toBe("Wrong details");
    expect(removalReason({ category: "Suspected fraud", explanation: " called twice " })).toBe(
      "Suspected fraud: called twice",
    );
    expect(removalReason({ category: "Other", explanation: "no longer open" })).toBe("no longer open");
  });
});
