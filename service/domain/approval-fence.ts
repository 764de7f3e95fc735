import type { ApprovalRules, Context } from "./context.ts";

type Fenced = Pick<Context, "actor" | "approving" | "money">;

/**
 * Whether another member must approve before the caller's request moves this amount, in kobo. A session of the dashboard needs that
 * from the amount in the merchant's rules. A session of the API does not need it below two approvers' amount, while the merchant lets
 * its members move money. An amount above the member's approval limit always needs it. Keys, customers and jobs never do. Spec 4.18,
 * API 2, decisions 0072, 0117.
 */
export function needsApproval({ actor, approving, money }: Fenced, amountKobo: bigint): boolean {
  if (actor.kind !== "member" || approving || money === "direct") return false;
  if (actor.approvalLimit !== null && amountKobo > actor.approvalLimit) return true;
  if (actor.rules.noApprovalBelow !== null && amountKobo < actor.rules.noApprovalBelow) return false;
  return actor.channel === "dashboard" || !actor.mayMoveMoney || approversNeeded(actor.rules, amountKobo) === 2;
}

/** How many approvers a request of this amount in kobo needs that needs any. Decision 0117. */
export function approversNeeded({ twoApproversFrom }: ApprovalRules, amountKobo: bigint): 1 | 2 {
  return twoApproversFrom !== null && amountKobo >= twoApproversFrom ? 2 : 1;
}

/**
 * Moves money or submits it for approval. This is the only place that decides, from the `money` declaration of the endpoint, the
 * caller and the amount in kobo: a batch counts with its total, fees do not count. Decision 0061.
 */
export function moveOrSubmit<T>(ctx: Fenced, amountKobo: bigint, verbs: { move(): T; submit(): T }): T {
  return needsApproval(ctx, amountKobo) ? verbs.submit() : verbs.move();
}

/**
 * Called by `moveMoney` before every posting of an amount in kobo, so that a verb or endpoint that skips `moveOrSubmit` cannot
 * post. Decision 0061.
 * @throws when the endpoint declares no `money`, or when a member would post without a needed approval: both are bugs.
 */
export function assertMayPost(ctx: Fenced, amountKobo: bigint): void {
  if (ctx.money === "none") throw new Error("this endpoint declares no money: its verb must not move any");
  if (needsApproval(ctx, amountKobo)) throw new Error("this member posts this amount only through an approval");
}
