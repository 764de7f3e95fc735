import { bankCreditEndpoints } from "../../../contract/bank-credits.ts";
import { advanceSandboxBank } from "../../domain/bank-credits/advance-sandbox-bank.ts";
import { answerRailEnquiry } from "../../domain/bank-credits/answer-rail-enquiry.ts";
import { creditSuspended } from "../../domain/bank-credits/credit-suspended.ts";
import { getBankCredit } from "../../domain/bank-credits/get-bank-credit.ts";
import { listBankCredits } from "../../domain/bank-credits/list-bank-credits.ts";
import { receiveRailEvent } from "../../domain/bank-credits/receive-rail-event.ts";
import { returnSuspended } from "../../domain/bank-credits/return-suspended.ts";
import { simulateBankTransfer } from "../../domain/bank-credits/simulate-bank-transfer.ts";
import type { Bind, BindRaw } from "../route.ts";

/** Money that arrives from banks, and what the rails ask and report. Rails 2, 5. */
export function bankCreditRoutes(bind: Bind, bindRaw: BindRaw): void {
  bind(bankCreditEndpoints.listBankCredits, (ctx, { query }) => listBankCredits(ctx, query));
  bind(bankCreditEndpoints.getBankCredit, async (ctx, { params }) => ({ credit: await getBankCredit(ctx, params) }));
  bind(bankCreditEndpoints.creditSuspended, (ctx, { params, body }) => creditSuspended(ctx, { ...params, ...body }));
  bind(bankCreditEndpoints.returnSuspended, (ctx, { params, body }) => returnSuspended(ctx, { ...params, ...body }));
  bind(bankCreditEndpoints.advanceSandboxBank, (ctx, { body }) => advanceSandboxBank(ctx, body));
  bind(bankCreditEndpoints.simulateBankTransfer, (ctx, { body }) => simulateBankTransfer(ctx, body));
  bindRaw(bankCreditEndpoints.receiveRailEvent, async (ctx, { params, headers, body }) => {
    await receiveRailEvent(ctx, { rail: params.rail, headers, body });
    return {};
  });
  bindRaw(bankCreditEndpoints.answerRailEnquiry, (ctx, { params, headers, body }) =>
    answerRailEnquiry(ctx, { rail: params.rail, headers, body }),
  );
}
