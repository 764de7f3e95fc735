import type { AnswerSource } from "../../db/ledger/idempotency-keys.ts";
import type { Statement } from "../../db/statement.ts";
import type { TransactionKind } from "../../db/transactions/transaction-line.ts";
import { LedgerUnavailable, OutcomeUnknown, TenantQueueFull } from "../../ledger/committer.ts";
import { sumOfKobo } from "../../ledger/kobo.ts";
import type { Call, Movement, Outcome, Unspent } from "../../ledger/movement.ts";
import { assertMayPost } from "../approval-fence.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { AnsweredBefore, type PendingAnswer, type StoredAnswer } from "../idempotency.ts";
import { type AuditEntry, auditRow } from "../record-audit.ts";
import type { AnswerShape } from "./answers/answer-shapes.ts";
import { referenceOf } from "./reference.ts";

/** What the customer reads about a payment, and what only the merchant's staff reads. Decision 0112. */
export type PaymentTexts = { narration?: string | null | undefined; note?: string | null | undefined };

/** A requested movement between two accounts of the context's tenant. The source pays the fees on top of `amount`. Kobo. */
export type NewMovement = PaymentTexts & {
  /** Present when the ID was generated before: an item of a batch. */
  id?: string;
  kind: TransactionKind;
  source: bigint;
  destination: bigint;
  amount: bigint;
  baseFee?: bigint;
  merchantFee?: bigint;
  /** The daily limit of the source in addition to its tier's. */
  ceiling?: bigint | null;
  /** The caller's own reference. Without one, a time-ordered reference is generated. */
  reference?: string | undefined;
  batch?: string;
  description?: string;
  /** The ID of the transaction that this movement takes back. */
  reversalOf?: string;
  unspent?: Unspent | null;
  metadata?: object | undefined;
};

/** A movement with its outcome. */
export type Moved = { readonly id: string; readonly reference: string; readonly outcome: Outcome };

export type MoneyRequest<T extends object> = {
  movements: readonly NewMovement[];
  /**
   * Builds the wire payload from the outcomes, which are in the order of the movements. Throws a `Failure` when a refusal ends the
   * request; then nothing is posted. Must be pure: it runs before the commit, so that the answer commits with the money, and possibly again after it.
   */
  answer(moved: readonly Moved[]): T;
  /** Set if `rebuild-answer.ts` can build the same payload from the only transaction: then its text is not kept. Decision 0164. */
  shape?: AnswerShape | undefined;
  /**
   * The audit entries; not called when `answer` throws. `in_transaction`: each transaction has the facts of the call, and the audit log
   * lists it as `transfer.create`. Decision 0218.
   */
  audit: ((moved: readonly Moved[]) => readonly AuditEntry[]) | "in_transaction";
  /** Rows that can be written before the movements are decided. They are rolled back when `answer` throws. Decision 0217. */
  early?: (() => readonly Statement[]) | undefined;
  /** Other rows to write in the same commit. Not called when `answer` throws. `hasEarlyRows`: those of `early` are written. */
  statements?(moved: readonly Moved[], at: Date, hasEarlyRows: boolean): readonly Statement[];
  /** The recorded actor, as kind and ID, when it is not the context's. */
  actor?: string;
};

/**
 * The only entry to the ledger. Posts the movements and commits their audit rows and the answer to an Idempotency-Key with them;
 * resolves after the commit. In a context with `approving`, the posting also settles that approval. Ledger 2, API 4.
 * @throws what `answer` throws; `unavailable` when nothing was done; `outcome_unknown`; `approval_decided`; `merchant_suspended`; `AnsweredBefore`,
 * which the HTTP layer handles; an error when the caller may not post (decision 0061).
 */
