import { findBooks } from "../../db/ledger/accounts.ts";
import { findSettings, type SettingsRow } from "../../db/merchant/settings.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** The settings that decide batches, and the merchant's account, which is one side of every item. */
export type Rules = { settings: SettingsRow; merchantAccountId: bigint };

type DebitSettings = Pick<SettingsRow, "canDebitCustomer" | "requirePinForDebit">;
/** Files, the dashboard and approvals take no PINs: staff do not have their customers' PINs. API 3. */
type Channel = { takesPin: boolean };

export async function findBatchRules(ctx: Context): Promise<Rules> {
  const [books, settings] = await Promise.all([
    findBooks(ctx.db, ctx.tenant.id),
    findSettings(ctx.db, [ctx.tenant.id]),
  ]);
  const own = settings.get(ctx.tenant.id);
  if (!books || !own) throw new Error("the tenant has no books");
  return { settings: own, merchantAccountId: books.merchantAccountId };
}

/** The reason against all debits: they are switched off, or need a PIN that the channel does not take. Pure. Spec 4.3, API 3. */
export function refusalOfDebits(
  operation: "credit" | "debit",
  { canDebitCustomer, requirePinForDebit }: DebitSettings,
  { takesPin }: Channel,
): Failure | null {
  if (operation === "credit") return null;
  if (!canDebitCustomer) return new Failure("customer_debit_off");
  return requirePinForDebit && !takesPin ? new Failure("debit_pin_required") : null;
}

/** @throws `customer_debit_off`, `debit_pin_required` */
export function assertDebitsAllowed(operation: "credit" | "debit", settings: DebitSettings, channel: Channel): void {
  const refusal = refusalOfDebits(operation, settings, channel);
  if (refusal) throw refusal;
}
