"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import type { EventOrAll } from "../../../../contract/webhook-records.ts";
import { newIdempotencyKey } from "../../../../lib/api/merchant.ts";
import { isRefused, problemOfField, problemText } from "../../../../lib/api/service-error.ts";
import { useSession } from "../../../../lib/api/session-provider.tsx";
import { useSubscribe } from "../../../../lib/api/webhooks.ts";
import { PageHead } from "../../../layout/page/page-head.tsx";
import { WriteProblem } from "../../../layout/page/write-problem.tsx";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { showToast } from "../../../ui/toast-store.ts";
import { useWebhookBlock } from "../../use-webhook-rights.ts";
import { hostOf } from "../../webhook-labels.ts";
import { BlockedNote } from "../blocked-note.tsx";
import { InertNote } from "../inert-note.tsx";
import { EventPicker } from "./event-picker.tsx";
import { OptionField } from "./option-field.tsx";
import { texts } from "./texts.ts";
import { urlProblem } from "./webhook-url-rules.ts";

/** URL, label and events. The idempotency key changes with each field, so that a retry never creates a second subscription. */
export function NewSubscription() {
  const session = useSession();
  const router = useRouter();
  const blocked = useWebhookBlock();
  const blockedId = useId();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [events, setEvents] = useState<EventOrAll[]>([]);
  const [verifyEndpoint, setVerifyEndpoint] = useState(false);
  const [isQueued, setIsQueued] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const subscribe = useSubscribe();
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value);
      setIdempotencyKey(newIdempotencyKey());
    };
  };
  const wrongUrl = urlProblem(url, session.mode);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (blocked !== null || wrongUrl || events.length === 0 || subscribe.isPending || subscribe.isSuccess) return;
    const label = description.trim();
    subscribe.mutate(
      {
        url: url.trim(),
        events,
        idempotencyKey,
        ...(verifyEndpoint && { verifyEndpoint }),
        ...(isQueued && { overflow: "queue" as const }),
        ...(label !== "" && { description: label }),
      },
      {
        onSuccess: ({ id }) => {
          showToast({ title: texts.subscribed(label || hostOf(url)) });
          router.push(`/webhooks/${id}`);
        },
        // After a definite refusal the next attempt is a new request.
        onError: (error) => isRefused(error) && setIdempotencyKey(newIdempotencyKey()),
      },
    );
  };
  const urlError = (isTried ? wrongUrl : undefined) ?? problemOfField(subscribe.error, "url");
  return (
    <div className="w-full max-w-form">
      <PageHead title={texts.newSubscription} back={{ href: "/webhooks", label: texts.webhooks }} />
      <form onSubmit={submit} noValidate className="mt-6 grid gap-6">
        <Field
          label="URL"
          hint={
            session.mode === "SANDBOX"
              ? `${texts.itNeverChangesLater} ${texts.toReceiveEventsOn}`
              : texts.itNeverChangesLater
          }
          error={urlError}
        >
          {(field) => (
            <Input
              {...field}
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              maxLength={2048}
              placeholder="https://example.com/hooks"
              value={url}
              onChange={({ target }) => change(setUrl)(target.value)}
            />
          )}
        </Field>
        <Field
          label={texts.label}
          hint={texts.whatYourTeamCalls}
          error={problemOfField(subscribe.error, "description")}
        >
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              maxLength={200}
              value={description}
              onChange={({ target }) => change(setDescription)(target.value)}
            />
          )}
        </Field>
        <EventPicker
          selected={events}
          onChange={change(setEvents)}
          error={isTried && events.length === 0 ? texts.chooseAtLeastOne : undefined}
        />
        <OptionField
          label={texts.queueEventsBeyond}
          isOn={isQueued}
          hint={texts.aFileOf5000}
          onChange={change(setIsQueued)}
        />
        <OptionField
          label={texts.sendEventsOnlyAfter}
          isOn={verifyEndpoint}
          hint={texts.youSendTheChallenge}
          onChange={change(setVerifyEndpoint)}
        />
        {subscribe.isError && !urlError && (
          <WriteProblem title={texts.notSubscribed} lost={problemText(subscribe.error)} error={subscribe.error} />
        )}
        <InertNote />
        <BlockedNote id={blockedId} reason={blocked} />
        <div className="flex justify-end gap-2">
          <ButtonLink href="/webhooks">{texts.cancel}</ButtonLink>
          <Button
            type="submit"
            variant="primary"
            isBusy={subscribe.isPending}
            isBlocked={blocked !== null}
            aria-describedby={blocked === null ? undefined : blockedId}
          >
            {texts.subscribe}
          </Button>
        </div>
      </form>
    </div>
  );
}
