import type * as z from "zod";
import type { PreflightBody, PreflightResult } from "../../../contract/batch-records.ts";
import { RECENT_PAYMENT_DAYS } from "../../../contract/money-row.ts";
import { type ItemReason, itemReason } from "../../../contract/texts/batches.ts";
import { findPaidReferences, findRecentPayments, type PaidReference } from "../../db/batches/earlier-payments.ts";
import { findParties, type Party } from "../../db/ledger/money-parties.ts";
import type { Account } from "../../ledger/account.ts";
import { applyMovements, referenceKey } from "../../ledger/apply-movements.ts";
import { koboFromWire, MAX_KOBO } from "../../ledger/kobo.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Movement } from "../../ledger/movement.ts";
import type { Context } from "../context.ts";
import { findTiers } from "../transactions/tiers.ts";
import { findBatchRules, type Rules, refusalOfDebits } from "./batch-rules.ts";
import { earlierView } from "./batch-view.ts";
import { reasonOf } from "./refusals.ts";

const DAY_MS = 86_400_000;
/** An account of the trial run only. */
const FEES = -1n;

type Input = z.infer<typeof PreflightBody>;
type Item = Input["transactions"][number];
type Operation = Input["operation"];
type Found = { item: Item; party: Party | undefined; paid: PaidReference | undefined };

/**
 * Checks items before their batch is sent: the name of the account holder, the reason for which each would be rejected now, and payments
 * that exist already. Runs the ledger's own decisions on copies of the accounts, so items to the same wallet count together. The merchant's
 * balance and daily limit concern the whole file and are not checked. Moves and stores nothing. Returns the wire payload, in order. API 5.
 */
export async function preflightBatch(ctx: Context, { operation, transactions }: Input): Promise<PreflightResult[]> {
  const references = transactions.flatMap(({ reference }) => reference ?? []);
  const [rules, partyOf, paid] = await Promise.all([
    findBatchRules(ctx),
    findPartiesOf(ctx, transactions),
    findPaidReferences(ctx.db, ctx.tenant.id, references),
  ]);
  const paidBy = new Map(paid.map((one) => [one.reference, one]));
  const found = transactions.map((item) => ({ item, party: partyOf(item), paid: paidBy.get(item.reference ?? "") }));
  const [reasons, recent] = await Promise.all([
    trialRun(ctx, operation, found, rules),
    findRecent(ctx, operation, found),
  ]);
  return found.map((one, index) => {
    const { party, paid: earlier } = one;
    const duplicate = earlier && isSame(operation, one) ? earlierView(earlier) : null;
    const reason = reasons[index] ?? null;
    const equal = recent.get(index);
    return {
      name: party?.name ?? null,
      accountNumber: party?.accountNumber ?? null,
      reason: reason && { code: reason.code, message: reason.text },
      duplicateOf: duplicate,
      recent: equal && !duplicate ? earlierView(equal) : null,
    };
  });
}

/** Reads each kind of identifier with one statement. */
async function findPartiesOf(ctx: Context, items: readonly Item[]) {
  const find = async (by: "customer" | "wallet" | "account", nameOf: (item: Item) => string | undefined) => {
    const names = [...new Set(items.flatMap((item) => nameOf(item) ?? []))];
    return names.length === 0 ? [] : await findParties(ctx.db, ctx.tenant.id, { by, names });
  };
  const lists = await Promise.all([
    find("customer", ({ customerId }) => customerId),
    find("wallet", ({ walletId }) => walletId),
    find("account", ({ accountNumber }) => accountNumber),
  ]);
  const byName = new Map<string, Party>();
  for (const party of lists.flat()) {
    for (const name of [party.customerId, party.walletId, party.accountNumber]) if (name) byName.set(name, party);
  }
  return ({ customerId, walletId, accountNumber }: Item) => byName.get(customerId ?? walletId ?? accountNumber ?? "");
}

/** The same payment: direction, wallet and amount, not taken back. The statement that records the results of a batch applies the same rule. */
function isSame(operation: Operation, { item, party, paid }: Found): boolean {
  if (!paid || !party || paid.isReversed) return false;
  const side = operation === "credit" ? paid.destination : paid.source;
  return paid.kind === operation && paid.amount === koboFromWire(item.amount) && side === party.account.id;
}

/** The reason of each item, or null: what the ledger would decide, in order. */
async function trialRun(
  ctx: Context,
  operation: Operation,
  found: readonly Found[],
  { settings, merchantAccountId: merchant }: Rules,
): Promise<(ItemReason | null)[]> {
  const off = refusalOfDebits(operation, settings, { takesPin: false });
  if (off) return found.map(() => ({ code: off.code, text: off.message }));
  const tenant = ctx.tenant.id;
  const accounts = new Map(found.flatMap(({ party }) => (party ? [[party.account.id, party.account] as const] : [])));
  accounts.set(merchant, trialAccount(tenant, merchant, operation === "credit" ? MAX_KOBO : 0n));
  accounts.set(FEES, trialAccount(tenant, FEES, 0n));
  // The merchant pays the fees of credits, and its balance is not checked.
  const terms = { tenant, kind: operation, baseFee: operation === "credit" ? 0n : settings.batchItemFee };
  const movements = found.flatMap(({ item, party }, index) =>
    party ? [movementOf(terms, item, { id: String(index), wallet: party.account.id, merchant })] : [],
  );
  const { outcomes } = applyMovements(accounts, movements, {
    day: lagosDay(ctx.clock.now()),
    tiers: new Map([[tenant, await findTiers(ctx)]]),
    feeAccounts: new Map([[tenant, { platformFee: FEES, merchantFee: FEES }]]),
    usedReferences: new Set(found.flatMap(({ paid }) => (paid ? [referenceKey(tenant, paid.reference)] : []))),
    mergeMerchantEntries: true,
  });
  const decided = outcomes.values();
  return found.map(({ item, party }) => {
    if (!party) return itemReason(item.customerId === undefined ? "wallet_not_found" : "customer_not_found");
    const outcome = decided.next().value;
    return outcome && !outcome.posted ? reasonOf(outcome.refusal) : null;
  });
}

function movementOf(
  terms: Pick<Movement, "tenant" | "kind" | "baseFee">,
  { amount, reference }: Item,
  { id, wallet, merchant }: { id: string; wallet: bigint; merchant: bigint },
): Movement {
  const [source, destination] = terms.kind === "credit" ? [merchant, wallet] : [wallet, merchant];
  const texts = { description: null, narration: null, note: null, reversalOf: null, metadata: null };
  const nothing = { merchantFee: 0n, batch: null, ...texts, actor: "" };
  const named = { id, reference: reference ?? id, referenceGenerated: false };
  return { ...terms, ...nothing, ...named, source, destination, amount: koboFromWire(amount) };
}

function trialAccount(tenant: number, id: bigint, balance: bigint): Account {
  const kind = id === FEES ? "platform_fee" : "merchant";
  return { tenant, id, kind, tier: null, frozen: false, postNoCredit: false, balance, seq: 0n, day: null, spent: 0n };
}

async function findRecent(ctx: Context, operation: Operation, found: readonly Found[]) {
  const known = found.flatMap(({ item, party }, index) =>
    party ? [{ index, account: party.account.id, amount: koboFromWire(item.amount) }] : [],
  );
  const since = new Date(ctx.clock.now().getTime() - RECENT_PAYMENT_DAYS * DAY_MS);
  const recent = await findRecentPayments(ctx.db, ctx.tenant.id, operation, { payments: known, since });
  return new Map([...recent].map(([nth, payment]) => [known[nth]?.index ?? -1, payment]));
}
