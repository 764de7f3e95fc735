import {
  bankCreditInsert,
  findIncomingTarget,
  type IncomingTarget,
  insertRefusedCredit,
} from "../../db/bank-credits/incoming.ts";
import { RAIL_STRIPES, railAccountsOf } from "../../db/ledger/accounts.ts";
import { outboxInsert } from "../../db/ledger/outbox.ts";
import { lateReportResolution } from "../../db/reconciliation/breaks.ts";
import { isUniqueViolation } from "../../db/sql-errors.ts";
import type { Statement } from "../../db/statement.ts";
import type { Refusal } from "../../ledger/movement.ts";
import type { InboundCallback } from "../../providers/rails/rail.ts";
import { storableText } from "../../providers/storable-text.ts";
import type { Context, Mode, Services } from "../context.ts";
import { type Moved, moveMoney, type NewMovement } from "../transactions/move-money.ts";

export type IncomingContext = Services & { requestId: string; address: string | null };

/** The wallet that a transfer is for, on the books of its tenant. */
type Target = NonNullable<IncomingTarget["wallet"]> & { bankName: string };
type Booked = { transfer: InboundCallback; rail: string; target: Target; stripe: number };
export type SuspenseReason = "post_no_credit" | "wallet_frozen" | "max_balance_exceeded";

/**
 * Books a bank transfer that a rail of `mode` reports: to the wallet of its account number, or to `inbound_suspense` if the wallet
 * cannot take it. Money, record, event and audit row commit together, and a session is booked once, however often and in how many
 * processes it is reported. A number that is not ours in this mode is recorded without a booking (decision 0103). Rails 5.
 * @throws `unavailable`, `outcome_unknown`: the rail repeats the report.
 */
export async function receiveBankCredit(
  services: IncomingContext,
  rail: { name: string; mode: Mode },
  reported: InboundCallback,
): Promise<"known" | "credited" | "suspended" | "refused"> {
  const transfer = printable(reported);
  const { sessionId, accountNumber } = transfer;
  const key = { rail: rail.name, sessionId, accountNumber, bankCode: transfer.senderBankCode };
  const { isKnown, bankName, wallet } = await findIncomingTarget(services.db, key);
  if (isKnown) return "known";
  if (!wallet || wallet.mode !== rail.mode) {
    const { amount, senderName, senderAccountNumber, at: sentAt } = transfer;
    const at = services.clock.now();
    await insertRefusedCredit(services.db, { ...key, amount, senderName, senderAccountNumber, sentAt, at });
    return "refused";
  }
  const { tenant: id, merchantId, mode } = wallet;
  const actor = { kind: "job", id: `rail-${rail.name}`, name: "Bank transfer" } as const;
  const ctx: Context = { ...services, tenant: { id, merchantId, mode }, actor, pendingAnswer: null };
  const target = { ...wallet, bankName: bankName ?? unlistedBank(transfer) };
  return await book(ctx, { transfer, rail: rail.name, target, stripe: stripeOf(sessionId) });
}

async function book(ctx: Context, booked: Booked): Promise<"known" | "credited" | "suspended"> {
  try {
    const refusal = await post(ctx, booked, null);
    if (refusal === null) return "credited";
    if (refusal.code === "duplicate_reference") return await knownOrUnnamed(ctx, booked);
    const second = await post(ctx, booked, suspenseReasonOf(refusal));
    if (second?.code === "duplicate_reference") return await knownOrUnnamed(ctx, booked);
    if (second) throw new Error(`a bank credit could not be booked to suspense: ${second.code}`);
    return "suspended";
  } catch (error) {
    // Another process has just committed the same session.
    if (isUniqueViolation(error, { table: "bank_credits" })) return "known";
    throw error;
  }
}

/** The reference was used: by the same session in another process, or by a caller for something else. */
async function knownOrUnnamed(ctx: Context, booked: Booked): Promise<"known" | "credited" | "suspended"> {
  const { transfer, rail } = booked;
  const key = { rail, sessionId: transfer.sessionId, accountNumber: transfer.accountNumber, bankCode: "" };
  if ((await findIncomingTarget(ctx.db, key)).isKnown) return "known";
  const refusal = await post(ctx, booked, null, { isUnnamed: true });
  if (refusal === null) return "credited";
  await post(ctx, booked, suspenseReasonOf(refusal), { isUnnamed: true });
  return "suspended";
}

