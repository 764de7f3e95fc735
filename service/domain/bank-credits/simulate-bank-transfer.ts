import { findCreditTarget } from "../../db/bank-credits/bank-credits.ts";
import { koboFromWire } from "../../ledger/kobo.ts";
import { RailUnavailable } from "../../providers/rails/rail.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/**
 * Asks the sandbox bank to send a transfer to one of the merchant's account numbers; its callback follows. `amount` in kobo.
 * Returns the wire payload. Rails 2, 7.
 * @throws `sandbox_only`, `wallet_not_found`, `rail_missing`, `rail_unavailable`
 */
export async function simulateBankTransfer(
  ctx: Context,
  input: {
    accountNumber: string;
    amount: number;
    senderName?: string | undefined;
    senderBank?: string | undefined;
    narration?: string | undefined;
  },
): Promise<{ transfer: { sessionId: string; accountNumber: string; amount: number } }> {
  if (ctx.tenant.mode !== "SANDBOX") throw new Failure("sandbox_only");
  const { accountNumber, amount, senderName, senderBank, narration } = input;
  if (!(await findCreditTarget(ctx.db, ctx.tenant.id, accountNumber))) throw new Failure("wallet_not_found");
  const bank = ctx.providers.sandboxBank;
  if (!bank) throw new Failure("rail_missing");
  const sent = await bank
    .sendInbound({
      accountNumber,
      amount: koboFromWire(amount),
      ...(senderName === undefined ? {} : { senderName }),
      ...(senderBank === undefined ? {} : { senderBankCode: senderBank }),
      ...(narration === undefined ? {} : { narration }),
    })
    .catch((error: unknown) => {
      throw error instanceof RailUnavailable ? new Failure("rail_unavailable") : error;
    });
  if (sent.outcome === "refused") throw new Failure("rail_unavailable");
  return { transfer: { sessionId: sent.sessionId, accountNumber, amount } };
}
