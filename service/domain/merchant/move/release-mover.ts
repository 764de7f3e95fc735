import {
  digestOf,
  hideLeaving,
  isSuspended,
  isWithAllMembers,
  type Mover,
  waitForFollower,
} from "../../../db/move-merchant.ts";
import { type MoveContext, MoveRefused, moverOf } from "./mover.ts";

/**
 * On the old server: ends the service of a suspended merchant, and waits until the new server has all its rows. Returns the digest of the
 * rows. Decision 0194.
 * @throws MoveRefused while payments may go on, are not added up, or a member would be left behind
 */
export async function releaseMover(
  context: MoveContext,
  merchantId: string,
): Promise<{ mover: Mover; digest: string }> {
  const { owner, runtimeRole } = context;
  const mover = await moverOf(context, merchantId);
  if (!(await isSuspended(owner, mover))) throw new MoveRefused("Suspend the merchant first: its payments must end.");
  if (!(await isWithAllMembers(owner, mover)))
    throw new MoveRefused("The merchant has members who joined after publish. Drop both sides, and publish again.");
  if (!(await hideLeaving(owner, { mover, runtimeRole })))
    throw new MoveRefused("The worker has not added up the merchant's last payments yet. Try again in a few seconds.");
  await waitForFollower(owner, mover);
  return { mover, digest: await digestOf(owner, mover) };
}
