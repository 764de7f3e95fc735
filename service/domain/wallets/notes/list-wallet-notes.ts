import type { Metadata } from "../../../../contract/envelope.ts";
import type { WalletNote } from "../../../../contract/wallet-notes.ts";
import { findWalletNotes, type WalletNoteRow } from "../../../db/wallets/wallet-notes.ts";
import { findCustomerWallet } from "../../../db/wallets/wallets.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { metadataOf } from "../../list-metadata.ts";

/** Lists the notes on a customer's wallet, newest first. Decision 0114. @throws `customer_not_found` */
export async function listWalletNotes(
  ctx: Context,
  { customerId, page, perPage }: { customerId: string; page: number; perPage: number },
): Promise<{ notes: WalletNote[]; metadata: Metadata }> {
  const wallet = await findCustomerWallet(ctx.db, ctx.tenant.id, { customerId }, ctx.clock.now());
  if (!wallet) throw new Failure("customer_not_found");
  const slice = { limit: perPage, offset: (page - 1) * perPage };
  const { rows, total } = await findWalletNotes(ctx.db, ctx.tenant.id, customerId, slice);
  return { notes: rows.map((row) => noteView(ctx, row)), metadata: metadataOf({ page, perPage }, total) };
}

/** A note in wire form, as the caller sees it. */
export function noteView(ctx: Context, { id, text, authorId, authorName, createdAt }: WalletNoteRow): WalletNote {
  return { id, text, authorName, isOwn: authorId === ctx.actor.id, createdAt: createdAt.toISOString() };
}
