import { deleteStoredAnswersBefore, findStoredAnswer, insertStoredAnswer } from "../db/ledger/idempotency-keys.ts";
import type { Transaction } from "../db/pool.ts";
import { isUniqueViolation } from "../db/sql-errors.ts";
import type { Context, Services } from "./context.ts";
import type { Failure } from "./failure.ts";
import type { FoundAnswer, PendingAnswer, StoredAnswer } from "./idempotency.ts";

const KEPT_HOURS = 48;

/** Answers deleted per commit. Deleting a busy day's answers in one statement would exceed the statement timeout. */
const DELETED_PER_COMMIT = 20_000;

/** Finds the stored answer of a key, with the hash of its request. API 1. */
export async function findAnswer(
  ctx: Context,
  key: string,
): Promise<{ answer: FoundAnswer; requestHash: Buffer } | undefined> {
  const row = await findStoredAnswer(ctx.db, ctx.tenant.id, key);
  if (!row) return undefined;
  const { status, headers, body, source, requestHash } = row;
  return { answer: { status, headers, body, source }, requestHash };
}

/** Stores the answer under the request's key, if it has one, in the transaction of its effect. `moveMoney` does the same in its commit. */
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

/** Stores a refusal in a commit of its own. Returns false if the key has an answer already, which is kept. */
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

/** Whether a write failed because another process answered the same key first. */
export function isAnsweredAlready(error: unknown): boolean {
  return isUniqueViolation(error, { constraint: "idempotency_keys_pkey" });
}

/** The instant since which answers are kept: what a key did before is forgotten. API 1. */
export function keptSince({ clock }: Pick<Services, "clock">): Date {
  return new Date(clock.now().getTime() - KEPT_HOURS * 3_600_000);
}

/** Deletes answers after 48 h. Returns the number of deleted answers. API 1. */
export async function expireStoredAnswers({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const before = keptSince({ clock });
  let deleted = 0;
  while (true) {
    const count = await deleteStoredAnswersBefore(db, before, DELETED_PER_COMMIT);
    deleted += count;
    if (count < DELETED_PER_COMMIT) return deleted;
  }
}
