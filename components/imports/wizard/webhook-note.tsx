"use client";

import { useQuery } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { deliveryForecastQuery } from "../../../lib/api/webhooks.ts";
import { countOf } from "../../../lib/format/names.ts";
import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import { can } from "../../../lib/permissions.ts";
import { Callout } from "../../ui/callout.tsx";
import { Link } from "../../ui/link.tsx";
import { texts } from "./texts.ts";

/** Warns before a file is sent whose events exceed the limit of webhook subscriptions. It blocks nothing. Webhooks 5. */
export function WebhookNote({ kind, rows }: { kind: ImportKind; rows: number }) {
  const session = useSession();
  const enabled = rows > 0 && can(session, "BROWSE_WEBHOOKS");
  const { data = [] } = useQuery({ ...deliveryForecastQuery(session, { kind, rows }), enabled });
  if (!enabled || data.length === 0) return null;
  return (
    <Callout role="status" tone="wait" icon={Webhook} title={texts.webhookEventsOfThis}>
      <p>{texts.aSubscriptionTakes100}</p>
      <ul className="mt-2 grid gap-2">
        {data.map(({ subscriptionId, url, description, deliveries, beyondLimit }) => (
          <li key={subscriptionId} className="min-w-0">
            <span className="wrap-anywhere font-medium">{description ?? url}</span>
            <span className="block">
              {texts.eventsOfWhichFail(countOf(deliveries, "event"), beyondLimit.toLocaleString("en-NG"))}
            </span>
            <Link
              href={`/webhooks/${subscriptionId}`}
              target="_blank"
              className="rounded-small font-medium underline underline-offset-2"
            >
              {texts.queueThemOrSubscribe(kind === "create" ? "wallet_import.completed" : "batch.completed")}
              <span className="sr-only"> {texts.forSubscription(description ?? url)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
