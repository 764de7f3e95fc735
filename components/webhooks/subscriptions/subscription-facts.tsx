import Link from "next/link";
import type { ReactNode } from "react";
import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { shortId } from "../../../lib/format/names.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../../ui/facts.tsx";
import { When } from "../../ui/when.tsx";
import { FailingSince, HealthSpark, successText } from "./subscription-health.tsx";
import { UsageMeter } from "./usage-meter.tsx";

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
        <Fact name="Active">{active}</Fact>
        <Fact name="Delivered, last 24 hours">
          {successText(health)}
          {health.successRate24h !== null && <HealthSpark health={health} />}
        </Fact>
        <Fact name="Last failure">{health.lastErrorCode ? <FailingSince health={health} /> : "none"}</Fact>
        <Fact name="First sends this minute">
          <span className="w-28">
            <UsageMeter used={health.usedThisMinute} label="Used this minute" />
          </span>
        </Fact>
        <Fact name="Created">
          <When at={createdAt} isLong />
        </Fact>
        <Fact name="Subscription ID">
          <IdText text={shortId(id)} title={id}>
            <CopyButton value={id} label="subscription ID" />
          </IdText>
        </Fact>
        <Fact name="Deliveries">
          <Link
            href={`/webhooks/deliveries?subscriptionId=${id}`}
            className="rounded-small font-medium text-accent hover:underline"
          >
            View all
          </Link>
          <Link
            href={`/webhooks/deliveries?subscriptionId=${id}&status=failed`}
            className="rounded-small font-medium text-accent hover:underline"
          >
            View failed
          </Link>
        </Fact>
      </Facts>
      {children}
      <section aria-labelledby="subscription-events">
        <h2 id="subscription-events" className="mb-2 font-semibold text-md">
          Events
        </h2>
        {events.includes("*") ? (
          <p>All events, also those that are added later.</p>
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
