import type { BankCredit } from "../../../contract/bank-credits.ts";
import { type BankCreditRow, creditResolution } from "../../db/bank-credits/bank-credits.ts";
import { railAccountsOf } from "../../db/ledger/accounts.ts";
import { insertPayout, type NewPayout } from "../../db/payouts/new-payouts.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { railOf } from "../payouts/banks.ts";
import { newSessionId } from "../payouts/session-id.ts";
import { type Moved, moveMoney } from "../transactions/move-money.ts";
import { bankCreditView } from "./bank-credit-view.ts";
import { findSuspended, isSenderKnown, obstacleOf, resolutionBy, resolveOnce } from "./resolution.ts";

/**
 * Sends a suspended bank transfer back to its sender: a payout without charges whose money comes from suspense. It and its first
 * attempt commit with the hold, and the worker sends it. If it fails, the money is in suspense again. Rails 5. Returns the wire payload.
 * @throws `bank_credit_not_found`, `bank_credit_resolved`, `bank_credit_without_sender`, `rail_missing`
 */
export async function returnSuspended(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<{ credit: BankCredit }> {
  const credit = await findSuspended(ctx, id);
  const { walletId } = credit;
  if (walletId === null || !isSenderKnown(credit)) throw new Failure("bank_credit_without_sender");
  const rail = ctx.providers.rails[ctx.tenant.mode].find(({ name }) => name === credit.rail) ?? railOf(ctx);
  const accounts = await railAccountsOf(ctx.db, ctx.tenant.id);
  const source = accounts("inbound_suspense", credit.stripe);
  const sessionId = newSessionId(rail.senderCode, ctx.clock.now());
  return await resolveOnce(() =>
    moveMoney(ctx, {
      movements: [
        {
          kind: "bank_booking",
          source,
          destination: accounts("payout_hold", credit.stripe),
          amount: credit.amount,
          description: `Return of ${credit.reference}`,
        },
      ],
      answer([moved]) {
        const { reference } = postedHold(moved);
        return { credit: returnedView(ctx, credit, { reference, reason }) };
      },
      audit: ([moved]) => [
        {
          action: "bank_credit.return",
          object: { kind: "bank_credit", id },
          before: { state: "suspended", reason: credit.reason },
          after: { state: "returned", amount: credit.amount, payout: moved?.reference },
          reason,
        },
      ],
      statements([moved], at) {
        const held = postedHold(moved);
        const facts = { source, walletId, rail: rail.name, sessionId, at };
        return [
          insertPayout(payoutOf(ctx, credit, held, facts)),
          ...creditResolution({ kind: "return", ...resolutionBy(ctx, credit), payout: held.id, reason, at }),
        ];
      },
    }),
  );
}

function postedHold(moved: Moved | undefined): Moved {
  if (!moved) throw new Error("a movement without an outcome");
  if (!moved.outcome.posted) throw obstacleOf(moved.outcome.refusal);
  return moved;
}

function payoutOf(
  { tenant, actor }: Context,
  credit: BankCreditRow,
  held: Moved,
  facts: Pick<NewPayout, "source" | "walletId" | "rail" | "sessionId" | "at">,
): NewPayout {
  return {
    ...facts,
    tenant: tenant.id,
    id: held.id,
    reference: held.reference,
    stripe: credit.stripe,
    customerId: null,
    amount: credit.amount,
    fee: 0n,
    vat: 0n,
    duty: 0n,
    bankCode: credit.senderBankCode,
    bankName: credit.senderBankName,
    accountNumber: credit.senderAccountNumber,
    accountName: credit.senderName,
    nameMatch: "BANK",
    narration: `Return of ${credit.sessionId}`,
    note: null,
    metadata: null,
    batch: null,
    returns: credit.id,
    actor: `${actor.kind}:${actor.id}`,
    actorName: actor.name,
    enquiryId: null,
    refusesDuplicateSince: null,
  };
}

function returnedView(
  ctx: Context,
  credit: BankCreditRow,
  { reference, reason }: { reference: string; reason: string },
): BankCredit {
  const resolved = { resolvedAt: ctx.clock.now(), resolvedByName: ctx.actor.name, resolution: reason };
  return bankCreditView({ ...credit, ...resolved, state: "returned", payoutReference: reference });
}
