"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import type { DeliveryDetails } from "../../../contract/webhook-records.ts";
import { shortId } from "../../../lib/format/names.ts";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { When } from "../../ui/when.tsx";
import { nameOf } from "../webhook-labels.ts";
import { AttemptList } from "./attempt-list.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { PayloadTab, RequestTab, ResponseTab } from "./delivery-tabs.tsx";
import { texts } from "./texts.ts";

const TABS = [
  { value: "payload", label: texts.payload },
  { value: "request", label: texts.request },
  { value: "response", label: texts.response },
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
          label={attempt ? texts.attemptN(attempt.n) : texts.delivery}
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
      <Fact name={delivery.attemptLog.length > 0 ? texts.sentTo : "URL"}>
        <span className="break-all font-mono text-id">{url}</span>
      </Fact>
      <Fact name={texts.subscription}>
        {subscription.deleted ? (
          <>
            {nameOf(subscription)} <Chip tone="mute">{texts.deleted}</Chip>
          </>
        ) : (
          <Link href={`/webhooks/${subscription.id}`} className="rounded-small font-medium text-accent hover:underline">
            {nameOf(subscription)}
          </Link>
        )}
        {isTest && <Chip tone="info">{texts.test}</Chip>}
      </Fact>
      {reference !== null && (
        <Fact name={texts.reference}>
          <IdText text={shortId(reference)} title={reference}>
            <CopyButton value={reference} label={texts.reference2} />
          </IdText>
        </Fact>
      )}
      <Fact name={texts.deliveryId}>
        <IdText text={shortId(id)} title={id}>
          <CopyButton value={id} label={texts.deliveryId2} />
        </IdText>
      </Fact>
      <Fact name={texts.eventId}>
        <IdText text={shortId(eventId)} title={eventId}>
          <CopyButton value={eventId} label={texts.eventId2} />
        </IdText>
      </Fact>
      <Fact name={texts.created}>
        <When at={createdAt} isLong />
      </Fact>
      {replayOf !== null && (
        <Fact name={texts.replayOf}>
          <OpenLink id={replayOf} onOpen={onOpen} />
        </Fact>
      )}
      {replays.map((replay) => (
        <Fact key={replay.id} name={texts.replayed}>
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
