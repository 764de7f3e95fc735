import { SUBMITTED } from "../../contract/transfers.ts";
import { moveOrSubmit } from "../domain/approval-fence.ts";
import type { Context } from "../domain/context.ts";
import type { Answer } from "./route.ts";

/**
 * Answers a request that moves money: with what `move` returns, or, where it was submitted for approval, with `SUBMITTED`, the
 * address of the pending transaction and `more`. Spec 4.18, API 4.
 */
export function moveOrAnswerSubmitted(
  ctx: Context,
  answer: Answer,
  verbs: {
    move(): Promise<object>;
    submit(payload: (submitted: { id: string }) => object): Promise<void>;
    more?: object;
  },
): Promise<object> {
  return moveOrSubmit(ctx, {
    move: verbs.move,
    async submit() {
      const payload = { message: SUBMITTED, ...verbs.more };
      await verbs.submit(({ id }) => {
        answer.header("location", `/v1/transaction/pending/${id}`);
        return payload;
      });
      return payload;
    },
  });
}
