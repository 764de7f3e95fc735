import type { ListName, SavedView } from "../../../../contract/saved-views.ts";
import { findSavedViews, type SavedViewRow } from "../../../db/team/saved-views.ts";
import { memberActor } from "../../auth/member-actor.ts";
import type { Context } from "../../context.ts";

/** Lists the caller's saved views of a list, oldest first. Decision 0116. */
export async function listViews(ctx: Context, { list }: { list: ListName }): Promise<{ views: SavedView[] }> {
  const rows = await findSavedViews(ctx.db, ownerOf(ctx), list);
  return { views: rows.map(viewReply) };
}

/** The caller as the owner of views: a member of a merchant. */
export function ownerOf(ctx: Context): { merchantId: string; memberId: string } {
  return { merchantId: ctx.tenant.merchantId, memberId: memberActor(ctx).id };
}

export function viewReply({ id, list, name, query, createdAt }: SavedViewRow): SavedView {
  return { id, list: list as ListName, name, query, createdAt: createdAt.toISOString() };
}
