import { findMemberships } from "../../db/auth/sign-in.ts";
import { findLowBalance } from "../../db/merchant/balance-alerts.ts";
import { findSettings } from "../../db/merchant/settings.ts";
import { ofAllTenants } from "../../db/pool.ts";
import { findUndecidedChanges } from "../../db/team/access-changes.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import { memberActor } from "../auth/member-actor.ts";
import { profileReply } from "../auth/sessions/session-reply.ts";
import { loadApprovers } from "../consent/approvers.ts";
import { refusalOfConsent } from "../consent/refusal-of-consent.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { walletFreezeOf } from "../wallet-status.ts";
import { getFirstSteps } from "./first-steps.ts";

/**
 * The signed-in person, their merchant and their permissions (Wire 5), with what every page of the dashboard shows: the emergency freeze
 * of the wallets, the first steps that are left, and the number of changes of access that the person may decide. @throws `unauthenticated` for a member who was just
 * removed
 */
export async function getProfile(ctx: Context): Promise<ReturnType<typeof profileReply>> {
  const actor = memberActor(ctx);
  const [memberships, settings, changesToDecide, low, firstSteps] = await Promise.all([
    findMemberships(ofAllTenants(ctx.db), actor.userId),
    findSettings(ctx.db, [ctx.tenant.id]),
    countChangesToDecide(ctx, actor.id),
    findLowBalance(ctx.db, ctx.tenant.id),
    getFirstSteps(ctx),
  ]);
  const membership = memberships.find((one) => one.memberId === actor.id);
  const own = settings.get(ctx.tenant.id);
  if (!membership || !own) throw new Failure("unauthenticated");
  const lowBalance = low ? { threshold: koboToWire(low.threshold), balance: koboToWire(low.balance) } : null;
  return profileReply(membership, { walletFreeze: walletFreezeOf(own), lowBalance, changesToDecide, firstSteps });
}

async function countChangesToDecide(ctx: Context, memberId: string): Promise<number> {
  const changes = await findUndecidedChanges(ctx.db, ctx.tenant, ctx.clock.now());
  if (changes.length === 0) return 0;
  const approvers = await loadApprovers(ctx);
  return changes.filter((change) => refusalOfConsent(change, memberId, approvers) === null).length;
}
