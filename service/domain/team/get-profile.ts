import { findMemberships } from "../../db/auth/sign-in.ts";
import { memberActor } from "../auth/member-actor.ts";
import { profileReply } from "../auth/sessions/session-reply.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/**
 * The signed-in person, their merchant and their permissions (Wire 5). @throws `unauthenticated` for a member who was
 * just removed
 */
export async function getProfile(ctx: Context): Promise<ReturnType<typeof profileReply>> {
  const actor = memberActor(ctx);
  const membership = (await findMemberships(ctx.db, actor.userId)).find((one) => one.memberId === actor.id);
  if (!membership) throw new Failure("unauthenticated");
  return profileReply(membership);
}
