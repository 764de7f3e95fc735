"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import type { WebhookSettings } from "../../../../contract/webhook-records.ts";
import { useSession } from "../../../../lib/api/session-provider.tsx";
import { webhookSettingsQuery } from "../../../../lib/api/webhooks.ts";
import { lazySheet } from "../../../layout/lazy.tsx";
import { LoadProblem } from "../../../layout/page/load-problem.tsx";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { cutUrl, modeTexts } from "../../webhook-labels.ts";
import { texts } from "./texts.ts";

const ModeSheet = lazySheet(() => import("./mode-sheet.tsx").then((module) => module.ModeSheet));

type ModeCardProps = { subscriptions: number | undefined; blocked: string | null; blockedId: string };

/** The delivery mode of this account mode, and its meaning. Webhooks 1, 11. */
export function ModeCard({ subscriptions, blocked, blockedId }: ModeCardProps) {
  const session = useSession();
  const read = useQuery(webhookSettingsQuery(session));
  const [isOpen, setIsOpen] = useState(false);
  const headingId = useId();
  if (read.isError && !read.data) {
    return <LoadProblem what={texts.theWebhookMode} error={read.error} onRetry={() => void read.refetch()} />;
  }
  const settings = read.data;
  return (
    <section aria-labelledby={headingId} className="mt-5 grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id={headingId} className="font-semibold text-md">
            {texts.sentTo} {settings ? modeTexts[settings.webhookMode].word : <Skeleton className="w-24" />}
          </h2>
          <p className="mt-1 min-h-5 text-fg-2">
            {settings ? modeTexts[settings.webhookMode].effect : <Skeleton className="w-64" />}
          </p>
          <p className="mt-1 flex min-h-6 min-w-0 items-center gap-2">
            <span className="shrink-0 text-fg-2">
              {session.mode === "SANDBOX" ? texts.sandbox : texts.live} {texts.callbackUrl}
            </span>
            {settings ? <CallbackUrl url={settings.callbackURL} /> : <Skeleton className="w-48" />}
          </p>
        </div>
        <Button
          isBlocked={blocked !== null || !settings}
          aria-describedby={blocked === null ? undefined : blockedId}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          {texts.change}
        </Button>
      </div>
      {settings && <ModeWarning settings={settings} subscriptions={subscriptions} />}
      {settings && (
        <ModeSheet
          settings={settings}
          subscriptions={subscriptions ?? 0}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  );
}

function CallbackUrl({ url }: { url: string | null }) {
  if (url === null) return <span className="text-fg-3">{texts.notSet}</span>;
  return (
    <>
      <span className="trim font-mono text-id" title={url}>
        {cutUrl(url)}
      </span>
      <CopyButton value={url} label={texts.callbackUrl} />
    </>
  );
}

/** Settings under which configured receivers get nothing. Dashboard 2.2. */
function ModeWarning({ settings, subscriptions }: { settings: WebhookSettings; subscriptions: number | undefined }) {
  const { webhookMode, callbackURL } = settings;
  if (webhookMode === "LEGACY" && subscriptions) {
    return (
      <Callout tone="wait" icon={TriangleAlert} title={texts.theSubscriptionsBelowGet}>
        <p>{texts.onlyTheCallbackUrl}</p>
      </Callout>
    );
  }
  if (webhookMode === "LEGACY" && callbackURL === null) {
    return (
      <Callout tone="wait" icon={TriangleAlert} title={texts.nobodyGetsAnyEvent}>
        <p>{texts.thisModeCallsOnly}</p>
      </Callout>
    );
  }
  return null;
}
