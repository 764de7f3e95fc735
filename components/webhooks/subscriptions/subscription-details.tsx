"use client";

import { useQuery } from "@tanstack/react-query";
import { Link2, SearchX, Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { problemText, ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { subscriptionQuery, useUpdateSubscription } from "../../../lib/api/webhooks.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { PageSkeleton } from "../../layout/page/page-skeleton.tsx";
import { usePageTitle } from "../../layout/page/use-page-title.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Switch } from "../../ui/switch.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { useWebhookBlock } from "../use-webhook-rights.ts";
import type { SubscriptionSheet } from "../webhook-labels.ts";
import { nameOf } from "../webhook-labels.ts";
import { BlockedNote } from "./blocked-note.tsx";
import { EndpointProof } from "./endpoint-proof.tsx";
import { InertNote } from "./inert-note.tsx";
import { OverflowSetting } from "./overflow-setting.tsx";
import { SigningSecret } from "./signing-secret.tsx";
import { SubscriptionFacts } from "./subscription-facts.tsx";
import { SubscriptionMenu } from "./subscription-menu.tsx";
import { texts } from "./texts.ts";

const SubscriptionPageSheets = lazySheet(
  () => import("./subscription-page-sheets.tsx").then((module) => module.SubscriptionPageSheets),
  ({ open }) => open !== null,
);

export function SubscriptionDetails({ id }: { id: string }) {
  const read = useQuery(subscriptionQuery(useSession(), id));
  const isLoading = useSteadyLoading(read.isPending);
  if (isLoading) return <PageSkeleton />;
  if (!read.data) return <NoSubscription error={read.error} onRetry={() => void read.refetch()} />;
  return <LoadedSubscription subscription={read.data} read={read} />;
}

type LoadedProps = {
  subscription: SubscriptionWithHealth;
  read: { dataUpdatedAt: number; isError: boolean; refetch: () => unknown };
};

function LoadedSubscription({ subscription, read }: LoadedProps) {
  const router = useRouter();
  const blocked = useWebhookBlock();
  const blockedId = useId();
  const update = useUpdateSubscription();
  const [sheet, setSheet] = useState<SubscriptionSheet | "url" | null>(null);
  const name = nameOf(subscription);
  const describedBy = blocked === null ? undefined : blockedId;
  const close = () => setSheet(null);
  const changed = (made: { id: string; isOldLeft: boolean }) => {
    showToast(made.isOldLeft ? { tone: "bad", title: texts.theNewSubscriptionIs } : { title: texts.urlChanged });
    close();
    router.replace(`/webhooks/${made.id}`);
  };
  usePageTitle(name);
  return (
    <>
      <PageHead
        title={name}
        back={{ href: "/webhooks", label: texts.webhooks }}
        sub={
          <span className="flex min-w-0 items-center gap-1">
            <span className="min-w-0 break-all font-mono text-id">{subscription.url}</span>
            <CopyButton value={subscription.url} label="URL" />
          </span>
        }
        actions={
          <>
            <SubscriptionMenu subscription={subscription} blocked={blocked} onOpen={setSheet} />
            <Button
              icon={Link2}
              isBlocked={blocked !== null}
              aria-describedby={describedBy}
              aria-haspopup="dialog"
              onClick={() => setSheet("url")}
            >
              {texts.changeUrl}
            </Button>
            <Button
              variant="primary"
              icon={Send}
              isBlocked={blocked !== null}
              aria-describedby={describedBy}
              aria-haspopup="dialog"
              onClick={() => setSheet("test")}
            >
              {texts.test}
            </Button>
          </>
        }
      />
      <BlockedNote id={blockedId} reason={blocked} />
      <InertNote className="mt-5" />
      <SubscriptionFacts
        subscription={subscription}
        active={
          <Switch
            label={texts.active}
            isOn={update.isPending ? (update.variables.active ?? subscription.active) : subscription.active}
            isBlocked={blocked !== null}
            describedBy={describedBy}
            onAsk={() =>
              update.mutate(
                { id: subscription.id, active: !subscription.active },
                { onError: (error) => showToast({ tone: "bad", title: problemText(error) }) },
              )
            }
          />
        }
      >
        <OverflowSetting subscription={subscription} isBlocked={blocked !== null} describedBy={describedBy} />
        <EndpointProof subscription={subscription} isBlocked={blocked !== null} describedBy={describedBy} />
        <SigningSecret subscription={subscription} isBlocked={blocked !== null} describedBy={describedBy} />
      </SubscriptionFacts>
      <p className="mt-4 text-fg-3 text-xs tabular-nums">
        <AsOf read={read} />
      </p>
      <SubscriptionPageSheets
        subscription={subscription}
        open={sheet}
        onClose={close}
        onDeleted={() => router.replace("/webhooks")}
        onChanged={changed}
      />
    </>
  );
}

/** The same text for a subscription that is missing, deleted, or another merchant's. */
function NoSubscription({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ServiceError && (error.status === 404 || error.status === 400);
  if (!isMissing) return <LoadProblem what={texts.thisSubscription} error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={SearchX}
      level="h1"
      title={texts.thereIsNoSuch}
      action={<ButtonLink href="/webhooks">{texts.seeAllSubscriptions}</ButtonLink>}
    >
      <p>{texts.itMayHaveBeen}</p>
    </EmptyState>
  );
}
