"use client";

import { useQuery } from "@tanstack/react-query";
import { preferencesQuery, useDismissSteps } from "../../../lib/api/preferences.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { Obstacle } from "../account/setting-obstacle.tsx";
import { texts } from "./texts.ts";

/** Shows dismissed first steps on the overview again. Steps that are done stay hidden once all are. Dashboard 2.5. */
export function FirstStepsForm() {
  const { data } = useQuery(preferencesQuery(useSession()));
  const show = useDismissSteps();
  const isNothingDismissed = data?.dismissedSteps.length === 0;
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        isBusy={show.isPending}
        isBlocked={isNothingDismissed}
        aria-describedby={isNothingDismissed ? "first-steps-obstacle" : undefined}
        onClick={() => show.mutate([], { onSuccess: () => showToast({ title: texts.firstStepsAreBack }) })}
      >
        {texts.showFirstSteps}
      </Button>
      {isNothingDismissed && <Obstacle id="first-steps-obstacle">{texts.noStepIsDismissed}</Obstacle>}
      {show.isError && <WriteProblem error={show.error} />}
    </div>
  );
}
