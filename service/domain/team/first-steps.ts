import type { Permission } from "../../../contract/permissions.ts";
import { FirstStep, type FirstSteps } from "../../../contract/preferences.ts";
import { findDoneSteps } from "../../db/team/first-steps.ts";
import { findPreferences } from "../../db/team/preferences.ts";
import { memberActor } from "../auth/member-actor.ts";
import type { Context } from "../context.ts";

/** The permission that each step needs. */
const NEEDS: Record<FirstStep, Permission> = {
  fund: "UPDATE_MERCHANT_DETAIL",
  wallet: "CREATE_CUSTOMER_WALLET",
  credit: "WALLET_CREDIT_DEBIT",
  transfer: "MANAGE_TRANSFER",
  invite: "INVITE_TEAM_MEMBER",
  key: "BROWSE_KEYS",
  webhook: "MANAGE_WEBHOOKS",
  live: "SWITCH_ACCOUNT_MODE",
};

/**
 * The first steps that the caller may take in the current mode, each with whether it is done or dismissed; null once none is left. A member who
 * has dismissed all costs one query, and others two. API 6.
 */
export async function getFirstSteps(ctx: Context): Promise<FirstSteps> {
  const { id, permissions } = memberActor(ctx);
  const { merchantId, mode } = ctx.tenant;
  const allowed = FirstStep.options.filter(
    (step) => permissions.includes(NEEDS[step]) && !(step === "fund" && mode === "PRODUCTION"),
  );
  const dismissed = (await findPreferences(ctx.db, id))?.dismissedSteps ?? [];
  if (allowed.every((step) => dismissed.includes(step))) return null;
  const done = await findDoneSteps(ctx.db, { tenant: ctx.tenant.id, merchantId, memberId: id });
  const steps = allowed.map((step) => ({
    step,
    isDone: step === "live" ? mode === "PRODUCTION" : done[step],
    isDismissed: dismissed.includes(step),
  }));
  return steps.every(({ isDone, isDismissed }) => isDone || isDismissed) ? null : steps;
}
