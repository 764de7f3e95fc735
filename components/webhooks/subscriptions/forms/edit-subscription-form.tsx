"use client";

import { type FormEvent, useState } from "react";
import type { SubscriptionWithHealth } from "../../../../contract/webhook-records.ts";
import { problemOfField } from "../../../../lib/api/service-error.ts";
import { useUpdateSubscription } from "../../../../lib/api/webhooks.ts";
import { WriteProblem } from "../../../layout/page/write-problem.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../../ui/overlay.tsx";
import { showToast } from "../../../ui/toast-store.ts";
import { nameOf } from "../../webhook-labels.ts";
import { EventPicker } from "./event-picker.tsx";
import { OptionField } from "./option-field.tsx";
import { texts } from "./texts.ts";

type EditSubscriptionFormProps = { subscription: SubscriptionWithHealth; onDone: () => void };

/** Edits label, events and the challenge; the URL is immutable and has its own form. */
export function EditSubscriptionForm({ subscription, onDone }: EditSubscriptionFormProps) {
  const [description, setDescription] = useState(subscription.description ?? "");
  const [events, setEvents] = useState(subscription.events);
  const [verifyEndpoint, setVerifyEndpoint] = useState(subscription.verifyEndpoint);
  const [isTried, setIsTried] = useState(false);
  const update = useUpdateSubscription();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (events.length === 0 || update.isPending) return;
    update.mutate(
      {
        id: subscription.id,
        events,
        description: description.trim() || null,
        ...(verifyEndpoint !== subscription.verifyEndpoint && { verifyEndpoint }),
      },
      {
        onSuccess: () => {
          onDone();
          showToast({ title: texts.savedName(nameOf({ ...subscription, description: description.trim() })) });
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <Field label={texts.label} error={problemOfField(update.error, "description")}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              maxLength={200}
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          )}
        </Field>
        <EventPicker
          selected={events}
          onChange={setEvents}
          error={isTried && events.length === 0 ? texts.chooseAtLeastOne : undefined}
        />
        <OptionField
          label={texts.sendEventsOnlyAfter}
          isOn={verifyEndpoint}
          hint={subscription.verifiedAt === null ? texts.itHasNotAnswered : texts.itHasAnsweredOne}
          onChange={setVerifyEndpoint}
        />
        {update.isError && <WriteProblem title={texts.notSaved} error={update.error} />}
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
