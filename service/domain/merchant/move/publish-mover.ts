import {
  findHiding,
  isLogicalServer,
  isPublished,
  type Mover,
  moveName,
  publishMerchant,
} from "../../../db/move-merchant.ts";
import { type MoveContext, MoveRefused, moverOf } from "./mover.ts";

/**
 * On the old server: publishes a merchant's rows and what changes in them. Returns the merchant and the name of the publication.
 * Decision 0194.
 * @throws MoveRefused without the merchant, when it is published already or served elsewhere, or when the server's log is not logical
 */
export async function publishMover(
  context: MoveContext,
  merchantId: string,
): Promise<{ mover: Mover; publication: string }> {
  const mover = await moverOf(context, merchantId);
  const publication = moveName(mover);
  if (!(await isLogicalServer(context.owner)))
    throw new MoveRefused("Set wal_level = logical on this server, and restart it.");
  // What stays on the server that a merchant has left is old.
  if ((await findHiding(context.owner, mover)).isHidden)
    throw new MoveRefused("This server does not serve the merchant: it has moved away, or has not arrived yet.");
  if (await isPublished(context.owner, mover)) {
    throw new MoveRefused(
      `The merchant is published already. On the new server: move-merchant receive ${merchantId} ${mover.tenants.join(",")} <URL of this server's owner>; to begin anew, drop publication ${publication} first.`,
    );
  }
  await publishMerchant(context.owner, mover);
  return { mover, publication };
}
