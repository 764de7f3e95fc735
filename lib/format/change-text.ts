import type { AccessChange } from "../../contract/access-changes.ts";
import { formatKobo } from "./money.ts";
import { texts } from "./texts.ts";

const SETTINGS: Record<string, string> = {
  requireTwoFactor: texts.approvingNeedsTwoFactor,
  membersMayMoveMoney: texts.membersMayMoveMoney,
};

/** A requested change as an order: `Make Bola Ade Admin, with an approval limit of ₦500.00`. */
export function changeText({ kind, label, before, after }: Pick<AccessChange, "kind" | "label" | "before" | "after">) {
  const limit = limitText(after.approvalLimit);
  if (kind === "invitation") return texts.inviteLabelAsString(label, String(after.role), limit);
  if (kind === "role") return texts.letMembersWithThe(label);
  if (kind === "settings") {
    return Object.entries(after)
      .map(([name, value]) => settingText(name, value))
      .join(texts.and);
  }
  if (before?.role !== after.role) return texts.makeLabelStringLimit(label, String(after.role), limit);
  return texts.letLabelApproveLimit(label, limit, limitText(before?.approvalLimit));
}

function settingText(name: string, value: unknown): string {
  const amount = typeof value === "number" ? formatKobo(value) : null;
  if (name === "noApprovalBelow") return amount ? texts.noApprovalBelowAmount(amount) : texts.approvalForAllAmounts;
  if (name === "twoApproversFrom") return amount ? texts.twoApproversFromAmount(amount) : texts.oneApproverForAll;
  return texts.switchSwitches(`“${SETTINGS[name] ?? name}” ${value ? "on" : "off"}`);
}

function limitText(limit: unknown): string {
  return typeof limit === "number" ? texts.withAnApprovalLimit(formatKobo(limit)) : texts.withoutAnApprovalLimit;
}
