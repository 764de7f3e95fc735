import {
  digestOf,
  type Follower,
  findFollower,
  hideLeaving,
  isPublished,
  isSuspended,
  isWithAllMembers,
  type Mover,
  waitForFollower,
} from "../../../db/move-merchant.ts";
import { type MoveContext, MoveRefused, moverOf } from "./mover.ts";

const FOLLOWER_MS = 60_000;

const NOT_FOLLOWING: Record<Exclude<Follower, "following">, string> = {
  none: "No server receives the merchant. Run move-merchant receive on the new server first.",
  away: "The new server does not follow at the moment: look at its log, and repeat when it does.",
  copying: "The new server is still copying. Repeat in a while.",
};

/**
 * On the old server: ends the service of a suspended merchant, and waits until the new server has all its rows. Returns the digest of the
 * rows. A repeated release returns it again. Decision 0194.
 * @throws MoveRefused while nobody follows, payments may go on or are not added up, or a member would be left behind: then nothing has
 * changed. Also when the new server stops following during the wait: then repeat it.
 */
export async function releaseMover(
  context: MoveContext,
  merchantId: string,
): Promise<{ mover: Mover; digest: string }> {
  const { owner, runtimeRole } = context;
  const mover = await moverOf(context, merchantId);
  if (!(await isPublished(owner, mover)))
    throw new MoveRefused("The merchant is not published. Run move-merchant publish first.");
  const follower = await findFollower(owner, mover);
  if (follower !== "following") throw new MoveRefused(NOT_FOLLOWING[follower]);
  if (!(await isSuspended(owner, mover))) throw new MoveRefused("Suspend the merchant first: its payments must end.");
  if (!(await isWithAllMembers(owner, mover)))
    throw new MoveRefused("The merchant has members who joined after publish. Drop both sides, and publish again.");
  if (!(await hideLeaving(owner, { mover, runtimeRole })))
    throw new MoveRefused("The worker has not added up the merchant's last payments yet. Try again in a few seconds.");
  if (!(await waitForFollower(owner, mover, FOLLOWER_MS))) {
    throw new MoveRefused(
      "The new server has not stored everything yet. This server no longer serves the merchant: repeat release when the new one follows.",
    );
  }
  return { mover, digest: await digestOf(owner, mover) };
}
