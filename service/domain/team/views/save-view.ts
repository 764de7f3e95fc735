import { type ListName, MOST_VIEWS, type SavedView } from "../../../../contract/saved-views.ts";
import { inTransaction } from "../../../db/pool.ts";
import { findSavedViews, insertSavedView, lockOwner } from "../../../db/team/saved-views.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { ownerOf, viewReply } from "./list-views.ts";

/** Saves the filters of a list under a name for the caller. Decision 0116. @throws `view_limit`, `view_exists` */
export async function saveView(
  ctx: Context,
  input: { list: ListName; name: string; query: string },
): Promise<{ view: SavedView }> {
  const owner = ownerOf(ctx);
  return await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, owner);
    const views = await findSavedViews(tx, owner, input.list);
    if (views.some(({ name }) => name === input.name)) throw new Failure("view_exists");
    if (views.length >= MOST_VIEWS) throw new Failure("view_limit");
    const row = { ...input, id: ctx.ids.next(), createdAt: ctx.clock.now() };
    await insertSavedView(tx, owner, row);
    const object = { kind: "saved_view", id: row.id };
    await recordAudit(tx, ctx, { action: "saved_view.create", object, after: { list: row.list, name: row.name } });
    const payload = { view: viewReply(row) };
    await keepAnswer(tx, ctx, { payload });
    return payload;
  });
}
