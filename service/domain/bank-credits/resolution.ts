import { type BankCreditRow, findBankCredit } from "../../db/bank-credits/bank-credits.ts";
import { isUniqueViolation } from "../../db/sql-errors.ts";
import type { Refusal } from "../../ledger/movement.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { refusalFacts } from "../transactions/refusal-facts.ts";

/** A credit that waits for a resolution. @throws `bank_credit_not_found`, `bank_credit_resolved` */
export async function findSuspended(ctx: Context, id: string): Promise<BankCreditRow> {
  const credit = await findBankCredit(ctx.db, ctx.tenant.id, id);
  if (!credit) throw new Failure("bank_credit_not_found");
  if (credit.state !== "suspended") throw new Failure("bank_credit_resolved");
  return credit;
}

/** Whether the money can go back to its sender: some rails name no bank, or hide digits of the account. */
export function isSenderKnown({ senderBankCode, senderAccountNumber }: BankCreditRow): boolean {
  return senderBankCode !== "" && /^\d{10}$/.test(senderAccountNumber);
}

/** The facts of a resolution that both ways out share. */
export function resolutionBy({ tenant, actor }: Context, { id, resolutions }: BankCreditRow) {
  return { tenant: tenant.id, id, n: resolutions + 1, actor: `${actor.kind}:${actor.id}`, actorName: actor.name };
}

/** Runs a resolution. @throws `bank_credit_resolved` where another one at the same moment was first */
export async function resolveOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, { table: "bank_credit_resolutions" })) throw new Failure("bank_credit_resolved");
    throw error;
  }
}

/** The failure of a credit that the ledger refused, with its numbers. */
export function obstacleOf(refusal: Refusal): Failure {
  const failure = new Failure(codeOf(refusal));
  return new Failure(failure.code, { errors: refusalFacts(refusal, failure.message) });
}

function codeOf({ code }: Refusal) {
  if (code === "account_frozen") return "destination_inactive";
  // Another resolution has just taken the money.
  if (code === "balance_too_low") return "bank_credit_resolved";
  if (code === "post_no_credit" || code === "max_balance_exceeded") return code;
  throw new Error(`a suspended credit was refused: ${code}`);
}
