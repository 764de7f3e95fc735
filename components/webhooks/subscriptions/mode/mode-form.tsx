"use client";

import { TriangleAlert } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { WebhookSettings } from "../../../../contract/webhook-records.ts";
import { problemOfField } from "../../../../lib/api/service-error.ts";
import { useSession } from "../../../../lib/api/session-provider.tsx";
import { useUpdateWebhookSettings } from "../../../../lib/api/webhooks.ts";
import { countOf } from "../../../../lib/format/names.ts";
import { WriteProblem } from "../../../layout/page/write-problem.tsx";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../../ui/overlay.tsx";
import { showToast } from "../../../ui/toast-store.ts";
import { modeTexts } from "../../webhook-labels.ts";
import { urlProblem } from "../forms/webhook-url-rules.ts";
import { texts } from "./texts.ts";

type Mode = WebhookSettings["webhookMode"];
const MODES = Object.keys(modeTexts) as Mode[];

type ModeFormProps = { settings: WebhookSettings; subscriptions: number; onDone: () => void };

export function ModeForm({ settings, subscriptions, onDone }: ModeFormProps) {
  const session = useSession();
  const [webhookMode, setMode] = useState(settings.webhookMode);
  const [url, setUrl] = useState(settings.callbackURL ?? "");
  const [isTried, setIsTried] = useState(false);
  const update = useUpdateWebhookSettings();
  const groupId = useId();
  const callbackURL = url.trim() || null;
  const problem = callbackURL === null ? undefined : urlProblem(callbackURL, session.mode);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problem || update.isPending) return;
    update.mutate(
      { webhookMode, callbackURL },
      {
        onSuccess: () => {
          onDone();
          showToast({ title: texts.eventsAreSentTo(modeTexts[webhookMode].word) });
        },
      },
    );
  };
  const urlError = (isTried ? problem : undefined) ?? problemOfField(update.error, "callbackURL");
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-medium">{texts.sendEventsTo}</legend>
          {MODES.map((mode) => (
            <label key={mode} className="flex items-start gap-3 rounded-control border p-3 has-checked:border-fg">
              <input
                type="radio"
                name="mode"
                value={mode}
                checked={mode === webhookMode}
                onChange={() => setMode(mode)}
                aria-describedby={`${groupId}-${mode}`}
                className="mt-0.5 size-4 shrink-0 accent-fg"
              />
              <span>
                <span className="block font-medium">{modeTexts[mode].word}</span>
                <span id={`${groupId}-${mode}`} className="block text-fg-2">
                  {modeTexts[mode].effect}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        {webhookMode === "LEGACY" && subscriptions > 0 && (
          <Callout tone="wait" icon={TriangleAlert} role="status" title={texts.yourSubscriptionsWillGet}>
            <p>{texts.subscriptionsWillStaySet(countOf(subscriptions, "subscription"))}</p>
          </Callout>
        )}
        <Field
          label={session.mode === "SANDBOX" ? texts.sandboxCallbackUrl : texts.liveCallbackUrl}
          hint={texts.ofThisAccountMode(session.mode === "SANDBOX" ? " http: addresses work in the sandbox only." : "")}
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
              placeholder="https://"
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        {update.isError && !urlError && <WriteProblem title={texts.theModeWasNot} error={update.error} />}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={update.isPending}>
          {texts.save}
        </Button>
      </SheetFoot>
    </form>
  );
}
