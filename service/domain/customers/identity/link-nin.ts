import type { Context } from "../../context.ts";
import { type LinkedIdentity, linkIdentity } from "./link-identity.ts";

/** Links a NIN to a customer: see `linkIdentity`. Spec 4.17. */
export function linkNin(ctx: Context, input: { customerId: string; nin: string }): Promise<LinkedIdentity> {
  return linkIdentity(ctx, { customerId: input.customerId, kind: "nin", number: input.nin });
}
