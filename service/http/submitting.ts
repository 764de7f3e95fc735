import { SUBMITTED } from "../../contract/transfers.ts";
import type { Answer } from "./route.ts";

/** What a request that now waits for approval is answered with: where it waits, and `more`. Spec 4.18, api 4. */
export async function submitting(
  answer: Answer,
  submit: (payload: (submitted: { id: string }) => object) => Promise<void>,
  more: object = {},
): Promise<object> {
  const payload = { message: SUBMITTED, ...more };
  await submit(({ id }) => {
    answer.header("location", `/v1/transaction/pending/${id}`);
    return payload;
  });
  return payload;
}
