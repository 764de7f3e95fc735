import { digestOf, endSubscription, isFollowing, moveName, showMerchant } from "../../../db/move-merchant.ts";
import { arrivingMover, type MoveContext, MoveRefused } from "./mover.ts";

/**
 * On the new server: begins the service of a merchant whose rows have all arrived. Returns the name of the publication, which the old
 * server may drop. Decision 0194.
 * @throws MoveRefused while rows are missing, or when `digest` is not the one that the old server printed
 */
export async function acceptMover(
  { owner }: MoveContext,
  { merchantId, tenants, digest }: { merchantId: string; tenants: string; digest: string },
): Promise<{ publication: string }> {
  const mover = arrivingMover(merchantId, tenants);
  if (!(await isFollowing(owner, mover))) throw new MoveRefused("Not all tables are copied yet.");
  const here = await digestOf(owner, mover);
  if (here !== digest)
    throw new MoveRefused(`The digest of the rows here is ${here}. Give the one that release printed.`);
  await endSubscription(owner, mover);
  await showMerchant(owner, { mover });
  return { publication: moveName(mover) };
}
