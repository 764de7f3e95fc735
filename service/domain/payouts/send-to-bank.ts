import { setTimeout as pause } from "node:timers/promises";
import type { BankTransfer } from "../../../contract/payout-records.ts";
import { payoutTexts } from "../../../contract/texts/payouts.ts";
import { RAIL_STRIPES } from "../../db/ledger/accounts.ts";
import { insertPayout } from "../../db/payouts/new-payouts.ts";
import { findPayoutById, isPayoutDecided, type PayoutRow } from "../../db/payouts/payout-lists.ts";
import { isPossibleDuplicate } from "../../db/sql-errors.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { type Moved, moveMoney } from "../transactions/move-money.ts";
import { transferFailure } from "../transfers/refusals.ts";
import { railOf } from "./banks.ts";
import { holdOf } from "./payout-bookings.ts";
import { bankTransferView } from "./payout-view.ts";
import { DUPLICATE_MS, type PayoutRequest, type PreparedPayout, preparePayout } from "./prepare-payout.ts";
import { newSessionId } from "./session-id.ts";

/** Builds the payload of each answer, and sets its status. */
export type PayoutAnswers = {
  done(transfer: BankTransfer): object;
  processing(transfer: BankTransfer): object;
};

/** A caller waits this long for the bank's verdict. Rails 2. */
const WAIT_MS = 8_000;
const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 250;
/** An announcement may be lost, so the payout is also read this often. */
const REREAD_MS = 1_000;

/**
 * Pays to a bank account: holds amount and charges together with the payout, its first attempt and its session ID in one commit, and
 * waits up to 8 s for the bank. The worker sends it. A number of ours is paid in the books. Rails 2, 3, 4.
 * @throws the first failure of the checks; `possible_duplicate`; `bank_transfer_failed` when the bank refused within that time
 */
export async function sendToBank(ctx: Context, request: PayoutRequest, answers: PayoutAnswers): Promise<object> {
  const prepared = await preparePayout(ctx, request);
  const [failure] = prepared.failures;
  if (failure) throw failure;
  if (prepared.target) return await payInBooks(ctx, request, prepared, answers);
  const held = await holdPayout(ctx, request, prepared, answers);
  const row = await waitForEnd(ctx, held.id);
  if (!row) return held.payload;
  if (row.state === "failed") throw failedBy(row);
  const view = bankTransferView(row);
  const payload = row.state === "succeeded" ? answers.done(view) : answers.processing(view);
  // The stored answer is that of the hold; this caller gets what is known now.
  ctx.pendingAnswer?.render({ payload });
  return payload;
}

const NO_ANSWER: PayoutAnswers = { done: () => ({}), processing: () => ({}) };

/** Sends an approved payout. The approver does not wait for the bank. @throws as `sendToBank` before the hold */
export async function sendApprovedPayout(ctx: Context, request: PayoutRequest): Promise<object> {
  const prepared = await preparePayout(ctx, { ...request, allowDuplicate: true });
  const [failure] = prepared.failures;
  if (failure) throw failure;
  if (prepared.target) return await payInBooks(ctx, request, prepared, NO_ANSWER);
  await holdPayout(ctx, { ...request, allowDuplicate: true }, prepared, NO_ANSWER);
  return {};
}

