import { findMemberships } from "../../db/sign-in.ts";
import { profileReply } from "../auth/session-reply.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** The signed-in person, their merchant and their permissions (wire facts 5). @throws `wrong_credential` for a key */
export async function getProfile(ctx: Context): Promise<ReturnType<typeof profileReply>> {
  const { actor } = ctx;
  if (actor.kind !== "member") throw new Failure("wrong_credential");
  const membership = (await findMemberships(ctx.db, actor.userId)).find((one) => one.memberId === actor.id);
  if (!membership) throw new Failure("unauthenticated");
  return profileReply(membership);
}
