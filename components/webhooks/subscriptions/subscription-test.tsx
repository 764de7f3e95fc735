"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX, Send } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Subscription, TestResult } from "../../../contract/webhook-records.ts";
import { queryKeyOf } from "../../../lib/api/query-keys.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useTestSubscription } from "../../../lib/api/webhooks.ts";
import { clockTime } from "../../../lib/format/instant.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Link } from "../../ui/link.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { useWebhookBlock } from "../use-webhook-rights.ts";
import { errorLabels } from "../webhook-labels.ts";
import { BlockedNote } from "./blocked-note.tsx";
import { texts } from "./texts.ts";

const TESTS_KEPT = 10;

/** Sends a `test.webhook` event as it opens, and one at each press, signed like any other; shows the responses. Webhooks 7. */
export function SubscriptionTest({ subscription }: { subscription: Subscription }) {
  const { tests, add } = useRecentTests(subscription.id);
  const test = useTestSubscription();
  const blocked = useWebhookBlock();
  const blockedId = useId();
  const send = () => test.mutate(subscription.id, { onSuccess: add });
  const isFirstSent = useRef(false);
  useEffect(() => {
    if (isFirstSent.current || blocked !== null) return;
    isFirstSent.current = true;
    send();
  });
  return (
    <>
      <SheetBody>
        <div className="grid gap-1">
          <p className="break-all font-mono text-id">{subscription.url}</p>
          <p className="text-fg-2">
            {texts.sendsOneSigned} <span className="font-mono text-id">{texts.testWebhook}</span>{" "}
            {texts.eventAndWaitsUp}
          </p>
        </div>
        {test.isError && (
          <WriteProblem title={texts.theTestWasNot} lost={texts.theAnswerWasLostThe} error={test.error} />
        )}
        <section aria-label={texts.results} aria-live="polite" className="min-h-40">
          {tests.length === 0 ? (
            <p className="text-fg-3">{test.isPending ? texts.waitingForTheAnswer : texts.theLast10Results}</p>
          ) : (
            <ol>
              {tests.map((result) => (
                <li key={result.deliveryId} className="flex min-h-row items-center gap-3 border-b last:border-b-0">
                  <span className="text-fg-2 tabular-nums">{clockTime(result.at)}</span>
                  <Chip tone={result.delivered ? "ok" : "bad"} icon={result.delivered ? CircleCheck : CircleX}>
                    {testText(result)}
                  </Chip>
                  <span className="trim min-w-0 flex-1 text-fg-2" title={result.errorMessage ?? undefined}>
                    {result.errorMessage}
                  </span>
                  <Link
                    href={`/webhooks/deliveries/${result.deliveryId}`}
                    className="rounded-small font-medium text-accent hover:underline"
                    aria-label={texts.detailsOfTheTest(clockTime(result.at))}
                  >
                    {texts.details}
                  </Link>
                </li>
              ))}
            </ol>
          )}
        </section>
      </SheetBody>
      <SheetFoot>
        <BlockedNote id={blockedId} reason={blocked} />
        <Button
          variant="primary"
          icon={Send}
          isBusy={test.isPending}
          isBlocked={blocked !== null}
          aria-describedby={blocked === null ? undefined : blockedId}
          onClick={send}
        >
          {texts.sendTest}
        </Button>
      </SheetFoot>
    </>
  );
}

/** `200 in 184 ms`, or why there was no response. */
export function testText({ httpStatusCode, responseTimeMs, errorCode }: TestResult): string {
  if (httpStatusCode !== null) return texts.httpStatusCodeIn(httpStatusCode, responseTimeMs.toLocaleString("en-NG"));
  return errorCode ? errorLabels[errorCode] : texts.noAnswer;
}

type KeptTest = TestResult & { at: number };

/** The last 10 tests of a subscription on this page, newest first. A reload clears them; the list of deliveries keeps them. */
function useRecentTests(subscriptionId: string) {
  const session = useSession();
  const queries = useQueryClient();
  const key = queryKeyOf(session, "webhooks", "tests", subscriptionId);
  const [tests, setTests] = useState(() => queries.getQueryData<KeptTest[]>(key) ?? []);
  const add = (result: TestResult) => {
    const next = [{ ...result, at: Date.now() }, ...tests].slice(0, TESTS_KEPT);
    queries.setQueryData(key, next);
    setTests(next);
  };
  return { tests, add };
}
