"use client";

import { useQuery } from "@tanstack/react-query";
import type { ApprovalMails } from "../../../contract/preferences.ts";
import { preferencesQuery, useUpdatePreferences } from "../../../lib/api/preferences.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { SettingsSkeleton } from "../settings-skeleton.tsx";
import { texts } from "./texts.ts";

const LABELS: Record<ApprovalMails, string> = {
  digest: texts.mailsTogether,
  each: texts.mailForEach,
  off: texts.noMails,
};
const CHOICES = ["digest", "each", "off"] as const satisfies readonly ApprovalMails[];

/** When this member is mailed about requests that need their approval; saved immediately. Decision 0118. */
export function ApprovalMailsForm() {
  const read = useQuery(preferencesQuery(useSession()));
  const update = useUpdatePreferences();
  const isLoading = useSteadyLoading(read.isPending);
  if (isLoading) return <SettingsSkeleton lines={2} what={texts.mailsAboutApprovals} />;
  if (!read.data) {
    return <LoadProblem what={texts.mailsAboutApprovals} error={read.error} onRetry={() => void read.refetch()} />;
  }
  const chosen = update.isPending ? update.variables.approvalMails : read.data.approvalMails;
  return (
    <>
      <RadioChips
        legend={texts.mailsAboutApprovals}
        options={CHOICES}
        label={(choice) => LABELS[choice]}
        control={(choice) => ({
          name: "approval-mails",
          checked: choice === chosen,
          onChange: () => !update.isPending && update.mutate({ approvalMails: choice }),
        })}
      />
      {update.isError && <WriteProblem error={update.error} />}
    </>
  );
}
