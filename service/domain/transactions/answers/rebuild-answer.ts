import { type AnswerFacts, type AnswerSource, findAnswerFacts } from "../../../db/ledger/idempotency-keys.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { ANSWER_SHAPES, type AnswerShape } from "./answer-shapes.ts";
import { singleMoveReply } from "./single-move-reply.ts";
import { transferData, withoutBreakdown } from "./transfer-data.ts";

const payloadOf: Record<AnswerShape, (facts: AnswerFacts) => object> = {
  [ANSWER_SHAPES.transfer]: (facts) => ({ data: transferDataOf(facts) }),
  [ANSWER_SHAPES.accountTransfer]: (facts) => ({ data: withoutBreakdown(transferDataOf(facts)) }),
  [ANSWER_SHAPES.credit]: (facts) => singleMoveReply(facts, facts.target),
  [ANSWER_SHAPES.debit]: (facts) => singleMoveReply(facts, facts.source),
};

function transferDataOf(facts: AnswerFacts) {
  return transferData(facts, { ...facts, description: facts.description ?? "" });
}

/**
 * Builds the wire payload of an earlier reply from its transaction, as it was sent. Decision 0164.
 * @throws `unavailable` for a reply of a later release, which a process of that release can rebuild
 */
export async function rebuildPayload(ctx: Context, { transaction, shape }: AnswerSource): Promise<object> {
  if (!isKnown(shape)) throw new Failure("unavailable", { headers: { "retry-after": "1" } });
  const facts = await findAnswerFacts(ctx.db, ctx.tenant.id, transaction);
  if (!facts) throw new Error(`the reply of transaction ${transaction} cannot be rebuilt`);
  return payloadOf[shape](facts);
}

function isKnown(shape: number): shape is AnswerShape {
  return shape in payloadOf;
}
