import { insertPayouts, type NewPayout } from "../../../db/payouts/new-payouts.ts";
import { isPossibleDuplicate } from "../../../db/sql-errors.ts";
import type { Statement } from "../../../db/statement.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import type { AuditEntry } from "../../record-audit.ts";
import { type Moved, moveMoney, type NewMovement } from "../../transactions/move-money.ts";
import { transferFailure } from "../../transfers/refusals.ts";
import { holdOf } from "../payout-bookings.ts";
import { DUPLICATE_MS } from "../prepare-payout.ts";
import { stripeOf } from "../send-to-bank.ts";
import { newSessionId } from "../session-id.ts";
import { type DecidedItem, totalsOf } from "./batch-view.ts";
import type { PreparedItem, PreparedItems } from "./prepare-items.ts";

const ATTEMPTS = 3;

/**
 * Holds the money of all items without a failure in one commit, with their payouts, first attempts and session IDs. The ledger decides
 * the items in order; a refused one has no effect on the others. Numbers of the merchant are paid in the books. Rails 2, 3, decision 0109.
 * `prepare` runs again where another request paid the same just before. @throws what `answer` throws, and what `moveMoney` throws
 */
export async function payItems<T extends object>(
  ctx: Context,
  batchId: string,
  request: {
    prepare(): Promise<PreparedItems>;
    /** Whether the same account and amount of the last two minutes refuses an item. */
    refusesDuplicates: boolean;
    answer(items: readonly DecidedItem[]): T;
    statements(items: readonly DecidedItem[], at: Date): readonly Statement[];
  },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await payOnce(ctx, batchId, { ...request, prepared: await request.prepare() });
    } catch (error) {
      if (!isPossibleDuplicate(error)) throw error;
      if (attempt === ATTEMPTS) throw new Failure("possible_duplicate");
    }
  }
}

async function payOnce<T extends object>(
  ctx: Context,
  batchId: string,
  request: Omit<Parameters<typeof payItems<T>>[2], "prepare"> & { prepared: PreparedItems },
): Promise<T> {
  const { prepared } = request;
  // One stripe for all: the posting then locks one hold account.
  const stripe = stripeOf(ctx);
  const eligible = prepared.items.filter(({ failure }) => failure === null);
  let last: { moved: readonly Moved[]; items: DecidedItem[] } | undefined;
  const decide = (moved: readonly Moved[]) => {
    if (last?.moved !== moved) last = { moved, items: decidedItems(prepared.items, moved) };
    return last.items;
  };
  return await moveMoney(ctx, {
    movements: eligible.map((item) => movementOf(item, prepared, stripe)),
    answer: (moved) => request.answer(decide(moved)),
    audit: (moved) => [auditOf(batchId, decide(moved))],
    statements(moved, at) {
      const items = decide(moved);
      const since = request.refusesDuplicates ? new Date(at.getTime() - DUPLICATE_MS) : null;
      const payouts = items.flatMap((item) =>
        item.failure || item.target ? [] : [payoutOf(ctx, item, { ...prepared, batchId, stripe, since, at })],
      );
      const holds = payouts.length === 0 ? [] : [insertPayouts(payouts, at)];
      return [...holds, ...request.statements(items, at)];
    },
  });
}

/** `moved` holds the outcomes of the items without a failure, in order. */
function decidedItems(items: readonly PreparedItem[], moved: readonly Moved[]): DecidedItem[] {
  const outcomes = moved.values();
  return items.map((item) => {
    if (item.failure) return { ...item, reference: null };
    const { value } = outcomes.next();
    if (!value) throw new Error("an item without an outcome");
    const { outcome, reference } = value;
    return outcome.posted
      ? { ...item, reference }
      : { ...item, reference: null, failure: transferFailure(outcome.refusal) };
  });
}

function movementOf(item: PreparedItem, { source, settings, accounts }: PreparedItems, stripe: number): NewMovement {
  const { id, request, target, amount, charges, fees } = item;
  const hold = holdOf({ source: source.account.id, stripe, customerId: null, amount, ...charges }, accounts);
  const inBooks = target && {
    kind: "credit" as const,
    source: source.account.id,
    destination: target.account.id,
    amount,
  };
  return {
    ...(inBooks ? { ...inBooks, ...fees } : hold),
    id,
    ceiling: settings.merchantDailyLimit,
    reference: request.reference,
    description: request.narration,
    narration: request.narration,
    note: request.note,
    metadata: request.metadata,
  };
}

function payoutOf(
  ctx: Context,
  item: DecidedItem,
  {
    source,
    rail,
    batchId,
    stripe,
    since,
    at,
  }: PreparedItems & { batchId: string; stripe: number; since: Date | null; at: Date },
): Omit<NewPayout, "at"> {
  const { request, bank, enquiry, accountName, nameMatch } = item;
  if (!rail || !bank || enquiry?.outcome !== "found" || accountName === null)
    throw new Error("an item passed no checks");
  return {
    tenant: ctx.tenant.id,
    id: item.id,
    reference: item.reference ?? "",
    source: source.account.id,
    stripe,
    customerId: null,
    walletId: source.walletId,
    amount: item.amount,
    ...item.charges,
    bankCode: bank.code,
    bankName: bank.name,
    accountNumber: request.accountNumber,
    accountName,
    nameMatch: nameMatch === "FULL" || nameMatch === "PARTIAL" ? nameMatch : "BANK",
    narration: request.narration,
    note: request.note ?? null,
    metadata: request.metadata ?? null,
    batch: batchId,
    returns: null,
    actor: `${ctx.actor.kind}:${ctx.actor.id}`,
    actorName: ctx.actor.name,
    rail: rail.name,
    sessionId: newSessionId(rail.senderCode, at),
    enquiryId: enquiry.enquiryId,
    refusesDuplicateSince: request.allowDuplicate ? null : since,
  };
}

function auditOf(batchId: string, items: readonly DecidedItem[]): AuditEntry {
  const { total, rejected, amount, charges } = totalsOf(items);
  return {
    action: "payout.pay_batch",
    object: { kind: "payout_batch", id: batchId },
    after: { accepted: total - rejected, rejected, amount, charges },
  };
}
