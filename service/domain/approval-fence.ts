import type { Actor, Context } from "./context.ts";

type Fenced = Pick<Context, "actor" | "approving" | "money">;

/** Whether the actor's money movements need another member's approval: a session cannot change its channel. Spec 4.18, API 2. */
export function isOnDashboard(actor: Actor): boolean {
  return actor.kind === "member" && actor.channel === "dashboard";
}

/**
 * Moves money or submits it for approval. This is the only place that decides, from the `money` declaration of the endpoint
 * and the channel of the caller. Decision 0061.
 */
export function moveOrSubmit<T>(ctx: Fenced, verbs: { move(): T; submit(): T }): T {
  return needsApproval(ctx) ? verbs.submit() : verbs.move();
}

/**
 * Called by `moveMoney` before every posting, so that a verb or endpoint that skips `moveOrSubmit` cannot post. Decision 0061.
 * @throws when the endpoint declares no `money`, or when a dashboard session would post without an approval: both are bugs.
 */
export function assertMayPost(ctx: Fenced): void {
  if (ctx.money === "none") throw new Error("this endpoint declares no money: its verb must not move any");
  if (needsApproval(ctx)) throw new Error("a dashboard session posts money only through an approval");
}

function needsApproval({ actor, approving, money }: Fenced): boolean {
  return isOnDashboard(actor) && !approving && money !== "direct";
}
