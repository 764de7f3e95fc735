import { findTags } from "../../../db/wallets/wallet-tags.ts";
import type { Context } from "../../context.ts";

const MOST = 200;

/** Lists the tags in use by name, for filters. Decision 0114. */
export async function listTags(ctx: Context): Promise<{ tags: string[] }> {
  return { tags: await findTags(ctx.db, ctx.tenant.id, MOST) };
}
