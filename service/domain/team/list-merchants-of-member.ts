import { findMemberships } from "../../db/auth/sign-in.ts";
import { ofAllTenants } from "../../db/pool.ts";
import { memberActor } from "../auth/member-actor.ts";
import type { Context } from "../context.ts";

/** The merchants that the signed-in person belongs to, oldest membership first. Wire 5. Returns the wire payload. */
export async function listMerchantsOfMember(ctx: Context) {
  const memberships = await findMemberships(ofAllTenants(ctx.db), memberActor(ctx).userId);
  return {
    data: memberships.map(({ merchantId, role, businessName }) => ({ id: merchantId, role, name: businessName })),
  };
}
