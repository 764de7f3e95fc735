"use client";

import { type FormEvent, useState } from "react";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import { usePendingChanges } from "../../../lib/api/changes.ts";
import { problemOfField } from "../../../lib/api/service-error.ts";
import { useUpdateSettings } from "../../../lib/api/settings.ts";
import { nairaText, parseOptionalNaira } from "../../../lib/format/naira-text.ts";
import { PendingChanges, WAITING } from "../../layout/page/pending-changes.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { NairaField } from "../../ui/naira-field.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { SaveRow, useSettingsObstacle } from "./setting-obstacle.tsx";
import { texts } from "./texts.ts";

const RULES = ["noApprovalBelow", "twoApproversFrom"] as const;
type Rule = (typeof RULES)[number];

/** The amounts from which a request needs one approver and two. Another approver must agree to a change. Decision 0117. */
export function AccountRulesForm({ settings }: { settings: MerchantSettings }) {
  const update = useUpdateSettings();
  const obstacle = useSettingsObstacle({ isMainMerchantOnly: true });
  const [typed, setTyped] = useState<Partial<Record<Rule, string>>>({});
  const [isTried, setIsTried] = useState(false);
  const waiting = usePendingChanges().filter(
    ({ kind, after }) => kind === "settings" && RULES.some((rule) => rule in after),
  );
  const text = (rule: Rule) => typed[rule] ?? nairaText(settings[rule]);
  const { amounts, problems } = check(text("noApprovalBelow"), text("twoApproversFrom"));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!amounts || obstacle.now !== null || update.isPending) return;
    const changed = RULES.filter((rule) => amounts[rule] !== settings[rule]);
    update.mutate(Object.fromEntries(changed.map((rule) => [rule, amounts[rule]])), {
      onSuccess: (now) => {
        setTyped({});
        setIsTried(false);
        const isApplied = changed.every((rule) => now[rule] === amounts[rule]);
        showToast(isApplied ? { title: texts.approvalRulesSaved } : WAITING);
      },
    });
  };
  const field = (rule: Rule) => ({
    text: text(rule),
    problem: (isTried ? problems[rule] : undefined) ?? problemOfField(update.error, rule),
    isReadOnly: obstacle.role !== null,
    onText: (next: string) => setTyped((was) => ({ ...was, [rule]: next })),
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <NairaField
        label={texts.noApprovalBelow}
        hint={texts.noApprovalBelowHint}
        none={texts.everyRequestNeedsOne}
        {...field("noApprovalBelow")}
      />
      <NairaField
        label={texts.twoApproversFrom}
        hint={texts.twoApproversFromHint}
        none={texts.oneIsAlwaysEnough}
        {...field("twoApproversFrom")}
      />
      <PendingChanges changes={waiting} />
      {update.isError && <WriteProblem error={update.error} />}
      <SaveRow isBusy={update.isPending} isMainMerchantOnly>
        {texts.saveApprovalRules}
      </SaveRow>
    </form>
  );
}

/** The amounts in kobo, or what is wrong with them. Pure. */
function check(noApprovalBelow: string, twoApproversFrom: string) {
  const below = parseOptionalNaira(noApprovalBelow);
  const from = parseOptionalNaira(twoApproversFrom);
  const problems: Partial<Record<Rule, string>> = {
    ...("message" in below && { noApprovalBelow: below.message }),
    ...("message" in from && { twoApproversFrom: from.message }),
  };
  if (!("kobo" in below && "kobo" in from)) return { amounts: null, problems };
  const amounts = { noApprovalBelow: below.kobo, twoApproversFrom: from.kobo };
  for (const rule of RULES) if (amounts[rule] === 0) problems[rule] = texts.leaveItEmptyForNoRule;
  if (below.kobo !== null && from.kobo !== null && below.kobo > from.kobo) {
    problems.twoApproversFrom = texts.mustNotBeLower;
  }
  return { amounts: Object.keys(problems).length === 0 ? amounts : null, problems };
}
