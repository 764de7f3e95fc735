import { deleteStoredAnswersBefore, findStoredAnswer, insertStoredAnswer } from "../db/ledger/idempotency-keys.ts";
import type { Transaction } from "../db/pool.ts";
import { isUniqueViolation } from "../db/sql-errors.ts";
import type { Context, Services } from "./context.ts";
import type { Failure } from "./failure.ts";
import type { PendingAnswer, StoredAnswer } from "./idempotency.ts";

const KEPT_HOURS = 48;

/** Answers forgotten in one commit: those of a busy day would outlast the time a statement has. */
const FORGOTTEN_AT_ONCE = 20_000;

/** What was answered under this tenant's key before, with the hash of the request that it answered. Api 1. */
export async function findAnswer(
  ctx: Context,
  key: string,
): Promise<{ answer: StoredAnswer; requestHash: Buffer } | undefined> {
  const row = await findStoredAnswer(ctx.db, ctx.tenant.id, key);
  if (!row) return undefined;
  return { answer: { status: row.status, headers: row.headers, body: row.body }, requestHash: row.requestHash };
}

/** Keeps the answer to the request's key, if it has one, in the transaction of its effect. Money does the same in its flush. */
export async function keepAnswer(
  tx: Transaction,
  ctx: Context,
  result: { payload: object } | { failure: Failure },
): Promise<void> {
  const { pendingAnswer } = ctx;
  if (!pendingAnswer) return;
  const { key, requestHash } = pendingAnswer;
  await insertStoredAnswer(tx, ctx.tenant.id, key, {
    ...pendingAnswer.render(result),
    requestHash,
    at: ctx.clock.now(),
  });
}

/** Keeps a refusal by a rule: nothing else happened, so it is a commit of its own. False when an answer is there already: that stays. */
export async function keepRefusal(ctx: Context, pending: PendingAnswer, answer: StoredAnswer): Promise<boolean> {
  try {
    await insertStoredAnswer(ctx.db, ctx.tenant.id, pending.key, {
      ...answer,
      requestHash: pending.requestHash,
      at: ctx.clock.now(),
    });
    return true;
  } catch (error) {
    if (!isAnsweredAlready(error)) throw error;
    return false;
  }
}

/** Whether a write failed because another process has answered the same key meanwhile. */
export function isAnsweredAlready(error: unknown): boolean {
  return isUniqueViolation(error, { constraint: "idempotency_keys_pkey" });
}

/** Forgets answers after 48 h (api 1). Returns how many. */
export async function expireStoredAnswers({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_HOURS * 3_600_000);
  let forgotten = 0;
  while (true) {
    const count = await deleteStoredAnswersBefore(db, before, FORGOTTEN_AT_ONCE);
    forgotten += count;
    if (count < FORGOTTEN_AT_ONCE) return forgotten;
  }
}
