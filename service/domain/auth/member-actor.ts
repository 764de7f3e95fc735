import type { Actor, Context } from "../context.ts";

/** The member who acts, on endpoints that only members may call. */
export function memberActor(ctx: Pick<Context, "actor">): Extract<Actor, { kind: "member" }> {
  if (ctx.actor.kind !== "member") throw new Error("only members may call this endpoint");
  return ctx.actor;
}
