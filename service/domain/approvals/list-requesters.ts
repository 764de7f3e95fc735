import { findRequesters, type RequesterRow } from "../../db/approvals/approvals.ts";
import type { Context } from "../context.ts";

/** Lists the members who have submitted requests for approval in the context's mode, by name. Returns the wire payload. Dashboard 5.8. */
export async function listRequesters(ctx: Context): Promise<{ data: RequesterRow[] }> {
  return { data: await findRequesters(ctx.db, ctx.tenant) };
}
