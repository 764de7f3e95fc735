import type { BankCredit } from "../../../contract/bank-credits.ts";
import {
  type BankCreditRow,
  type CreditTarget,
  creditResolution,
  findCreditTarget,
} from "../../db/bank-credits/bank-credits.ts";
import { railAccountsOf } from "../../db/ledger/accounts.ts";
import { loadApprovers } from "../consent/approvers.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { evaluateApprover } from "../submissions/approvers.ts";
import { moveMoney } from "../transactions/move-money.ts";
import { bankCreditView } from "./bank-credit-view.ts";
import { findSuspended, obstacleOf, resolutionBy, resolveOnce } from "./resolution.ts";

/**
 * Credits a wallet with a suspended bank transfer, once the reason is gone: the ledger checks everything again. `accountNumber`
 * names another wallet than the one that it was sent to. Rails 5. Returns the wire payload.
 * @throws `bank_credit_not_found`, `bank_credit_resolved`, `wallet_not_found`, `bank_credit_without_wallet`, `destination_inactive`,
 * `post_no_credit`, `max_balance_exceeded`, and for another wallet `permission_missing`, `two_factor_missing`, `approval_limit_exceeded`
 */
export async function creditSuspended(
  ctx: Context,
  input: { id: string; accountNumber?: string | undefined; reason?: string | undefined },
): Promise<{ credit: BankCredit }> {
  const credit = await findSuspended(ctx, input.id);
  const accountNumber = input.accountNumber ?? credit.accountNumber;
  if (accountNumber === null) throw new Failure("bank_credit_without_wallet");
  if (accountNumber !== credit.accountNumber) await assertMayChooseWallet(ctx, credit.amount);
  const target = await findCreditTarget(ctx.db, ctx.tenant.id, accountNumber);
  if (!target) throw new Failure("wallet_not_found");
  const accounts = await railAccountsOf(ctx.db, ctx.tenant.id);
  return await resolveOnce(() =>
    moveMoney(ctx, {
      movements: [
        {
          kind: target.customerId === null ? "merchant_bank_credit" : "bank_credit",
          source: accounts("inbound_suspense", credit.stripe),
          destination: target.accountId,
          amount: credit.amount,
          description: `From ${credit.senderName}, ${credit.senderBankName}`,
          metadata: { sessionId: credit.sessionId, senderName: credit.senderName, bankCreditId: credit.id },
        },
      ],
      answer([moved]) {
        if (!moved) throw new Error("a movement without an outcome");
        if (!moved.outcome.posted) throw obstacleOf(moved.outcome.refusal);
        return { credit: creditedView(ctx, credit, target, { id: moved.id, reason: input.reason ?? null }) };
      },
      audit: ([moved]) => [
        {
          action: "bank_credit.credit",
          object: { kind: "bank_credit", id: credit.id },
          before: { state: "suspended", reason: credit.reason },
          after: { state: "credited", amount: credit.amount, accountNumber, transaction: moved?.id },
          reason: input.reason ?? null,
        },
      ],
      statements: ([moved], at) =>
        creditResolution({
          kind: "credit",
          ...resolutionBy(ctx, credit),
          transaction: moved?.id ?? "",
          walletId: target.walletId,
          accountNumber,
          reason: input.reason ?? null,
          at,
        }),
    }),
  );
}

/** To send the money elsewhere than its sender did, a member must be one who may approve this amount. Decision 0202. */
async function assertMayChooseWallet(ctx: Context, amount: bigint): Promise<void> {
  if (ctx.actor.kind !== "member") return;
  const request = { creator: "", amount, approversNeeded: 1, firstApprover: null } as const;
  const { failure } = evaluateApprover(request, ctx.actor.id, await loadApprovers(ctx));
  if (failure) throw failure;
}

function creditedView(
  ctx: Context,
  credit: BankCreditRow,
  target: CreditTarget,
  { id, reason }: { id: string; reason: string | null },
): BankCredit {
  const { walletId, customerId, accountNumber, name: walletName } = target;
  const resolvedAt = ctx.clock.now();
  const resolved = { state: "credited", resolvedAt, resolvedByName: ctx.actor.name, resolution: reason } as const;
  const wallet = { walletId, customerId, accountNumber, walletName };
  return bankCreditView({ ...credit, ...resolved, ...wallet, creditedBy: id, payoutReference: null });
}
