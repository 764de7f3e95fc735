import { expect, it } from "vitest";
import type { Account, TierRules } from "./account.ts";
import { applyMovements, type FeeAccounts, referenceKey } from "./apply-movements.ts";
import type { Movement, RefusalCode } from "./movement.ts";

/**
 * The ledger against a reference written without it: plain numbers, one movement after the other, the rules read from
 * the API page once more. Groups, tenants, days, freezes and reused references are random; both must agree on everything.
 */
const POSTINGS = 120_000;
const TENANTS = 2;
const WALLETS = 14;
const LIMITS = [
  { daily: 5_000, single: 2_000, min: 4_000, max: 12_000 },
  { daily: 20_000, single: 6_000, min: 1_500, max: 40_000 },
  { daily: null, single: null, min: 0, max: null },
];

const verdicts: (RefusalCode | "posted")[] = [
  "posted",
  "duplicate_reference",
  "same_account",
  "account_not_found",
  "account_frozen",
  "post_no_credit",
  "single_limit_exceeded",
  "daily_limit_exceeded",
  "balance_too_low",
  "min_balance_not_met",
  "max_balance_exceeded",
  "ceiling_exceeded",
];

type Plain = {
  tenant: number;
  kind: "wallet" | "merchant" | "fees";
  tier: number;
  balance: number;
  entries: number;
  frozen: boolean;
  deaf: boolean;
  spentOn: Record<string, number>;
};

it(`agrees with the reference on ${POSTINGS.toLocaleString("en")} random postings and reaches every verdict`, () => {
  const random = mulberry(20_260_301);
  const world = newWorld();
  const seen = new Map<string, number>();
  let mismatches = 0;
  for (let done = 0; done < POSTINGS; ) {
    world.day = `2026-03-${String(1 + Math.floor((done / POSTINGS) * 28)).padStart(2, "0")}`;
    if (world.days.at(-1) !== world.day) world.days.push(world.day);
    disturb(world, random);
    const movements = Array.from({ length: 1 + Math.floor(random() * 64) }, () => randomMovement(world, random));
    const got = applyToLedger(world, movements);
    const expected = movements.map((movement) => referenceVerdict(world, movement));
    expected.forEach((verdict, index) => {
      seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
      if (got[index] !== verdict) mismatches += 1;
    });
    for (const [id, plain] of world.plain) if (!agrees(world, id, plain)) mismatches += 1;
    done += movements.length;
  }
  expect(mismatches).toBe(0);
  for (const verdict of verdicts) expect(seen.get(verdict) ?? 0, verdict).toBeGreaterThan(50);
});

function newWorld() {
  const accounts = new Map<bigint, Account>();
  const plain = new Map<number, Plain>();
  const feeAccounts = new Map<number, FeeAccounts>();
  const add = (tenant: number, id: number, kind: Account["kind"], tier: 1 | 2 | 3 | null, balance: number) => {
    const flags = { frozen: false, postNoCredit: false, day: null, spent: 0n, seq: 0n };
    accounts.set(BigInt(id), { tenant, id: BigInt(id), kind, tier, balance: BigInt(balance), ...flags });
    const plainKind = kind === "wallet" ? "wallet" : kind === "merchant" ? "merchant" : "fees";
    const empty = { entries: 0, frozen: false, deaf: false, spentOn: {} };
    plain.set(id, { tenant, kind: plainKind, tier: tier ?? 0, balance, ...empty });
  };
  for (let tenant = 1; tenant <= TENANTS; tenant += 1) {
    const base = tenant * 100;
    for (let i = 1; i <= WALLETS; i += 1) add(tenant, base + i, "wallet", ((i % 3) + 1) as 1 | 2 | 3, 9_000);
    add(tenant, base + 50, "merchant", null, 500_000);
    add(tenant, base + 90, "platform_fee", null, 0);
    add(tenant, base + 91, "merchant_fee", null, 0);
    feeAccounts.set(tenant, { platformFee: BigInt(base + 90), merchantFee: BigInt(base + 91) });
  }
  const state = { day: "", days: ["2026-02-28"], references: [] as string[], used: new Set<string>(), made: 0 };
  return { accounts, plain, feeAccounts, ...state };
}
type World = ReturnType<typeof newWorld>;

function disturb(world: World, random: () => number): void {
  const id = 100 * (1 + Math.floor(random() * TENANTS)) + 1 + Math.floor(random() * WALLETS);
  const account = world.accounts.get(BigInt(id));
  const plain = world.plain.get(id);
  if (!account || !plain) throw new Error("no such wallet");
  plain.frozen = random() < 0.15;
  plain.deaf = random() < 0.15;
  world.accounts.set(BigInt(id), { ...account, frozen: plain.frozen, postNoCredit: plain.deaf });
}

