import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Account, TierRules } from "./account.ts";
import { applyMovements, type Rules, referenceKey } from "./apply-movements.ts";
import type { Movement } from "./movement.ts";

const TODAY = "2026-03-02";
const noLimit = { dailyLimit: null, singleLimit: null, minBalance: 0n, maxBalance: null };
const tiers: TierRules = { 1: { ...noLimit, dailyLimit: 1_000n }, 2: noLimit, 3: noLimit };
const rules: Rules = {
  day: TODAY,
  tiers: new Map([[1, tiers]]),
  feeAccounts: new Map([[1, { platformFee: 90n, merchantFee: 91n }]]),
  usedReferences: new Set([referenceKey(1, "USED")]),
  mergeMerchantEntries: false,
};

function account(id: bigint, more: Partial<Account> = {}): Account {
  const flags = { frozen: false, postNoCredit: false };
  return { tenant: 1, id, kind: "wallet", tier: 3, ...flags, balance: 0n, seq: 0n, day: null, spent: 0n, ...more };
}

function accounts(...balances: bigint[]): Map<bigint, Account> {
  const wallets = balances.map((balance, index) => account(BigInt(index + 1), { balance }));
  const fees = [account(90n, { kind: "platform_fee", tier: null }), account(91n, { kind: "merchant_fee", tier: null })];
  return new Map([...wallets, ...fees].map((one) => [one.id, one]));
}

let made = 0;
function movement(source: bigint, destination: bigint, amount: bigint, more: Partial<Movement> = {}): Movement {
  made += 1;
  return {
    tenant: 1,
    id: `t${made}`,
    reference: `R${made}`,
    referenceGenerated: false,
    kind: "transfer",
    source,
    destination,
    amount,
    baseFee: 0n,
    merchantFee: 0n,
    batch: null,
    description: null,
    narration: null,
    note: null,
    reversalOf: null,
    metadata: null,
    actor: "test",
    ...more,
  };
}

function codes(movements: readonly Movement[], loaded: Map<bigint, Account>, more: Partial<Rules> = {}) {
  const { outcomes } = applyMovements(loaded, movements, { ...rules, ...more });
  return outcomes.map((outcome) => (outcome.posted ? "posted" : outcome.refusal.code));
}

describe("applyMovements", () => {
  it("lets later movements see earlier ones", () => {
    expect(
      codes([movement(1n, 2n, 100n), movement(2n, 3n, 100n), movement(2n, 3n, 1n)], accounts(100n, 0n, 0n)),
    ).toEqual(["posted", "posted", "balance_too_low"]);
  });

  it("counts a payment that comes back on its day against the limits no longer", () => {
    const payer = account(1n, { tier: 1, balance: 1_000n, day: TODAY, spent: 800n });
    const loaded = () => new Map([...accounts(0n, 1_000n), [1n, payer]]);
    const back = (day: string, amount = 400n) => movement(2n, 1n, 400n, { unspent: { day, amount } });
    const pay = () => movement(1n, 2n, 300n);
    expect(codes([pay()], loaded())).toEqual(["daily_limit_exceeded"]);
    expect(codes([back(TODAY), pay()], loaded())).toEqual(["posted", "posted"]);
    expect(codes([back("2026-03-01"), pay()], loaded())).toEqual(["posted", "daily_limit_exceeded"]);
    const { changed } = applyMovements(loaded(), [back(TODAY, 900n)], rules);
    expect(changed.find(({ id }) => id === 1n)?.spent).toBe(0n);
    expect(payer.spent).toBe(800n);
  });

  it("writes entries that carry the balance after, and leaves the loaded accounts alone", () => {
    const loaded = accounts(100n, 5n);
    const paid = movement(1n, 2n, 50n, { baseFee: 3n, merchantFee: 2n });
    const { entries, changed, posted } = applyMovements(loaded, [paid], rules);
    expect(entries).toEqual([
      { tenant: 1, account: 1n, seq: 1n, transaction: paid.id, delta: -55n, balanceAfter: 45n },
      { tenant: 1, account: 2n, seq: 1n, transaction: paid.id, delta: 50n, balanceAfter: 55n },
      { tenant: 1, account: 90n, seq: 1n, transaction: null, delta: 3n, balanceAfter: 3n },
      { tenant: 1, account: 91n, seq: 1n, transaction: null, delta: 2n, balanceAfter: 2n },
    ]);
    expect(posted).toEqual([{ movement: paid, sourceSeq: 1n, destinationSeq: 1n }]);
    expect(changed.map((one) => [one.id, one.balance, one.seq])).toEqual([
      [1n, 45n, 1n],
      [2n, 55n, 1n],
      [90n, 3n, 1n],
      [91n, 2n, 1n],
    ]);
    expect(loaded.get(1n)?.balance).toBe(100n);
  });

  it("refuses a used reference and the second use inside the group, not the use after a refused one", () => {
    const same = { reference: "SAME" };
    const movements = [
      movement(1n, 2n, 1n, { reference: "USED" }),
      movement(1n, 2n, 999n, same),
      movement(1n, 2n, 1n, same),
      movement(1n, 2n, 1n, same),
    ];
    expect(codes(movements, accounts(100n, 0n))).toEqual([
      "duplicate_reference",
      "balance_too_low",
      "posted",
      "duplicate_reference",
    ]);
  });

  it("counts the daily limit inside the group and from zero on a new day", () => {
    const loaded = accounts(10_000n, 0n);
    loaded.set(1n, account(1n, { tier: 1, balance: 10_000n, day: "2026-03-01", spent: 1_000n }));
    const movements = [movement(1n, 2n, 600n), movement(1n, 2n, 401n), movement(1n, 2n, 400n)];
    expect(codes(movements, loaded)).toEqual(["posted", "daily_limit_exceeded", "posted"]);
    const { changed } = applyMovements(loaded, movements, rules);
    expect(changed.find((one) => one.id === 1n)).toMatchObject({ day: TODAY, spent: 1_000n });
  });

  it("does not find another tenant's account", () => {
    const loaded = accounts(100n, 0n);
    loaded.set(2n, account(2n, { tenant: 2 }));
    expect(codes([movement(1n, 2n, 1n)], loaded)).toEqual(["account_not_found"]);
  });

  it("gives the merchant one entry for a whole batch, named by all its transactions", () => {
    const loaded = accounts(0n, 0n);
    loaded.set(5n, account(5n, { kind: "merchant", tier: null, balance: 100n, seq: 7n }));
    const batch = [movement(5n, 1n, 30n), movement(5n, 2n, 80n), movement(5n, 2n, 20n)];
    const { entries, posted, outcomes } = applyMovements(loaded, batch, { ...rules, mergeMerchantEntries: true });
    expect(outcomes.map((outcome) => outcome.posted)).toEqual([true, false, true]);
    expect(entries.filter((entry) => entry.account === 5n)).toEqual([
      { tenant: 1, account: 5n, seq: 8n, transaction: null, delta: -50n, balanceAfter: 50n },
    ]);
    expect(posted.map((one) => one.sourceSeq)).toEqual([8n, 8n]);
  });
});

