import { CHANGE_SUBMITTED } from "../../contract/access-changes.ts";
import { SUBMITTED } from "../../contract/transfers.ts";
import { moveOrSubmit } from "../domain/approval-fence.ts";
import type { Submitted } from "../domain/consent/apply-or-submit.ts";
import type { Context } from "../domain/context.ts";
import type { Answer } from "./route.ts";

/**
 * Replies to a request that moves money. Returns the result of `move`, or, if it was submitted for approval,
 * `SUBMITTED` with `more` and the address of the pending transaction. `amount`: all of it, in kobo. Spec 4.18, API 4.
 */
export function moveOrAnswerSubmitted(
  ctx: Context,
  answer: Answer,
  request: {
    amount: bigint;
    move(): Promise<object>;
    submit(payload: (submitted: { id: string }) => object): Promise<void>;
    more?: object;
  },
): Promise<object> {
  return moveOrSubmit(ctx, request.amount, {
    move: request.move,
    async submit() {
      const payload = { message: SUBMITTED, ...request.more };
      await request.submit(({ id }) => {
        answer.header("location", `/v1/transaction/pending/${id}`);
        return payload;
      });
      return payload;
    },
  });
}

/** Builds the reply of a change that waits for another approver: the message and the address of the change. Decision 0073. */
export function answerChangeSubmitted(answer: Answer): Submitted {
  return ({ id }) => {
    answer.header("location", `/v1/team/changes/${id}`);
    answer.status(200);
    return { message: CHANGE_SUBMITTED };
  };
}