export async function moveMoney<T extends object>(ctx: Context, request: MoneyRequest<T>): Promise<T> {
  assertMayPost(ctx, sumOfKobo(request.movements.map(({ amount }) => amount)));
  const actor = request.actor ?? `${ctx.actor.kind}:${ctx.actor.id}`;
  // The items of a batch keep their own IDs and references: it is approved as a whole.
  const settled = request.movements.length === 1 ? ctx.approving : undefined;
  const { audit } = request;
  const call = audit === "in_transaction" ? callOf(ctx) : null;
  const movements = request.movements.map((movement) => prepare(ctx, movement, { actor, settled, call }));
  const { pendingAnswer, approving } = ctx;
  let last: { outcomes: readonly Outcome[]; result: Result<T> } | undefined;
  const decision = await submit(ctx, {
    tenant: ctx.tenant.id,
    movements,
    idempotency: pendingAnswer && { key: pendingAnswer.key, requestHash: pendingAnswer.requestHash },
    approval: approving && { id: approving.id, decision: approving.decision },
    ...(request.early && { early: request.early }),
    buildSideEffects(outcomes, at, hasEarlyRows) {
      const moved = join(movements, outcomes);
      const result = resultOf(request, moved);
      last = { outcomes, result };
      const approval = approving?.settle("failure" in result ? result.failure : null);
      const entries = "payload" in result && audit !== "in_transaction" ? audit(moved) : [];
      const rows = entries.map((entry) => auditRow(ctx, entry));
      if (approving && approval) rows.push(approving.audit(approval));
      const answer = pendingAnswer && renderToKeep(pendingAnswer, result, { shape: request.shape, moved });
      const statements = "payload" in result ? () => request.statements?.(moved, at, hasEarlyRows) ?? [] : undefined;
      return { isRefused: "failure" in result, answer, audit: rows, approval, statements };
    },
  });
  if (decision.kind === "answered_before") throw new AnsweredBefore(decision.answer, decision.requestHash);
  if (decision.kind !== "decided") throw new Failure(decision.kind);
  // Usually the last attempt is the one that committed. If an earlier one did, build its answer again.
  if (last?.outcomes === decision.outcomes && "payload" in last.result) return last.result.payload;
  return request.answer(join(movements, decision.outcomes));
}

type Result<T> = { payload: T } | { failure: Failure };

type Keeping = { shape: AnswerShape | undefined; moved: readonly Moved[] };

/** Renders the answer, with its source where the endpoint replies with exactly this payload, status 200 and no headers. */
function renderToKeep(
  pending: PendingAnswer,
  result: { payload: object } | { failure: Failure },
  { shape, moved: [only, ...more] }: Keeping,
): StoredAnswer & { source?: AnswerSource } {
  const answer = pending.render(result);
  const isPlain = "payload" in result && answer.status === 200 && Object.keys(answer.headers).length === 0;
  if (!pending.mayRebuild || !isPlain || shape === undefined || !only || more.length > 0) return answer;
  return { ...answer, source: { transaction: only.id, shape } };
}

async function submit(ctx: Context, posting: Parameters<Context["committer"]["submit"]>[0]) {
  try {
    return await ctx.committer.submit(posting);
  } catch (error) {
    if (error instanceof TenantQueueFull) throw new Failure("queue_full", { headers: { "retry-after": "1" } });
    if (error instanceof LedgerUnavailable) throw new Failure("unavailable", { headers: { "retry-after": "1" } });
    if (error instanceof OutcomeUnknown) throw new Failure("outcome_unknown", { headers: { "retry-after": "1" } });
    throw error;
  }
}

function prepare(
  ctx: Context,
  movement: NewMovement,
  { actor, settled, call }: { actor: string; settled: Context["approving"]; call: Call | null },
): Movement {
  // An approved movement has the ID and reference of its approval.
  const names = movement.batch === undefined && movement.id === undefined ? settled : undefined;
  const id = names?.id ?? movement.id ?? ctx.ids.next();
  const reference = names ? names.reference : movement.reference;
  return {
    tenant: ctx.tenant.id,
    id,
    reference: reference ?? referenceOf(id),
    referenceGenerated: reference === undefined,
    kind: movement.kind,
    source: movement.source,
    destination: movement.destination,
    amount: movement.amount,
    baseFee: movement.baseFee ?? 0n,
    merchantFee: movement.merchantFee ?? 0n,
    ceiling: movement.ceiling ?? null,
    batch: movement.batch ?? null,
    description: movement.description ?? null,
    narration: movement.narration ?? null,
    note: movement.note ?? null,
    reversalOf: movement.reversalOf ?? null,
    unspent: movement.unspent ?? null,
    metadata: movement.metadata ?? null,
    actor,
    call,
  };
}

function callOf({ actor, address, requestId }: Context): Call {
  return { actorName: actor.name, address, requestId };
}

function join(movements: readonly Movement[], outcomes: readonly Outcome[]): Moved[] {
  return movements.map(({ id, reference }, index) => {
    const outcome = outcomes[index];
    if (!outcome) throw new Error("a movement without an outcome");
    return { id, reference, outcome };
  });
}

function resultOf<T extends object>(request: MoneyRequest<T>, moved: Moved[]): Result<T> {
  try {
    return { payload: request.answer(moved) };
  } catch (error) {
    if (error instanceof Failure) return { failure: error };
    throw error;
  }
}
