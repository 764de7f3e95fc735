import { expect, test } from "vitest";
import type { FailureCode } from "../../contract/errors.ts";
import type { FreezeRow } from "../db/wallets/wallets.ts";
import { Failure } from "./failure.ts";
import { freeze, freezeByCheck, refusalOfEnabling } from "./wallet-status.ts";

const at = new Date("2026-03-02T09:00:00Z");
const staff: FreezeRow = { cause: "staff", reason: "Reported stolen", at };
const identity: FreezeRow = { cause: "identity", reason: "BVN Lookup failed", at };

type Case = { is: FreezeRow | null; isBvnVerified: boolean; freeze: string; enable: string };

// Spec 3.1 whole: what freezing and enabling come to in every state.
test.each<Case>([
  { is: null, isBvnVerified: true, freeze: "FROZEN", enable: "wallet_already_active" },
  { is: null, isBvnVerified: false, freeze: "FROZEN", enable: "wallet_already_active" },
  { is: staff, isBvnVerified: true, freeze: "wallet_already_frozen", enable: "ACTIVE" },
  { is: staff, isBvnVerified: false, freeze: "wallet_already_frozen", enable: "ACTIVE" },
  { is: identity, isBvnVerified: true, freeze: "wallet_already_frozen", enable: "ACTIVE" },
  {
    is: identity,
    isBvnVerified: false,
    freeze: "wallet_already_frozen",
    enable: "wallet_frozen_by_identity_check",
  },
])("frozen by $is.cause, BVN verified $isBvnVerified: freeze $freeze, enable $enable", (state) => {
  const wallet = { freeze: state.is, isBvnVerified: state.isBvnVerified };
  expect(outcome(() => freeze(wallet, "Fraud report", at) && "FROZEN")).toBe(state.freeze);
  expect(outcome(() => refusalOfEnabling(wallet)?.code ?? "ACTIVE")).toBe(state.enable);
});

test("freezing keeps cause, reason and time; the refusal quotes the stored reason", () => {
  expect(freeze({ freeze: null, isBvnVerified: true }, "Fraud report", at)).toEqual({
    cause: "staff",
    reason: "Fraud report",
    at,
  });
  expect(refusalOfEnabling({ freeze: identity, isBvnVerified: false })?.message).toContain("BVN Lookup failed");
});

test("a failed check freezes from any state, and keeps only the freeze of an earlier check unchanged", () => {
  const later = new Date("2026-03-03T09:00:00Z");
  const failed = (is: FreezeRow | null) =>
    freezeByCheck({ freeze: is, isBvnVerified: false }, "Invalid NIN/BVN", later);
  expect(failed(null)).toEqual({ cause: "identity", reason: "Invalid NIN/BVN", at: later });
  expect(failed(staff)).toEqual({ cause: "identity", reason: "Invalid NIN/BVN (frozen before: Reported stolen)", at });
  expect(failed(identity)).toBeNull();
});

function outcome(decide: () => string): string | FailureCode {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