/** Holds the money of a payout that passed the checks. Returns its ID and the answer while the bank decides. */
async function holdPayout(
  ctx: Context,
  request: PayoutRequest,
  prepared: PreparedPayout,
  answers: PayoutAnswers,
): Promise<{ id: string; payload: object }> {
  const { source, bank, enquiry, accountName, nameMatch, amount, charges, accounts } = prepared;
  if (!source || !bank || enquiry?.outcome !== "found" || accountName === null)
    throw new Error("a payout passed no checks");
  const { customerId, metadata = null } = request;
  const stripe = stripeOf(ctx);
  const booked = { source: source.account.id, stripe, customerId, amount, ...charges };
  const rail = railOf(ctx);
  const sessionId = newSessionId(rail.senderCode, ctx.clock.now());
  const narration = request.narration ?? payoutTexts.description(accountName, bank.name);
  const shared = { ...booked, accountNumber: request.accountNumber, bankCode: bank.code, narration, metadata };
  let id = "";
  try {
    const payload = await moveMoney(ctx, {
      movements: [
        {
          ...holdOf(booked, accounts),
          ceiling: customerId === null ? prepared.settings.merchantDailyLimit : null,
          reference: request.reference,
          description: narration,
          narration,
          note: request.note,
          metadata: request.metadata,
        },
      ],
      answer([moved]) {
        const held = posted(moved);
        id = held.id;
        return answers.processing(
          bankTransferView({ ...shared, id, reference: held.reference, state: "held", sessionId }),
        );
      },
      audit: ([moved]) => [
        {
          action: "payout.create",
          object: { kind: "payout", id: moved?.id ?? "" },
          after: {
            amount,
            ...charges,
            from: source.walletId,
            bank: bank.code,
            account: request.accountNumber,
            accountName,
            reference: moved?.reference,
          },
        },
      ],
      statements: ([moved], at) => [
        insertPayout({
          ...shared,
          tenant: ctx.tenant.id,
          id: moved?.id ?? "",
          reference: moved?.reference ?? "",
          walletId: source.walletId,
          bankName: bank.name,
          accountName,
          nameMatch: nameMatch === "FULL" || nameMatch === "PARTIAL" ? nameMatch : "BANK",
          note: request.note ?? null,
          batch: null,
          returns: null,
          actor: `${ctx.actor.kind}:${ctx.actor.id}`,
          actorName: ctx.actor.name,
          rail: rail.name,
          sessionId,
          enquiryId: enquiry.enquiryId,
          refusesDuplicateSince: request.allowDuplicate ? null : new Date(at.getTime() - DUPLICATE_MS),
          at,
        }),
      ],
    });
    return { id, payload };
  } catch (error) {
    throw isPossibleDuplicate(error) ? new Failure("possible_duplicate") : error;
  }
}

/** Any stripe will do; the payout keeps it. The IDs of one process follow each other, so their last digits spread. */
export function stripeOf(ctx: Context): number {
  return Number.parseInt(ctx.ids.next().slice(-4), 16) % RAIL_STRIPES;
}

function posted(moved: Moved | undefined): Moved {
  if (!moved) throw new Error("a payout without an outcome");
  if (!moved.outcome.posted) throw transferFailure(moved.outcome.refusal);
  return moved;
}

/** Pays to a wallet of the same merchant, without rail and duty. Rails 3. */
async function payInBooks(
  ctx: Context,
  request: PayoutRequest,
  { source, target, bank, amount, fees, settings }: PreparedPayout,
  answers: PayoutAnswers,
): Promise<object> {
  if (!source || !target || !bank) throw new Error("a payment in the books passed no checks");
  const kind = source.customerId === null ? "credit" : target.customerId === null ? "debit" : "transfer";
  const narration = request.narration ?? payoutTexts.description(target.name, bank.name);
  const { metadata = null } = request;
  const shared = { amount, fee: fees.baseFee + fees.merchantFee, vat: 0n, duty: 0n, narration, metadata };
  return await moveMoney(ctx, {
    movements: [
      {
        kind,
        source: source.account.id,
        destination: target.account.id,
        amount,
        ...fees,
        ceiling: kind === "credit" ? settings.merchantDailyLimit : null,
        reference: request.reference,
        description: narration,
        narration,
        note: request.note,
        metadata: request.metadata,
      },
    ],
    answer([moved]) {
      const { id, reference } = posted(moved);
      const account = { accountNumber: request.accountNumber, bankCode: bank.code };
      return answers.done(
        bankTransferView({ ...shared, ...account, id, reference, state: "succeeded", sessionId: null }),
      );
    },
    audit: ([moved]) => [
      {
        action: "transfer.create",
        object: { kind: "transaction", id: moved?.id ?? "" },
        after: { amount, from: source.walletId, to: target.walletId, reference: moved?.reference },
      },
    ],
  });
}

/**
 * Waits until the payout has ended or needs a person, at most 8 s. Returns it as it stands then. The worker that ends it runs in another
 * process and announces it; a process that hears of no announcements reads the row more often.
 */
async function waitForEnd(ctx: Context, id: string): Promise<PayoutRow | undefined> {
  const until = performance.now() + (ctx.payoutWaitMs ?? WAIT_MS);
  for (let wait = FIRST_PAUSE_MS; performance.now() < until; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
    const rest = until - performance.now();
    if (ctx.payoutEnds) await ctx.payoutEnds.wait(id, Math.min(REREAD_MS, rest));
    else await pause(Math.min(wait, rest));
    // Callers that wait at the same time share this read.
    if (await isPayoutDecided(ctx.db, { tenant: ctx.tenant.id, id })) break;
  }
  return findPayoutById(ctx.db, ctx.tenant.id, id);
}

function failedBy({ reason, code, reference }: PayoutRow): Failure {
  const message = reason === null ? undefined : payoutTexts.failed(reason);
  const errors = [{ message: message ?? "", bankCode: code, reference }];
  return new Failure("bank_transfer_failed", message === undefined ? {} : { message, errors });
}
