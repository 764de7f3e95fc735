import { findBooks } from "../../db/ledger/accounts.ts";
import { findSettings, type SettingsRow } from "../../db/merchant/settings.ts";
import { findWalletAddresses, type WalletAddress } from "../../db/wallets/wallet-addresses.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** The settings that decide batches, and the account on the other side of every item: the merchant's, or that of the customer who pays. */
export type Rules = { settings: SettingsRow; merchantAccountId: bigint; payer: WalletAddress | null };

type DebitSettings = Pick<SettingsRow, "canDebitCustomer" | "requirePinForDebit">;
/** Files, the dashboard and approvals take no PINs: staff do not have their customers' PINs. API 3. */
type Channel = { takesPin: boolean };

/** `payer`: the ID of the customer who pays the items; null where the merchant does. @throws `customer_not_found` for an unknown payer */
export async function findBatchRules(ctx: Context, payer: string | null = null): Promise<Rules> {
  const [books, settings, [wallet]] = await Promise.all([
    findBooks(ctx.db, ctx.tenant.id),
    findSettings(ctx.db, [ctx.tenant.id]),
    payer === null ? [] : findWalletAddresses(ctx.db, ctx.tenant.id, [payer]),
  ]);
  const own = settings.get(ctx.tenant.id);
  if (!books || !own) throw new Error("the tenant has no books");
  if (payer !== null && !wallet) throw new Failure("customer_not_found");
  return { settings: own, merchantAccountId: books.merchantAccountId, payer: wallet ?? null };
}

/** Whether the caller's request may have the PIN of a wallet. API 3. */
export function takesPin({ actor, approving }: Pick<Context, "actor" | "approving">): boolean {
  return !approving && !(actor.kind === "member" && actor.channel === "dashboard");
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

/** The reason of the settings against a whole batch. A batch with a payer is made of transfers. Pure. Decision 0137. */
export function refusalOfBatch(
  { operation, payer }: { operation: "credit" | "debit"; payer: string | null },
  settings: DebitSettings & Pick<SettingsRow, "internalTransfers">,
  channel: Channel,
): Failure | null {
  if (payer === null) return refusalOfDebits(operation, settings, channel);
  return settings.internalTransfers ? null : new Failure("internal_transfers_off");
}

/** @throws `customer_debit_off`, `debit_pin_required`, `internal_transfers_off` */
export function assertBatchAllowed(
  batch: Parameters<typeof refusalOfBatch>[0],
  settings: Parameters<typeof refusalOfBatch>[1],
  channel: Channel,
): void {
  const refusal = refusalOfBatch(batch, settings, channel);
  if (refusal) throw refusal;
}
