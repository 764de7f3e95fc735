import type { AccessChange } from "../../../contract/access-changes.ts";
import type { Metadata } from "../../../contract/envelope.ts";
import { findAccessChange, findAccessChanges } from "../../db/team/access-changes.ts";
import { loadApprovers } from "../consent/approvers.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { metadataOf } from "../list-metadata.ts";
import { changeView } from "./change-view.ts";

/**
 * Lists requested changes of access of one status, newest first: those of the team, and those of this mode's settings. Returns the
 * wire payload. Decision 0073.
 */
export async function listAccessChanges(
  ctx: Context,
  input: { page: number; perPage: number; status: AccessChange["status"] | "ALL" },
): Promise<{ data: AccessChange[]; metadata: Metadata }> {
  const { page, perPage } = input;
  const status = input.status === "ALL" ? null : input.status;
  const [approvers, { rows, total }] = await Promise.all([
    loadApprovers(ctx),
    findAccessChanges(ctx.db, ctx.tenant, status, { limit: perPage, offset: (page - 1) * perPage }),
  ]);
  return { data: rows.map((row) => changeView(ctx, row, approvers)), metadata: metadataOf(input, total) };
}

/** Gets one requested change. Returns the wire payload. @throws `change_not_found`, also for one of another merchant */
export async function getAccessChange(ctx: Context, { id }: { id: string }): Promise<{ data: AccessChange }> {
  const [approvers, row] = await Promise.all([loadApprovers(ctx), findAccessChange(ctx.db, ctx.tenant, id)]);
  if (!row) throw new Failure("change_not_found");
  return { data: changeView(ctx, row, approvers) };
}
