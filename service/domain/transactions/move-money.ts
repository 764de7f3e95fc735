import type { Statement } from "../../db/statement.ts";
import type { TransactionKind } from "../../db/transactions/transaction-line.ts";
import { LedgerUnavailable, OutcomeUnknown } from "../../ledger/committer.ts";
import type { Movement, Outcome } from "../../ledger/movement.ts";
import { assertMayPost } from "../approval-fence.ts";
import { decisionAudit } from "../approvals/decision-audit.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { AnsweredBefore } from "../idempotency.ts";
import { type AuditEntry, auditRow } from "../record-audit.ts";
import { referenceOf } from "./reference.ts";

/** Money from one account to another of the context's tenant; fees are on top and paid by the source. Kobo. */
export type NewMovement = {
  /** Where it was made before, so that a repetition is known by it. */
  id?: string;
  kind: TransactionKind;
  source: bigint;
  destination: bigint;
  amount: bigint;
  baseFee?: bigint;
  merchantFee?: bigint;
  /** What may leave the source on a day, where that is limited besides its tier. */
  ceiling?: bigint | null;
  /** The caller's own; left out, a time-ordered one is made. */
  reference?: string | undefined;
  batch?: string;
  description?: string;
  metadata?: object | undefined;
};

/** A movement with what became of it. */
export type Moved = { readonly id: string; readonly reference: string; readonly outcome: Outcome };

export type MoneyRequest<T extends object> = {
  movements: readonly NewMovement[];
  /**
   * The wire payload of what became of the movements, in their order; throws a `Failure` where a refusal ends the request:
   * then nothing of it is posted.
   * Pure: it is called before the commit, so that the answer is kept with its effect, and perhaps again after it.
   */
  answer(moved: readonly Moved[]): T;
  /** What the audit log says of it; not asked where `answer` throws. */
  audit(moved: readonly Moved[]): readonly AuditEntry[];
  /** What else is written with the money; not asked where `answer` throws. */
  statements?(moved: readonly Moved[], at: Date): readonly Statement[];
  /** Who moves it, for the record, where that is not who acts now: kind and ID. */
  actor?: string;
};

/**
 * The one door to the ledger: moves money, and commits audit rows and the answer to an Idempotency-Key with it. Resolves
 * after the commit. In a context that carries out an approval, the approval is settled by it. Ledger 2, api 4.
 * @throws what `answer` throws; `unavailable`: nothing was done; `outcome_unknown`; `approval_decided`; `AnsweredBefore` for the
 * HTTP layer.
 */
export async function moveMoney<T extends object>(ctx: Context, request: MoneyRequest<T>): Promise<T> {
  assertMayPost(ctx);
  const actor = request.actor ?? `${ctx.actor.kind}:${ctx.actor.id}`;
  const movements = request.movements.map((movement) => prepare(ctx, movement, actor));
  const { pendingAnswer, approving } = ctx;
  let last: { outcomes: readonly Outcome[]; result: Result<T> } | undefined;
  const decision = await submit(ctx, {
    tenant: ctx.tenant.id,
    movements,
    idempotency: pendingAnswer && { key: pendingAnswer.key, requestHash: pendingAnswer.requestHash },
    approval: approving && { id: approving.id, decision: approving.decision },
    buildSideEffects(outcomes, at) {
      const moved = join(movements, outcomes);
      const result = resultOf(request, moved);
      last = { outcomes, result };
      const approval = approving?.settle("failure" in result ? result.failure : null);
      const entries = [
        ...("payload" in result ? request.audit(moved) : []),
        ...(approval ? [decisionAudit(approval)] : []),
      ];
      const answer = pendingAnswer?.render(result) ?? null;
      const statements = "payload" in result ? () => request.statements?.(moved, at) ?? [] : undefined;
      const audit = entries.map((entry) => auditRow(ctx, entry));
      return { isRefused: "failure" in result, answer, audit, approval, statements };
    },
  });
  if (decision.kind === "approval_decided") throw new Failure("approval_decided");
  if (decision.kind === "answered_before") throw new AnsweredBefore(decision.answer, decision.requestHash);
  // The attempt that was committed is the last one, unless an earlier one turned out to be.
  if (last?.outcomes === decision.outcomes && "payload" in last.result) return last.result.payload;
  return request.answer(join(movements, decision.outcomes));
}

type Result<T> = { payload: T } | { failure: Failure };

async function submit(ctx: Context, posting: Parameters<Context["committer"]["submit"]>[0]) {
  try {
    return await ctx.committer.submit(posting);
  } catch (error) {
    if (error instanceof LedgerUnavailable) throw new Failure("unavailable", { headers: { "retry-after": "1" } });
    if (error instanceof OutcomeUnknown) throw new Failure("outcome_unknown", { headers: { "retry-after": "1" } });
    throw error;
  }
}

function prepare(ctx: Context, movement: NewMovement, actor: string): Movement {
  // A batch is approved as a whole; its items have IDs and references of their own.
  const settled = movement.batch === undefined ? ctx.approving : undefined;
  const id = settled?.id ?? movement.id ?? ctx.ids.next();
  const reference = settled?.reference ?? movement.reference;
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
    metadata: movement.metadata ?? null,
    actor,
  };
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