describe("for any movements", () => {
  const id = fc.integer({ min: 1, max: 6 }).map(BigInt);
  const amounts = fc.record({
    source: id,
    destination: id,
    amount: fc.bigInt({ min: 1n, max: 400n }),
    baseFee: fc.bigInt({ min: 0n, max: 5n }),
    merchantFee: fc.bigInt({ min: 0n, max: 5n }),
  });
  const balances = fc.array(fc.bigInt({ min: 0n, max: 1_000n }), { minLength: 6, maxLength: 6 });

  it("entries sum to zero, follow each other without a gap, and no wallet falls below zero", () => {
    fc.assert(
      fc.property(balances, fc.array(amounts, { maxLength: 40 }), (start, wanted) => {
        const loaded = accounts(...start);
        const movements = wanted.map(({ source, destination, amount, ...fees }) =>
          movement(source, destination, amount, fees),
        );
        const { entries, changed } = applyMovements(loaded, movements, rules);
        expect(entries.reduce((sum, entry) => sum + entry.delta, 0n)).toBe(0n);
        for (const after of changed) {
          const before = loaded.get(after.id);
          const own = entries.filter((entry) => entry.account === after.id);
          let balance = before?.balance ?? 0n;
          own.forEach((entry, index) => {
            balance += entry.delta;
            expect(entry.seq).toBe((before?.seq ?? 0n) + BigInt(index) + 1n);
            expect(entry.balanceAfter).toBe(balance);
          });
          expect(after.balance).toBe(balance);
          expect(after.balance).toBeGreaterThanOrEqual(0n);
        }
      }),
    );
  });

  it("deciding them one by one or in any grouping comes to the same balances and outcomes", () => {
    fc.assert(
      fc.property(
        balances,
        fc.array(amounts, { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        (start, wanted, size) => {
          const movements = wanted.map(({ source, destination, amount, ...fees }) =>
            movement(source, destination, amount, fees),
          );
          const whole = applyMovements(accounts(...start), movements, rules);
          let state = accounts(...start);
          const outcomes = [];
          for (let from = 0; from < movements.length; from += size) {
            const part = applyMovements(state, movements.slice(from, from + size), rules);
            outcomes.push(...part.outcomes);
            state = new Map([...state, ...part.changed.map((one) => [one.id, one] as const)]);
          }
          expect(outcomes).toEqual(whole.outcomes);
          for (const one of whole.changed) expect(state.get(one.id)?.balance).toBe(one.balance);
        },
      ),
    );
  });
});
