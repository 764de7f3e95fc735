import type { EntryRow } from "../db/ledger/postings.ts";
import type { Account, TierRules } from "./account.ts";
import { checkMovement, spentOn } from "./check-movement.ts";
import { KIND_RULES } from "./kind-rules.ts";
import type { Movement, Outcome, Refusal, Unspent } from "./movement.ts";

/** The fee accounts of a tenant: the stripes of the deciding lane. */
export type FeeAccounts = { readonly platformFee: bigint; readonly merchantFee: bigint };

/** The facts that decisions depend on, apart from the accounts. References are keys of `referenceKey`. */
export type Rules = {
  readonly day: string;
  readonly tiers: ReadonlyMap<number, TierRules>;
  readonly feeAccounts: ReadonlyMap<number, FeeAccounts>;
  readonly usedReferences: ReadonlySet<string>;
  /** In a batch the merchant's account gets one entry for all items, as fee accounts always do. */
  readonly mergeMerchantEntries: boolean;
};

/** A posted movement with the sequence numbers of its two entries. */
export type Posted = { readonly movement: Movement; sourceSeq: bigint; destinationSeq: bigint };

export type Applied = {
  readonly outcomes: readonly Outcome[];
  readonly posted: readonly Posted[];
  readonly changed: readonly Account[];
  readonly entries: readonly EntryRow[];
};

/** The key of a tenant's reference. */
export function referenceKey(tenant: number, reference: string): string {
  return `${tenant}:${reference}`;
}

/**
 * Decides movements one by one, in order. Each is posted with entries that sum to zero, or refused with the first reason and its
 * numbers. Later movements see the effect of earlier ones; a refused movement has no effect, and its reference stays free. `accounts`
 * holds the loaded rows by ID and is not changed. Returns the outcomes in order, the new states of the changed accounts, and the
 * entries. Pure: no clock, no randomness, no database. Ledger 2, API 4.
 */
export function applyMovements(
  accounts: ReadonlyMap<bigint, Account>,
  movements: readonly Movement[],
  rules: Rules,
): Applied {
  const run = new Run(accounts, rules);
  const outcomes = movements.map((movement) => run.decide(movement));
  run.mergeEntries();
  return { outcomes, posted: run.posted, changed: [...run.touched], entries: run.entries };
}

class Run {
  readonly touched = new Set<Account>();
  readonly entries: EntryRow[] = [];
  readonly posted: Posted[] = [];
  readonly #references = new Map<number, Set<string>>();
  /** Sums for accounts that get a single entry. */
  readonly #merged = new Map<Account, bigint>();
  /** The states of this run, by account. */
  readonly #own = new Map<bigint, Account>();
  readonly #accounts: ReadonlyMap<bigint, Account>;
  readonly #rules: Rules;

  constructor(accounts: ReadonlyMap<bigint, Account>, rules: Rules) {
    this.#accounts = accounts;
    this.#rules = rules;
  }

