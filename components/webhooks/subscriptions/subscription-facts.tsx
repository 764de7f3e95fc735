import type { ReactNode } from "react";
import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { shortId } from "../../../lib/format/names.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { When } from "../../ui/when.tsx";
import { durationText } from "../webhook-labels.ts";
import { FailingSince, HealthSpark, successText } from "./subscription-health.tsx";
import { texts } from "./texts.ts";
import { UsageMeter } from "./usage-meter.tsx";

/** How many deliveries wait, and when the last one is sent. */
function queueText(waiting: number, until: string): string {
  const seconds = Math.max(1, Math.round((Date.parse(until) - Date.now()) / 1_000));
  return texts.waitingSentAt100(waiting.toLocaleString("en-NG"), durationText(seconds));
}

/** A subscription's events and health. */
export function SubscriptionFacts({
  subscription,
  active,
  children,
}: {
  subscription: SubscriptionWithHealth;
  active: ReactNode;
  children: ReactNode;
}) {
  const { id, events, health, createdAt } = subscription;
  return (
    <div className="mt-6 grid max-w-sheet gap-6">
      <Facts>
        <Fact name={texts.active}>{active}</Fact>
        <Fact name={texts.deliveredLast24Hours}>
          {successText(health)}
          {health.successRate24h !== null && <HealthSpark health={health} />}
        </Fact>
        <Fact name={texts.lastFailure}>{health.lastErrorCode ? <FailingSince health={health} /> : "none"}</Fact>
        <Fact name={texts.firstSendsThisMinute}>
          <span className="w-28">
            <UsageMeter used={health.usedThisMinute} label={texts.usedThisMinute} />
          </span>
        </Fact>
        {health.waitingUntil !== null && (
          <Fact name={texts.queue}>{queueText(health.waiting, health.waitingUntil)}</Fact>
        )}
        <Fact name={texts.created}>
          <When at={createdAt} isLong />
        </Fact>
        <Fact name={texts.subscriptionId}>
          <IdText text={shortId(id)} title={id}>
            <CopyButton value={id} label={texts.subscriptionId2} />
          </IdText>
        </Fact>
        <Fact name={texts.deliveries}>
          <Link
            href={`/webhooks/deliveries?subscriptionId=${id}`}
            className="rounded-small font-medium text-accent hover:underline"
          >
            {texts.viewAll}
          </Link>
          <Link
            href={`/webhooks/deliveries?subscriptionId=${id}&status=failed`}
            className="rounded-small font-medium text-accent hover:underline"
          >
            {texts.viewFailed}
          </Link>
        </Fact>
      </Facts>
      {children}
      <section aria-labelledby="subscription-events">
        <h2 id="subscription-events" className="mb-2 font-semibold text-md">
          {texts.events}
        </h2>
        {events.includes("*") ? (
          <p>{texts.allEventsAlsoThose}</p>
        ) : (
          <ul className="grid gap-1 font-mono text-id">
            {events.map((event) => (
              <li key={event}>{event}</li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
