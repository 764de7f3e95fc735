import { findMover, hideArriving, subscribeMerchant } from "../../../db/move-merchant.ts";
import { arrivingMover, type MoveContext, MoveRefused } from "./mover.ts";

/**
 * On the new server: copies a merchant's rows from the old one at the URL `source`, and follows it. The service here does not see the
 * merchant until it is accepted. Decision 0194.
 * @throws MoveRefused for texts of another form, or when the merchant is here already
 */
export async function receiveMover(
  { owner, runtimeRole }: MoveContext,
  { merchantId, tenants, source }: { merchantId: string; tenants: string; source: string },
): Promise<void> {
  const mover = arrivingMover(merchantId, tenants);
  if (!/^postgres(ql)?:\/\//.test(source)) throw new MoveRefused("Give the URL of the old server: postgres://…");
  if (await findMover(owner, merchantId)) throw new MoveRefused("This server has the merchant already.");
  await hideArriving(owner, { mover, runtimeRole });
  await subscribeMerchant(owner, mover, source);
}
