"use client";

import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { problemText } from "../../../lib/api/service-error.ts";
import { useUpdateSubscription } from "../../../lib/api/webhooks.ts";
import { Switch } from "../../ui/switch.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { texts } from "./texts.ts";

type OverflowSettingProps = {
  subscription: SubscriptionWithHealth;
  isBlocked: boolean;
  describedBy: string | undefined;
};

/** Whether events beyond 100 a minute wait instead of failing. Decision 0121. */
export function OverflowSetting({ subscription, isBlocked, describedBy }: OverflowSettingProps) {
  const { id, overflow } = subscription;
  const update = useUpdateSubscription();
  const shown = update.isPending ? (update.variables.overflow ?? overflow) : overflow;
  return (
    <section aria-labelledby="overflow" className="grid gap-3">
      <h2 id="overflow" className="font-semibold text-md">
        {texts.moreThan100EventsA}
      </h2>
      <div className="flex items-center justify-between gap-4">
        <p className="text-fg-2">{shown === "queue" ? texts.theRestIsQueued : texts.theRestFails}</p>
        <Switch
          label={texts.queueEventsBeyond}
          isOn={shown === "queue"}
          isBlocked={isBlocked}
          describedBy={describedBy}
          onAsk={() =>
            update.mutate(
              { id, overflow: shown === "queue" ? "fail" : "queue" },
              { onError: (error) => showToast({ tone: "bad", title: problemText(error) }) },
            )
          }
        />
      </div>
    </section>
  );
}
