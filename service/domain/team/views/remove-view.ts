import { inTransaction } from "../../../db/pool.ts";
import { deleteSavedView, lockSavedView } from "../../../db/team/saved-views.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { ownerOf } from "./list-views.ts";

/** Removes one of the caller's saved views. Decision 0116. @throws `view_not_found` */
export async function removeView(ctx: Context, { id }: { id: string }): Promise<void> {
  const owner = ownerOf(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const view = await lockSavedView(tx, owner, id);
    if (!view) throw new Failure("view_not_found");
    await deleteSavedView(tx, owner, id);
    const before = { list: view.list, name: view.name };
    await recordAudit(tx, ctx, { action: "saved_view.remove", object: { kind: "saved_view", id }, before });
  });
}
