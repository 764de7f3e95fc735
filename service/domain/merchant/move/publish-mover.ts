import { isLogicalServer, type Mover, moveName, publishMerchant } from "../../../db/move-merchant.ts";
import { type MoveContext, MoveRefused, moverOf } from "./mover.ts";

/**
 * On the old server: publishes a merchant's rows and what changes in them. Returns the merchant and the name of the publication.
 * Decision 0194.
 * @throws MoveRefused without the merchant, or when the server's log is not logical
 */
export async function publishMover(
  context: MoveContext,
  merchantId: string,
): Promise<{ mover: Mover; publication: string }> {
  const mover = await moverOf(context, merchantId);
  if (!(await isLogicalServer(context.owner)))
    throw new MoveRefused("Set wal_level = logical on this server, and restart it.");
  await publishMerchant(context.owner, mover);
  return { mover, publication: moveName(mover) };
}
