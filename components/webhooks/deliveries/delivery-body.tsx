"use client";

import Link from "next/link";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import type { DeliveryDetails } from "../../../contract/webhook-records.ts";
import { shortId } from "../../../lib/format/names.ts";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../../ui/facts.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { When } from "../../ui/when.tsx";
import { nameOf } from "../webhook-labels.ts";
import { AttemptList } from "./attempt-list.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { PayloadTab, RequestTab, ResponseTab } from "./delivery-tabs.tsx";

const TABS = [
  { value: "payload", label: "Payload" },
  { value: "request", label: "Request" },
  { value: "response", label: "Response" },
] as const;
const tabInAddress = parseAsStringLiteral(TABS.map(({ value }) => value)).withDefault("payload");

export function DeliveryBody({ delivery, onOpen }: { delivery: DeliveryDetails; onOpen: (id: string) => void }) {
  // Kept in the address, so that the same tab stays open while moving through the list.
  const [tab, setTab] = useQueryState("tab", tabInAddress);
  const [selected, select] = useState<number | null>(null);
  const { attemptLog } = delivery;
  const attempt = attemptLog.find(({ n }) => n === selected) ?? attemptLog.at(-1);
  return (
    <div className="scroll-thin min-h-0 flex-1 py-4 lg:overflow-y-auto lg:px-pad">
      <DeliveryFacts delivery={delivery} onOpen={onOpen} />
      <AttemptList delivery={delivery} selected={attempt?.n} onSelect={select} />
      <div className="mt-5">
        <Tabs
          label={attempt ? `Attempt ${attempt.n}` : "Delivery"}
          value={tab}
          tabs={TABS}
          onChange={(next) => void setTab(next)}
        >
          <TabPanel value="payload">
            <PayloadTab delivery={delivery} />
          </TabPanel>
          <TabPanel value="request">
            <RequestTab delivery={delivery} attempt={attempt} />
          </TabPanel>
          <TabPanel value="response">
            <ResponseTab delivery={delivery} attempt={attempt} />
          </TabPanel>
        </Tabs>
      </div>
    </div>
  );
}

type FactsProps = { delivery: DeliveryDetails; onOpen: (id: string) => void };

function DeliveryFacts({ delivery, onOpen }: FactsProps) {
  const { id, eventId, subscription, createdAt, reference, isTest, replayOf, replays } = delivery;
  const url = delivery.attemptLog.at(-1)?.url ?? subscription.url;
  return (
    <Facts>
      <Fact name={delivery.attemptLog.length > 0 ? "Sent to" : "URL"}>
        <span className="break-all font-mono text-id">{url}</span>
      </Fact>
      <Fact name="Subscription">
        {subscription.deleted ? (
          <>
            {nameOf(subscription)} <Chip tone="mute">Deleted</Chip>
          </>
        ) : (
          <Link href={`/webhooks/${subscription.id}`} className="rounded-small font-medium text-accent hover:underline">
            {nameOf(subscription)}
          </Link>
        )}
        {isTest && <Chip tone="info">Test</Chip>}
      </Fact>
      {reference !== null && (
        <Fact name="Reference">
          <IdText text={shortId(reference)} title={reference}>
            <CopyButton value={reference} label="reference" />
          </IdText>
        </Fact>
      )}
      <Fact name="Delivery ID">
        <IdText text={shortId(id)} title={id}>
          <CopyButton value={id} label="delivery ID" />
        </IdText>
      </Fact>
      <Fact name="Event ID">
        <IdText text={shortId(eventId)} title={eventId}>
          <CopyButton value={eventId} label="event ID" />
        </IdText>
      </Fact>
      <Fact name="Created">
        <When at={createdAt} isLong />
      </Fact>
      {replayOf !== null && (
        <Fact name="Replay of">
          <OpenLink id={replayOf} onOpen={onOpen} />
        </Fact>
      )}
      {replays.map((replay) => (
        <Fact key={replay.id} name="Replayed">
          <DeliveryStatus delivery={{ status: replay.status, errorCode: null, nextRetryAt: null }} />
          <OpenLink id={replay.id} onOpen={onOpen} />
        </Fact>
      ))}
    </Facts>
  );
}

function OpenLink({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  return (
    <a
      href={`/webhooks/deliveries/${id}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(id);
      }}
      className="rounded-small font-mono text-accent text-id hover:underline"
    >
      {shortId(id)}
    </a>
  );
}
