import type { Context } from "./context.ts";
import { Failure } from "./failure.ts";

/**
 * Refuses one upload more than a merchant may leave waiting, so that nobody's files fill the disk and the queue of all. `count` says
 * how many of its kind wait, `most` at the most. Of several at the same moment, a few more may pass. Api 5.
 * @throws `upload_limit`
 */
export async function assertMayWait(
  { uploadsWaiting: most }: Pick<Context, "uploadsWaiting">,
  count: (most: number) => Promise<number>,
): Promise<void> {
  if (most === undefined || (await count(most)) < most) return;
  throw new Failure("upload_limit", {
    message: `${most} uploads wait already, the most that may. Nothing was done. Send this one when some are done or cancelled.`,
  });
}
