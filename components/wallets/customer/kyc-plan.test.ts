import { expect, test } from "vitest";
import { kycPlan } from "./kyc-plan.ts";

type Known = Parameters<typeof kycPlan>[0];

const nothing: Known = { tier: "TIER_1", isBVNVerified: false, isNINVerified: false, isPhoneVerified: false };
const cases: [name: string, known: Partial<Known>, states: string][] = [
  ["nothing", {}, "bvn next, phone info, tier2 blocked, nin open, tier3 blocked"],
  ["a phone", { isPhoneVerified: true }, "bvn next, phone done, tier2 blocked, nin open, tier3 blocked"],
  ["a BVN", { isBVNVerified: true }, "bvn done, phone info, tier2 next, nin open, tier3 blocked"],
  ["a NIN alone", { isNINVerified: true }, "bvn next, phone info, tier2 blocked, nin done, tier3 blocked"],
  [
    "BVN and NIN at Tier 1",
    { isBVNVerified: true, isNINVerified: true },
    "bvn done, phone info, tier2 next, nin done, tier3 open",
  ],
  [
    "a BVN at Tier 2",
    { tier: "TIER_2", isBVNVerified: true },
    "bvn done, phone info, tier2 done, nin next, tier3 blocked",
  ],
  [
    "BVN and NIN at Tier 2",
    { tier: "TIER_2", isBVNVerified: true, isNINVerified: true },
    "bvn done, phone info, tier2 done, nin done, tier3 next",
  ],
  [
    "everything",
    { tier: "TIER_3", isBVNVerified: true, isNINVerified: true, isPhoneVerified: true },
    "bvn done, phone done, tier2 done, nin done, tier3 done",
  ],
];

test.each(cases)("with %s", (_name, known, states) => {
  const plan = kycPlan({ ...nothing, ...known });
  expect(plan.map(({ id, state }) => `${id} ${state}`).join(", ")).toBe(states);
});

test("missing steps are named", () => {
  const why = (known: Partial<Known>) => kycPlan({ ...nothing, ...known }).map((step) => step.why);
  expect(why({})).toEqual([
    null,
    null,
    "Tier 2 needs a verified BVN.",
    null,
    "Tier 3 needs a verified BVN and a verified NIN.",
  ]);
  expect(why({ isBVNVerified: true })[4]).toBe("Tier 3 needs a verified NIN.");
  expect(why({ isNINVerified: true })[4]).toBe("Tier 3 needs a verified BVN.");
});
