import { beneficiaryEndpoints } from "../../../contract/beneficiaries.ts";
import { PROCESSING, payoutEndpoints, payoutStepEndpoints } from "../../../contract/payouts.ts";
import { DONE } from "../../../contract/transfers.ts";
import type { Context } from "../../domain/context.ts";
import { addBeneficiary } from "../../domain/payouts/add-beneficiary.ts";
import { listBanks } from "../../domain/payouts/banks.ts";
import { cancelPayout } from "../../domain/payouts/cancel-payout.ts";
import { closePayoutCase } from "../../domain/payouts/close-payout-case.ts";
import { getBankAccount } from "../../domain/payouts/get-bank-account.ts";
import { getPayout } from "../../domain/payouts/get-payout.ts";
import { listBeneficiaries } from "../../domain/payouts/list-beneficiaries.ts";
import { listPayouts } from "../../domain/payouts/list-payouts.ts";
import type { PayoutRequest } from "../../domain/payouts/prepare-payout.ts";
import { previewPayout } from "../../domain/payouts/preview-payout.ts";
import { queryPayout } from "../../domain/payouts/query-payout.ts";
import { removeBeneficiary } from "../../domain/payouts/remove-beneficiary.ts";
import { resolvePayout } from "../../domain/payouts/resolve-payout.ts";
import { type PayoutAnswers, sendToBank } from "../../domain/payouts/send-to-bank.ts";
import { submitPayout } from "../../domain/payouts/submit-payout.ts";
import type { Answer, Bind } from "../route.ts";
import { moveOrAnswerSubmitted } from "../submitting.ts";

/** Money to bank accounts, and saved accounts. Rails 2. */
export function payoutRoutes(bind: Bind): void {
  bind(payoutEndpoints.listBanks, (ctx, { query }) => listBanks(ctx, query));
  bind(payoutEndpoints.getBankAccount, (ctx, { query }) => getBankAccount(ctx, query));
  bind(payoutEndpoints.sendToBank, (ctx, { body }, answer) => run(ctx, { customerId: null, ...body }, answer));
  bind(payoutEndpoints.sendCustomerToBank, (ctx, { body }, answer) => run(ctx, body, answer));
  bind(payoutEndpoints.previewSendToBank, async (ctx, { body }) => ({
    data: await previewPayout(ctx, { customerId: null, ...body }),
  }));
  bind(payoutEndpoints.previewSendCustomerToBank, async (ctx, { body }) => ({ data: await previewPayout(ctx, body) }));
  bind(payoutEndpoints.listPayouts, (ctx, { query }) => listPayouts(ctx, query));
  bind(payoutEndpoints.getPayout, (ctx, { params }) => getPayout(ctx, params));
  bind(beneficiaryEndpoints.listBeneficiaries, (ctx, { query }) => listBeneficiaries(ctx, query));
  bind(beneficiaryEndpoints.addBeneficiary, (ctx, { body }) => addBeneficiary(ctx, body));
  bind(beneficiaryEndpoints.removeBeneficiary, (ctx, { params }) => removeBeneficiary(ctx, params));
  bind(payoutStepEndpoints.cancelPayout, (ctx, { params, body }) => cancelPayout(ctx, { ...params, ...body }));
  bind(payoutStepEndpoints.queryPayout, (ctx, { params }) => queryPayout(ctx, params));
  bind(payoutStepEndpoints.resolvePayout, (ctx, { params, body }) => resolvePayout(ctx, { ...params, ...body }));
  bind(payoutStepEndpoints.closePayoutCase, (ctx, { params, body }) => closePayoutCase(ctx, { ...params, ...body }));
}

async function run(ctx: Context, request: PayoutRequest, answer: Answer): Promise<object> {
  return await moveOrAnswerSubmitted(ctx, answer, {
    amount: BigInt(request.amount),
    move: () => sendToBank(ctx, request, answersOf(answer)),
    submit: (payload) => submitPayout(ctx, request, payload),
  });
}

function answersOf(answer: Answer): PayoutAnswers {
  return {
    done(transfer) {
      answer.status(200);
      return { message: DONE, transfer };
    },
    processing(transfer) {
      answer.status(202);
      return { message: PROCESSING, transfer };
    },
  };
}
