import type { WalletNote } from "../../../../contract/wallet-notes.ts";
import { inTransaction } from "../../../db/pool.ts";
import { insertWalletNote } from "../../../db/wallets/wallet-notes.ts";
import { findCustomerWallet } from "../../../db/wallets/wallets.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { noteView } from "./list-wallet-notes.ts";

/**
 * Adds a note of the caller to a customer's wallet. The audit log names the note, without the text. Decision 0114.
 * @throws `customer_not_found`
 */
export async function addWalletNote(
  ctx: Context,
  { customerId, text }: { customerId: string; text: string },
): Promise<{ note: WalletNote }> {
  const createdAt = ctx.clock.now();
  return await inTransaction(ctx.db, async (tx) => {
    const wallet = await findCustomerWallet(tx, ctx.tenant.id, { customerId }, createdAt);
    if (!wallet) throw new Failure("customer_not_found");
    const row = { id: ctx.ids.next(), authorId: ctx.actor.id, authorName: ctx.actor.name, text, createdAt };
    await insertWalletNote(tx, ctx.tenant.id, { ...row, customerId });
    const object = { kind: "wallet", id: wallet.id };
    await recordAudit(tx, ctx, { action: "wallet.add_note", object, after: { noteId: row.id } });
    const payload = { note: noteView(ctx, row) };
    await keepAnswer(tx, ctx, { payload });
    return payload;
  });
}
