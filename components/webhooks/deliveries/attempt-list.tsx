"use client";

import type { DeliveryDetails } from "../../../contract/webhook-records.ts";
import { clockTime } from "../../../lib/format/instant.ts";
import { classNames } from "../../ui/class-names.ts";
import { When } from "../../ui/when.tsx";
import { errorLabels } from "../webhook-labels.ts";
import { countdownText } from "./delivery-status.tsx";
import { texts } from "./texts.ts";
import { useNow } from "./use-now.ts";

export type Attempt = DeliveryDetails["attemptLog"][number];

type AttemptListProps = {
  delivery: DeliveryDetails;
  selected: number | undefined;
  onSelect: (n: number) => void;
};

/** Creation, each attempt, and the next attempt or the final result. Webhooks 11. */
export function AttemptList({ delivery, selected, onSelect }: AttemptListProps) {
  return (
    <section aria-labelledby="attempts" className="mt-5">
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <h3 id="attempts" className="font-semibold text-md">
          {texts.attempts}
        </h3>
        <span className="text-fg-3 text-xs tabular-nums">{remainderText(delivery)}</span>
      </div>
      <ol>
        <li className="flex min-h-9 items-center gap-3">
          <Bullet tone="mute">·</Bullet>
          <span className="w-20 text-fg-2 tabular-nums">{clockTime(delivery.createdAt)}</span>
          <span className="text-fg-2">{texts.created}</span>
        </li>
        {delivery.attemptLog.map((attempt) => (
          <li key={attempt.n}>
            <button
              type="button"
              aria-current={selected === attempt.n ? "true" : undefined}
              onClick={() => onSelect(attempt.n)}
              className="-mx-2 flex min-h-9 w-[calc(100%+16px)] items-center gap-3 rounded-chip px-2 text-left hover:bg-subtle aria-[current=true]:bg-mute-tint"
            >
              <Bullet tone={attempt.errorCode === null ? "ok" : "bad"}>{attempt.n}</Bullet>
              <span className="w-20 text-fg-2 tabular-nums">{clockTime(attempt.startedAt)}</span>
              <span className="trim flex-1">{outcomeText(attempt)}</span>
              <span className="text-fg-2 tabular-nums">
                {texts.durationMsMs(attempt.durationMs.toLocaleString("en-NG"))}
              </span>
            </button>
          </li>
        ))}
        <Ending delivery={delivery} />
      </ol>
    </section>
  );
}

/** The last line: the next attempt with its countdown, or the final result. */
function Ending({ delivery }: { delivery: DeliveryDetails }) {
  const { status, nextRetryAt, deliveredAt, errorMessage, attempts } = delivery;
  const now = useNow(status === "retrying");
  if (status === "pending") return <Line tone="mute">{texts.waitsToBeSent}</Line>;
  if (status === "retrying") {
    return (
      <Line tone="wait">
        {nextRetryAt === null ? (
          texts.retrying
        ) : (
          <>
            {texts.countdownAt(countdownText(Date.parse(nextRetryAt) - now))} <When at={nextRetryAt} />
          </>
        )}
      </Line>
    );
  }
  if (status === "success") {
    return (
      <Line tone="ok">
        {texts.delivered}
        {deliveredAt && <> {texts.atClockTime(clockTime(deliveredAt))}</>}
      </Line>
    );
  }
  return (
    <Line tone="bad">{attempts === 0 ? texts.notSent(errorMessage ?? "") : texts.failed(errorMessage ?? "")}</Line>
  );
}

type BulletTone = "ok" | "bad" | "wait" | "mute";
const bullets: Record<BulletTone, string> = {
  ok: "bg-ok-tint text-ok",
  bad: "bg-bad-tint text-bad",
  wait: "bg-wait-tint text-wait",
  mute: "bg-mute-tint text-mute",
};

function Bullet({ tone, children }: { tone: BulletTone; children: string | number }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "grid size-5 shrink-0 place-items-center rounded-full font-semibold text-xs tabular-nums",
        bullets[tone],
      )}
    >
      {children}
    </span>
  );
}

function Line({ tone, children }: { tone: BulletTone; children: React.ReactNode }) {
  return (
    <li className="flex min-h-9 items-center gap-3">
      <Bullet tone={tone}>·</Bullet>
      <span>{children}</span>
    </li>
  );
}

/** A response with its status, or the reason why there was none. */
export function outcomeText({ httpStatusCode, errorCode }: Attempt): string {
  if (httpStatusCode !== null) {
    return errorCode === null || errorCode === "http_error"
      ? texts.answeredHttpStatusCode(httpStatusCode)
      : texts.answeredHttpStatusCodeError(httpStatusCode, errorLabels[errorCode].toLowerCase());
  }
  return errorCode === null ? texts.noResponse : texts.noResponseErrorLabels(errorLabels[errorCode].toLowerCase());
}

function remainderText({ attempts, maxAttempts, status, isTest }: DeliveryDetails): string {
  if (isTest) return texts.testsAreSentOnce;
  const used = texts.attemptsOfMaxAttempts(attempts, maxAttempts);
  return status === "failed" ? texts.usedNoMoreAutomatic(used) : used;
}
