import type { Context } from "../../context.ts";
import { type LinkedIdentity, linkIdentity } from "./link-identity.ts";

/** Links a BVN to a customer: see `linkIdentity`. Spec 4.17. */
export function linkBvn(ctx: Context, input: { customerId: string; bvn: string }): Promise<LinkedIdentity> {
  return linkIdentity(ctx, { customerId: input.customerId, kind: "bvn", number: input.bvn });
}
