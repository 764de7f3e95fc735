"use client";

import { useQuery } from "@tanstack/react-query";
import { preferencesQuery, useUpdatePreferences } from "../../../lib/api/preferences.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Switch } from "../../ui/switch.tsx";
import { texts } from "./texts.ts";

/** Subscribes the member to the weekly report, or ends that; saved immediately. Decision 0144. */
export function WeeklyMailSwitch() {
  const read = useQuery(preferencesQuery(useSession()));
  const update = useUpdatePreferences();
  const isOn = (update.isPending ? update.variables.weeklyReport : read.data?.weeklyReport) ?? false;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span aria-hidden className="whitespace-nowrap">
        {texts.weeklyMail}
      </span>
      <Switch
        label={texts.weeklyMail}
        isOn={isOn}
        isBlocked={!read.data}
        onAsk={() => !update.isPending && update.mutate({ weeklyReport: !isOn })}
      />
      {update.isError && <WriteProblem error={update.error} />}
    </div>
  );
}
