import { requestTexts } from "../../contract/texts/requests.ts";
import type { Context } from "./context.ts";
import { Failure } from "./failure.ts";

/**
 * Refuses an upload when the merchant has the maximum number pending, so that one merchant cannot fill the disk and the
 * queue. `count` returns the pending uploads of this kind, counting up to its argument. Concurrent uploads may exceed the
 * limit by a few. API 5.
 * @throws `upload_limit`
 */
export async function assertMayWait(
  { uploadsWaiting: max }: Pick<Context, "uploadsWaiting">,
  count: (max: number) => Promise<number>,
): Promise<void> {
  if (max === undefined || (await count(max)) < max) return;
  throw new Failure("upload_limit", {
    message: requestTexts.uploadLimit(max),
  });
}
