import type { Actor, Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** The member who acts, on endpoints that only members may call. */
export function memberActor(ctx: Pick<Context, "actor">): Extract<Actor, { kind: "member" }> {
  if (ctx.actor.kind !== "member") throw new Error("only members may call this endpoint");
  return ctx.actor;
}

/**
 * A key moves any amount: a member with an approval limit who held one could pay above it alone. Decision 0072.
 * @throws `key_above_limit`
 */
export function assertMayHoldKeys(ctx: Pick<Context, "actor">): void {
  if (memberActor(ctx).approvalLimit !== null) throw new Failure("key_above_limit");
}
