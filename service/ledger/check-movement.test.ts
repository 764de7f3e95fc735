import { describe, expect, it } from "vitest";
import type { Account, TierRules } from "./account.ts";
import { checkMovement, spentOn } from "./check-movement.ts";
import { koboFromWire, koboToWire, MAX_KOBO } from "./kobo.ts";
import { lagosDay } from "./lagos-day.ts";

const tiers: TierRules = {
  1: { dailyLimit: 5_000n, singleLimit: 2_000n, minBalance: 100n, maxBalance: 30_000n },
  2: { dailyLimit: 20_000n, singleLimit: 10_000n, minBalance: 0n, maxBalance: 50_000n },
  3: { dailyLimit: null, singleLimit: null, minBalance: 0n, maxBalance: null },
};
const TODAY = "2026-03-02";

function account(id: bigint, more: Partial<Account> = {}): Account {
  return {
    tenant: 1,
    id,
    kind: "wallet",
    tier: 1,
    frozen: false,
    postNoCredit: false,
    balance: 10_000n,
    seq: 0n,
    day: null,
    spent: 0n,
    ...more,
  };
}

const merchant: Partial<Account> = { kind: "merchant", tier: null };
type Case = {
  source?: Partial<Account> | null;
  destination?: Partial<Account> | null;
  amount?: bigint;
  fees?: bigint;
  ceiling?: bigint;
};

function reasons({ source = {}, destination = {}, amount = 1_000n, fees = 10n, ceiling }: Case) {
  return checkMovement(
    source === null ? undefined : account(1n, source),
    destination === null ? undefined : account(2n, destination),
    { amount, fees, day: TODAY, tiers, ceiling },
  );
}

describe("a movement is allowed", () => {
  it.each<[string, Case]>([
    ["between two active wallets", {}],
    ["of exactly the single limit", { amount: 2_000n }],
    ["up to exactly the daily limit, fees not counted", { source: { day: TODAY, spent: 4_000n }, fees: 500n }],
    ["down to exactly the minimum balance", { source: { balance: 1_110n } }],
    ["up to exactly the maximum balance", { destination: { balance: 29_000n } }],
    ["from the merchant without limits or minimum", { source: { ...merchant, balance: 9_010n }, amount: 9_000n }],
    ["out of a wallet that takes no credits", { source: { postNoCredit: true } }],
    ["on the day after the limit was used up", { source: { day: "2026-03-01", spent: 5_000n } }],
    [
      "of any size in a tier without limits",
      { source: { tier: 3, balance: 10n ** 12n }, destination: { tier: 3 }, amount: 10n ** 11n },
    ],
    [
      "up to exactly the ceiling, fees not counted",
      { source: { ...merchant, day: TODAY, spent: 4_000n }, ceiling: 5_000n },
    ],
    ["out of the funding account, which owes", { source: { kind: "funding", tier: null, balance: -5n }, fees: 0n }],
  ])("%s", (_title, example) => {
    expect(reasons(example)).toEqual([]);
  });
});

describe("a movement is refused with the numbers behind it:", () => {
  it.each<[string, Case, object]>([
    ["source missing", { source: null }, { code: "account_not_found", side: "source" }],
    ["destination missing", { destination: null }, { code: "account_not_found", side: "destination" }],
    ["one account twice", { destination: { id: 1n } }, { code: "same_account" }],
    ["source frozen", { source: { frozen: true } }, { code: "account_frozen", side: "source" }],
    ["destination frozen", { destination: { frozen: true } }, { code: "account_frozen", side: "destination" }],
    ["post-no-credit", { destination: { postNoCredit: true } }, { code: "post_no_credit" }],
    ["single limit", { amount: 2_001n }, { code: "single_limit_exceeded", limit: 2_000n, amount: 2_001n }],
    [
      "daily limit",
      { source: { day: TODAY, spent: 4_001n } },
      { code: "daily_limit_exceeded", limit: 5_000n, spent: 4_001n, amount: 1_000n },
    ],
    ["balance", { source: { balance: 1_009n } }, { code: "balance_too_low", balance: 1_009n, needed: 1_010n }],
    [
      "minimum balance",
      { source: { balance: 1_109n } },
      { code: "min_balance_not_met", minBalance: 100n, balanceAfter: 99n },
    ],
    [
      "maximum balance",
      { destination: { balance: 29_001n } },
      { code: "max_balance_exceeded", maxBalance: 30_000n, balanceAfter: 30_001n },
    ],
    [
      "ceiling",
      { source: { ...merchant, day: TODAY, spent: 4_001n }, ceiling: 5_000n },
      { code: "ceiling_exceeded", limit: 5_000n, spent: 4_001n, amount: 1_000n },
    ],
    [
      "more than a JSON number carries",
      { source: { ...merchant, balance: MAX_KOBO }, destination: { tier: 3, balance: MAX_KOBO }, amount: 1n, fees: 0n },
      { code: "max_balance_exceeded", maxBalance: MAX_KOBO, balanceAfter: MAX_KOBO + 1n },
    ],
    [
      "more issued than a JSON number carries",
      { source: { kind: "funding", tier: null, balance: -MAX_KOBO }, amount: 1n, fees: 0n },
      { code: "balance_too_low", balance: -MAX_KOBO, needed: 1n },
    ],
  ])("%s", (_title, example, refusal) => {
    expect(reasons(example)[0]).toEqual(refusal);
  });
});

it("lists every reason in the order of api 4, the ceiling last", () => {
  const everything = reasons({
    source: { frozen: true, day: TODAY, spent: 4_000n, balance: 3_020n },
    destination: { frozen: true, postNoCredit: true, balance: 30_000n },
    amount: 3_000n,
    ceiling: 6_999n,
  });
  expect(everything.map((refusal) => refusal.code)).toEqual([
    "account_frozen",
    "account_frozen",
    "post_no_credit",
    "single_limit_exceeded",
    "daily_limit_exceeded",
    "min_balance_not_met",
    "max_balance_exceeded",
    "ceiling_exceeded",
  ]);
});

describe("a day", () => {
  it("is a calendar day in Africa/Lagos, one hour before UTC", () => {
    expect(lagosDay(new Date("2026-03-01T22:59:59.999Z"))).toBe("2026-03-01");
    expect(lagosDay(new Date("2026-03-01T23:00:00.000Z"))).toBe("2026-03-02");
  });

  it("that is over counts nothing; a clock that runs behind does not forget what was spent", () => {
    expect(spentOn(account(1n, { day: "2026-03-01", spent: 7n }), TODAY)).toBe(0n);
    expect(spentOn(account(1n, { day: TODAY, spent: 7n }), TODAY)).toBe(7n);
    expect(spentOn(account(1n, { day: "2026-03-03", spent: 7n }), TODAY)).toBe(7n);
  });
});

describe("kobo", () => {
  it.each([0.5, -0.1, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])("%s is not taken from the wire", (amount) => {
    expect(() => koboFromWire(amount)).toThrow();
  });

  it("goes both ways exactly up to 2^53-1, not beyond", () => {
    expect(koboToWire(koboFromWire(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => koboToWire(MAX_KOBO + 1n)).toThrow();
    expect(() => koboToWire(-MAX_KOBO - 1n)).toThrow();
  });
});