function randomMovement(world: World, random: () => number): Movement {
  const tenant = 1 + Math.floor(random() * TENANTS);
  const party = () => {
    const kind = random();
    if (kind < 0.02) return BigInt(999);
    const home = kind < 0.04 ? 3 - tenant : tenant;
    return BigInt(home * 100 + (kind < 0.2 ? 50 : 1 + Math.floor(random() * WALLETS)));
  };
  world.made += 1;
  const reference = random() < 0.05 && world.references.length > 0 ? pick(world.references, random) : `R${world.made}`;
  world.references.push(reference);
  const size = random() < 0.5 ? 300 : random() < 0.8 ? 2_500 : 9_000;
  return {
    tenant,
    id: `t${world.made}`,
    reference,
    referenceGenerated: false,
    kind: "transfer",
    source: party(),
    destination: party(),
    amount: BigInt(1 + Math.floor(random() * size)),
    baseFee: BigInt(Math.floor(random() * 4)),
    merchantFee: BigInt(Math.floor(random() * 3)),
    ceiling: random() < 0.2 ? BigInt(Math.floor(random() * 30_000)) : null,
    batch: null,
    description: null,
    narration: null,
    note: null,
    reversalOf: null,
    unspent:
      random() < 0.2 ? { day: pick(world.days.slice(-2), random), amount: BigInt(Math.floor(random() * size)) } : null,
    metadata: null,
    actor: "model",
  };
}

function applyToLedger(world: World, movements: readonly Movement[]): string[] {
  const tiers = Object.fromEntries(
    LIMITS.map(({ daily, single, min, max }, index) => [
      index + 1,
      { dailyLimit: kobo(daily), singleLimit: kobo(single), minBalance: BigInt(min), maxBalance: kobo(max) },
    ]),
  ) as unknown as TierRules;
  const { outcomes, posted, changed } = applyMovements(world.accounts, movements, {
    day: world.day,
    tiers: new Map(Array.from({ length: TENANTS }, (_, i) => [i + 1, tiers])),
    feeAccounts: world.feeAccounts,
    usedReferences: new Set(
      movements.map((one) => referenceKey(one.tenant, one.reference)).filter((key) => world.used.has(key)),
    ),
    mergeMerchantEntries: false,
  });
  for (const { movement } of posted) world.used.add(referenceKey(movement.tenant, movement.reference));
  for (const account of changed) world.accounts.set(account.id, account);
  return outcomes.map((outcome) => (outcome.posted ? "posted" : outcome.refusal.code));
}

const referencesOfReference = new Set<string>();

/** The reference implementation: decides and moves in one step, with plain numbers. */
function referenceVerdict(world: World, { tenant, reference, ...movement }: Movement): string {
  const [amount, fee] = [Number(movement.amount), Number(movement.baseFee + movement.merchantFee)];
  const from = world.plain.get(Number(movement.source));
  const to = world.plain.get(Number(movement.destination));
  const name = `${tenant}/${reference}`;
  if (referencesOfReference.has(name)) return "duplicate_reference";
  if (!from || !to || from.tenant !== tenant || to.tenant !== tenant) return "account_not_found";
  if (from === to) return "same_account";
  if (from.frozen || to.frozen) return "account_frozen";
  if (to.deaf) return "post_no_credit";
  const refusal = refusalByNumbers(from, to, { amount, fee, day: world.day });
  if (refusal) return refusal;
  const spent = from.spentOn[world.day] ?? 0;
  if (typeof movement.ceiling === "bigint" && spent + amount > Number(movement.ceiling)) return "ceiling_exceeded";

  referencesOfReference.add(name);
  from.spentOn[world.day] = spent + amount;
  if (movement.unspent) {
    const { day, amount: unspent } = movement.unspent;
    to.spentOn[day] = Math.max(0, (to.spentOn[day] ?? 0) - Number(unspent));
  }
  credit(from, -amount - fee);
  credit(to, amount);
  creditFee(world.plain.get(tenant * 100 + 90), movement.baseFee);
  creditFee(world.plain.get(tenant * 100 + 91), movement.merchantFee);
  return "posted";
}

function refusalByNumbers(from: Plain, to: Plain, move: { amount: number; fee: number; day: string }): string | null {
  const none = { single: Infinity, daily: Infinity, min: 0, max: Infinity };
  const limits = { ...none, ...withoutNulls(LIMITS[from.tier - 1]) };
  const { max } = { ...none, ...withoutNulls(LIMITS[to.tier - 1]) };
  const left = from.balance - move.amount - move.fee;
  if (move.amount > limits.single) return "single_limit_exceeded";
  if ((from.spentOn[move.day] ?? 0) + move.amount > limits.daily) return "daily_limit_exceeded";
  if (left < 0) return "balance_too_low";
  if (left < limits.min) return "min_balance_not_met";
  return to.balance + move.amount > max ? "max_balance_exceeded" : null;
}

function withoutNulls(limits: object | undefined): object {
  return Object.fromEntries(Object.entries(limits ?? {}).filter(([, limit]) => limit !== null));
}

function creditFee(account: Plain | undefined, fee: bigint): void {
  if (account) account.balance += Number(fee);
}

function credit(account: Plain, amount: number): void {
  account.balance += amount;
  account.entries += 1;
}

function agrees(world: World, id: number, plain: Plain): boolean {
  const account = world.accounts.get(BigInt(id));
  if (!account || Number(account.balance) !== plain.balance) return false;
  return plain.kind === "fees" || Number(account.seq) === plain.entries;
}

function kobo(limit: number | null): bigint | null {
  return limit === null ? null : BigInt(limit);
}

function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
