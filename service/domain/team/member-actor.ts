import type { Actor, Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** The member who acts. @throws `wrong_credential` for a key, which is no person */
export function memberActor(ctx: Pick<Context, "actor">): Extract<Actor, { kind: "member" }> {
  if (ctx.actor.kind !== "member") throw new Failure("wrong_credential");
  return ctx.actor;
}
