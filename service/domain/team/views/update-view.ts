import type { SavedView } from "../../../../contract/saved-views.ts";
import { inTransaction } from "../../../db/pool.ts";
import { findSavedViews, lockOwner, lockSavedView, updateSavedView } from "../../../db/team/saved-views.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { ownerOf, viewReply } from "./list-views.ts";

/** Renames one of the caller's views, or replaces its filters. Decision 0116. @throws `view_not_found`, `view_exists` */
export async function updateView(
  ctx: Context,
  input: { id: string; name?: string | undefined; query?: string | undefined },
): Promise<{ view: SavedView }> {
  const owner = ownerOf(ctx);
  return await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, owner);
    const before = await lockSavedView(tx, owner, input.id);
    if (!before) throw new Failure("view_not_found");
    const after = { ...before, name: input.name ?? before.name, query: input.query ?? before.query };
    const others = await findSavedViews(tx, owner, before.list);
    if (others.some(({ id, name }) => id !== after.id && name === after.name)) throw new Failure("view_exists");
    await updateSavedView(tx, owner, after);
    await recordAudit(tx, ctx, {
      action: "saved_view.update",
      object: { kind: "saved_view", id: after.id },
      before: { name: before.name, query: before.query },
      after: { name: after.name, query: after.query },
    });
    return { view: viewReply(after) };
  });
}
