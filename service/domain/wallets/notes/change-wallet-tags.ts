import { MOST_TAGS } from "../../../../contract/wallet-notes.ts";
import { inTransaction } from "../../../db/pool.ts";
import { findTagsOfWallet, updateTagsOfWallet } from "../../../db/wallets/wallet-tags.ts";
import { lockWalletOfCustomer } from "../../../db/wallets/wallets.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";

/**
 * Adds and removes tags of a customer's wallet, and returns those that it has then, in order. Two members who change different tags
 * at once both succeed. Decision 0114.
 * @throws `customer_not_found`, `tag_limit`
 */
export async function changeWalletTags(
  ctx: Context,
  { customerId, ...change }: { customerId: string; add: readonly string[]; remove: readonly string[] },
): Promise<{ tags: string[] }> {
  const tenant = ctx.tenant.id;
  return await inTransaction(ctx.db, async (tx) => {
    const wallet = await lockWalletOfCustomer(tx, tenant, customerId);
    if (!wallet) throw new Failure("customer_not_found");
    const before = await findTagsOfWallet(tx, tenant, wallet.account.id);
    await updateTagsOfWallet(tx, tenant, wallet.account.id, change);
    const tags = await findTagsOfWallet(tx, tenant, wallet.account.id);
    if (tags.length > MOST_TAGS) throw new Failure("tag_limit");
    if (before.join() !== tags.join()) {
      const object = { kind: "wallet", id: wallet.id };
      await recordAudit(tx, ctx, { action: "wallet.change_tags", object, before: { tags: before }, after: { tags } });
    }
    return { tags };
  });
}
