import { inTransaction } from "../../../db/pool.ts";
import { hideWalletNote, lockWalletNote } from "../../../db/wallets/wallet-notes.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";

/** Removes one of the caller's notes from its wallet; the row stays for the record. Decision 0114. @throws `note_not_found`, `note_of_another` */
export async function removeWalletNote(ctx: Context, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const note = await lockWalletNote(tx, ctx.tenant.id, id);
    if (!note) throw new Failure("note_not_found");
    if (note.authorId !== ctx.actor.id) throw new Failure("note_of_another");
    await hideWalletNote(tx, ctx.tenant.id, id, ctx.clock.now());
    const object = { kind: "wallet", id: note.walletId };
    await recordAudit(tx, ctx, { action: "wallet.remove_note", object, before: { noteId: id } });
  });
}
