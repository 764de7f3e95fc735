import {
  digestOf,
  endSubscription,
  findHiding,
  findMover,
  isFollowing,
  isSubscribed,
  moveName,
  noteArrival,
  showMerchant,
} from "../../../db/move-merchant.ts";
import { arrivingMover, type MoveContext, MoveRefused } from "./mover.ts";

/**
 * On the new server: begins the service of a merchant whose rows have all arrived. Returns the name of the publication, which the old
 * server may drop. A run that was killed is repeated with the same arguments. Decision 0194.
 * @throws MoveRefused while rows are missing, when `digest` is not the one that the old server printed, or when nothing is to accept
 */
export async function acceptMover(
  { owner }: MoveContext,
  { merchantId, tenants, digest }: { merchantId: string; tenants: string; digest: string },
): Promise<{ publication: string }> {
  const mover = arrivingMover(merchantId, tenants);
  const { isHidden, hasArrived } = await findHiding(owner, mover);
  const here = await findMover(owner, merchantId);
  if (!isHidden) {
    throw new MoveRefused(
      here
        ? "This server serves the merchant already."
        : "This server does not receive the merchant. Run move-merchant receive first.",
    );
  }
  const isReceiving = await isSubscribed(owner, mover);
  if (!isReceiving && !hasArrived)
    throw new MoveRefused("This server does not receive the merchant any more, and its rows are not complete.");
  if (isReceiving && !(await isFollowing(owner, mover))) throw new MoveRefused("Not all tables are copied yet.");
  // The digest of the rows here is not shown: an accept without release would be one copied argument away.
  if (here?.tenants.join(",") !== mover.tenants.join(",") || (await digestOf(owner, mover)) !== digest)
    throw new MoveRefused(
      "The rows here are not those that were released. Give the tenants and the digest that release printed.",
    );
  if (isReceiving) {
    await noteArrival(owner, mover);
    await endSubscription(owner, mover);
  }
  await showMerchant(owner, { mover });
  return { publication: moveName(mover) };
}