  decide(movement: Movement): Outcome {
    const references = this.#referencesOf(movement.tenant);
    const source = this.#find(movement.tenant, movement.source);
    const destination = this.#find(movement.tenant, movement.destination);
    const refusal = this.#refuse(movement, references, source, destination);
    if (refusal) return { posted: false, refusal };
    if (!source || !destination) throw new Error("a movement without accounts passed the rules");

    references.add(movement.reference);
    const total = movement.amount + movement.baseFee + movement.merchantFee;
    const holdsFees = KIND_RULES[movement.kind].fees === "destination";
    if (movement.reversalOf === null) spend(source, movement.amount, this.#rules.day);
    if (movement.unspent) unspend(destination, movement.unspent);
    const sourceSeq = this.#post(source, -total, movement.id);
    const destinationSeq = this.#post(destination, holdsFees ? total : movement.amount, movement.id);
    if (!holdsFees) this.#postFees(movement);
    this.posted.push({ movement, sourceSeq, destinationSeq });
    return { posted: true, sourceBalance: source.balance, destinationBalance: destination.balance };
  }

  /** Writes the single entry of each merged account. Its transactions refer to its seq. */
  mergeEntries(): void {
    for (const [account, delta] of this.#merged) {
      if (delta === 0n) throw new Error("the movements of a batch have one direction");
      account.seq += 1n;
      this.#record(account, delta, null);
    }
  }

  #refuse(
    movement: Movement,
    references: ReadonlySet<string>,
    source: Account | undefined,
    destination: Account | undefined,
  ): Refusal | undefined {
    if (references.has(movement.reference) || this.#isUsed(movement)) {
      return { code: "duplicate_reference", reference: movement.reference };
    }
    const tiers = this.#rules.tiers.get(movement.tenant);
    if (!tiers) throw new Error(`tenant ${movement.tenant} has no tier rules`);
    const { amount, ceiling, kind } = movement;
    const fees = movement.baseFee + movement.merchantFee;
    const checks = movement.reversalOf === null ? KIND_RULES[kind].checks : "reversal";
    return checkMovement(source, destination, { amount, fees, day: this.#rules.day, tiers, ceiling, checks })[0];
  }

  #postFees(movement: Movement): void {
    if (movement.baseFee === 0n && movement.merchantFee === 0n) return;
    const fees = this.#rules.feeAccounts.get(movement.tenant);
    if (!fees) throw new Error(`tenant ${movement.tenant} has no fee accounts`);
    this.#postFee(movement.tenant, fees.platformFee, movement.baseFee);
    this.#postFee(movement.tenant, fees.merchantFee, movement.merchantFee);
  }

  #postFee(tenant: number, id: bigint, fee: bigint): void {
    if (fee === 0n) return;
    const account = this.#find(tenant, id);
    if (!account) throw new Error(`fee account ${id} was not loaded`);
    this.#post(account, fee, null);
  }

  /** Changes the balance and returns the seq of the entry. Merged accounts get their entry at the end. */
  #post(account: Account, delta: bigint, transaction: string | null): bigint {
    this.touched.add(account);
    account.balance += delta;
    if (this.#isMerged(account)) {
      this.#merged.set(account, (this.#merged.get(account) ?? 0n) + delta);
      return account.seq + 1n;
    }
    account.seq += 1n;
    this.#record(account, delta, transaction);
    return account.seq;
  }

  #record({ tenant, id, seq, balance }: Account, delta: bigint, transaction: string | null): void {
    this.entries.push({ tenant, account: id, seq, transaction, delta, balanceAfter: balance });
  }

  #isMerged({ kind }: Account): boolean {
    if (kind === "platform_fee" || kind === "merchant_fee") return true;
    return kind === "merchant" && this.#rules.mergeMerchantEntries;
  }

  #referencesOf(tenant: number): Set<string> {
    const known = this.#references.get(tenant);
    if (known) return known;
    const references = new Set<string>();
    this.#references.set(tenant, references);
    return references;
  }

  #isUsed({ tenant, reference }: Movement): boolean {
    const { usedReferences } = this.#rules;
    return usedReferences.size > 0 && usedReferences.has(referenceKey(tenant, reference));
  }

  /** The account in its state of this run: a copy, which only this run changes. */
  #find(tenant: number, id: bigint): Account | undefined {
    const account = this.#own.get(id) ?? this.#copy(id);
    return account?.tenant === tenant ? account : undefined;
  }

  #copy(id: bigint): Account | undefined {
    const account = this.#accounts.get(id);
    if (!account) return undefined;
    const copy = { ...account };
    this.#own.set(id, copy);
    return copy;
  }
}

function spend(account: Account, amount: bigint, day: string): void {
  account.spent = spentOn(account, day) + amount;
  if (account.day === null || account.day < day) account.day = day;
}

/** `spent` is that of the account's last day: an amount of an earlier day is not part of it. */
function unspend(account: Account, { day, amount }: Unspent): void {
  if (account.day !== day) return;
  account.spent = account.spent > amount ? account.spent - amount : 0n;
}
