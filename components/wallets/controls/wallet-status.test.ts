import { expect, test } from "vitest";
import { aFrozenWallet, aWallet, someActivity } from "../../testing/replies.ts";
import { activityAppearance, actorText } from "../page/activity-appearance.ts";
import { findFreeze, isIdentityFreeze, statusAppearance } from "./wallet-status.ts";

test.each([
  ["Active", "ok", aWallet()],
  ["Frozen", "ice", aFrozenWallet()],
  ["Frozen · identity", "bad", aFrozenWallet({ freezeCause: "identity", isBVNVerificationRequired: true })],
  // The identity check has succeeded since: staff may enable it.
  ["Frozen", "ice", aFrozenWallet({ freezeCause: "identity", isBVNVerificationRequired: false })],
])("%s is shown as %s", (word, tone, wallet) => {
  expect(statusAppearance(wallet)).toMatchObject({ word, tone });
});

test("an active wallet is never an identity freeze", () => {
  expect(isIdentityFreeze(aWallet({ isBVNVerificationRequired: true }))).toBe(false);
});

test("the current freeze is the newest one in the history", () => {
  expect(findFreeze(someActivity)?.id).toBe(someActivity[1]?.id);
  expect(findFreeze([])).toBeUndefined();
});

test("history uses readable labels", () => {
  expect(someActivity.map((line) => activityAppearance(line).text)).toEqual([
    "Transfer to Chịnaza Ọkọnkwọ",
    "Frozen: Court order",
    "Wallet created",
  ]);
});

test("a change of tier names both tiers", () => {
  const facts = { action: "customer.change_tier", tier: { from: "TIER_1", to: "TIER_3" } };
  const line = { ...someActivity[1], kind: "audit", ...facts } as (typeof someActivity)[number];
  expect(activityAppearance(line).text).toBe("Tier changed: Tier 1 → Tier 3");
});

test("an unknown action is shown as it is", () => {
  const line = { ...someActivity[1], kind: "audit", action: "wallet.polish" } as (typeof someActivity)[number];
  expect(activityAppearance(line).text).toBe("wallet.polish: Court order");
});

test("the actor has a name, or the kind of actor", () => {
  expect(actorText({ actorName: "Chidi Ọbiọra", actorKind: "member" })).toBe("Chidi Ọbiọra");
  expect(actorText({ actorName: "", actorKind: "job" })).toBe("Service");
});