/** Books the transfer to its wallet, or to suspense with a `reason`. Returns why the ledger refused, or null. */
async function post(
  ctx: Context,
  booked: Booked,
  reason: SuspenseReason | null,
  { isUnnamed = false } = {},
): Promise<Refusal | null> {
  const { transfer, rail, target, stripe } = booked;
  const accounts = await railAccountsOf(ctx.db, ctx.tenant.id);
  const movement: NewMovement = {
    kind: reason !== null ? "bank_booking" : target.customerId === null ? "merchant_bank_credit" : "bank_credit",
    source: accounts("bank_float", stripe),
    destination: reason === null ? target.accountId : accounts("inbound_suspense", stripe),
    amount: transfer.amount,
    // The session names the movement, so that the ledger itself refuses a repetition.
    reference: isUnnamed ? undefined : `${rail}-${transfer.sessionId}`,
    description: descriptionOf(transfer, target.bankName),
    narration: transfer.narration || null,
    metadata: {
      sessionId: transfer.sessionId,
      senderName: transfer.senderName,
      senderBank: target.bankName,
      senderBankCode: transfer.senderBankCode,
      senderAccountNumber: transfer.senderAccountNumber,
      narration: transfer.narration,
    },
  };
  const { refusal } = await moveMoney(ctx, {
    movements: [movement],
    answer: ([moved]) => ({ refusal: refusalOf(moved) }),
    audit: ([moved]) =>
      moved?.outcome.posted
        ? [
            {
              action: reason === null ? "bank_credit.receive" : "bank_credit.suspend",
              object: { kind: "bank_credit", id: moved.id },
              after: { amount: transfer.amount, sessionId: transfer.sessionId, accountNumber: transfer.accountNumber },
              reason,
            },
          ]
        : [],
    statements: ([moved], receivedAt) =>
      moved?.outcome.posted ? rowsOf(ctx, booked, { moved, reason, receivedAt }) : [],
  });
  return refusal;
}

type Booking = { moved: Moved; reason: SuspenseReason | null; receivedAt: Date };

/** The record of the transfer, its event, and the end of the difference that the bank's file made where it came first. */
function rowsOf(ctx: Context, { transfer, rail, target, stripe }: Booked, booking: Booking): Statement[] {
  const { moved, reason, receivedAt } = booking;
  const { sessionId, amount } = transfer;
  const tenant = ctx.tenant.id;
  const credit = bankCreditInsert({
    tenant,
    id: moved.id,
    rail,
    sessionId,
    state: reason === null ? "credited" : "suspended",
    reason,
    accountNumber: transfer.accountNumber,
    walletId: target.walletId,
    stripe,
    amount,
    sender: {
      name: transfer.senderName,
      bankCode: transfer.senderBankCode,
      bankName: target.bankName,
      accountNumber: transfer.senderAccountNumber,
    },
    narration: transfer.narration,
    reference: moved.reference,
    sentAt: transfer.at,
    receivedAt,
  });
  const report = { rail, id: sessionId, direction: "in", amount, byName: "Bank", at: receivedAt } as const;
  const rows = [credit, lateReportResolution(tenant, report)];
  if (reason === null) return rows;
  return [...rows, outboxInsert({ tenant, kind: "wallet.credit.suspended", objectId: moved.id, at: receivedAt })];
}

function refusalOf(moved: Moved | undefined): Refusal | null {
  if (!moved) throw new Error("a movement without an outcome");
  return moved.outcome.posted ? null : moved.outcome.refusal;
}

/** @throws for a refusal that has nothing to do with the wallet */
function suspenseReasonOf({ code }: Refusal): SuspenseReason {
  if (code === "account_frozen") return "wallet_frozen";
  if (code === "post_no_credit" || code === "max_balance_exceeded") return code;
  throw new Error(`a bank credit was refused: ${code}`);
}

function unlistedBank({ senderBankCode }: InboundCallback): string {
  return senderBankCode === "" ? "unknown bank" : `bank ${senderBankCode}`;
}

function descriptionOf({ senderName, narration }: InboundCallback, bankName: string): string {
  const sender = `From ${senderName || "unknown sender"}, ${bankName}`;
  return narration === "" ? sender : `${sender}: ${narration}`;
}

/** Spreads the credits of a tenant over its rail accounts. A rail may name its sessions by digits, letters and other characters. */
function stripeOf(sessionId: string): number {
  let sum = 0;
  for (const char of sessionId) sum += char.charCodeAt(0);
  return sum % RAIL_STRIPES;
}

/** The texts of another bank as PostgreSQL and screens take them: a refusal would keep the money unbooked for ever. */
function printable(transfer: InboundCallback): InboundCallback {
  return {
    ...transfer,
    senderName: storableText(transfer.senderName),
    senderAccountNumber: storableText(transfer.senderAccountNumber),
    narration: storableText(transfer.narration),
  };
}
