import { FirstStep, type Preferences } from "../../../contract/preferences.ts";
import { inTransaction } from "../../db/pool.ts";
import { findPreferences, lockPreferences, type PreferencesRow, updatePreferences } from "../../db/team/preferences.ts";
import { memberActor } from "../auth/member-actor.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { reportMonday } from "./report-monday.ts";

/** The caller's own preferences at this merchant. Returns the wire payload. Decision 0118. */
export async function getPreferences(ctx: Context): Promise<{ data: Preferences }> {
  const row = await findPreferences(ctx.db, memberActor(ctx).id);
  if (!row) throw new Failure("unauthenticated");
  return { data: preferencesView(row) };
}

/** Changes the caller's own preferences; omitted ones stay. Returns the wire payload. Decision 0118. */
export async function changePreferences(
  ctx: Context,
  input: {
    approvalMails?: Preferences["approvalMails"] | undefined;
    weeklyReport?: boolean | undefined;
    dismissedSteps?: FirstStep[] | undefined;
  },
): Promise<{ data: Preferences }> {
  const { id } = memberActor(ctx);
  return await inTransaction(ctx.db, async (tx) => {
    const before = await lockPreferences(tx, id);
    if (!before) throw new Failure("unauthenticated");
    const after = {
      approvalMails: input.approvalMails ?? before.approvalMails,
      weeklyReport: input.weeklyReport ?? before.weeklyReport,
      dismissedSteps: input.dismissedSteps ? [...new Set(input.dismissedSteps)] : before.dismissedSteps,
    };
    await updatePreferences(tx, id, after, reportMonday(ctx.clock.now()));
    await recordAudit(tx, ctx, { action: "member.change_preferences", object: { kind: "member", id }, before, after });
    return { data: preferencesView(after) };
  });
}

/** A step that the contract no longer knows is left out. */
function preferencesView({ approvalMails, weeklyReport, dismissedSteps }: PreferencesRow): Preferences {
  return {
    approvalMails,
    weeklyReport,
    dismissedSteps: FirstStep.options.filter((step) => dismissedSteps.includes(step)),
  };
}
