"use client";

import type { Delivery } from "../../../contract/webhook-records.ts";
import { minutesAndSeconds } from "../../layout/hooks/use-countdown.ts";
import { Chip } from "../../ui/chip.tsx";
import { statusAppearances } from "../webhook-labels.ts";
import { texts } from "./texts.ts";
import { useNow } from "./use-now.ts";

/** Icon and label; a retry shows the time until its next attempt. */
export function DeliveryStatus({ delivery }: { delivery: Pick<Delivery, "status" | "errorCode" | "nextRetryAt"> }) {
  const isWaiting = delivery.status === "retrying" && delivery.nextRetryAt !== null;
  const now = useNow(isWaiting);
  const isLimited = delivery.status === "failed" && delivery.errorCode === "rate_limited";
  const { tone, icon, word } = statusAppearances[isLimited ? "rate_limited" : delivery.status];
  return (
    <Chip tone={tone} icon={icon}>
      {isWaiting && delivery.nextRetryAt ? (
        // A second may pass between the server and the browser.
        <span suppressHydrationWarning>{countdownText(Date.parse(delivery.nextRetryAt) - now)}</span>
      ) : (
        word
      )}
    </Chip>
  );
}

/** `Retrying in 4:12`; once due, it is being sent. */
export function countdownText(leftMs: number): string {
  return leftMs <= 0 ? texts.retryingNow : texts.retryingInMinutesAnd(minutesAndSeconds(Math.ceil(leftMs / 1000)));
}
