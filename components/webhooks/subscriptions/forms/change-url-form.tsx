"use client";

import { type FormEvent, useState } from "react";
import type { SubscriptionWithHealth } from "../../../../contract/webhook-records.ts";
import { newIdempotencyKey } from "../../../../lib/api/merchant.ts";
import { isRefused, problemOfField, problemText } from "../../../../lib/api/service-error.ts";
import { useSession } from "../../../../lib/api/session-provider.tsx";
import { useChangeUrl } from "../../../../lib/api/webhooks.ts";
import { WriteProblem } from "../../../layout/page/write-problem.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../../ui/overlay.tsx";
import { texts } from "./texts.ts";
import { urlProblem } from "./webhook-url-rules.ts";

type ChangeUrlFormProps = {
  subscription: SubscriptionWithHealth;
  onCancel: () => void;
  onDone: (made: { id: string; isOldLeft: boolean }) => void;
};

/** A subscription's URL is immutable: this creates another subscription first, so that no event is missed in between. Dashboard 2.2. */
export function ChangeUrlForm({ subscription, onCancel, onDone }: ChangeUrlFormProps) {
  const session = useSession();
  const [url, setUrl] = useState("");
  const [isTried, setIsTried] = useState(false);
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const change = useChangeUrl();
  const problem = urlProblem(url, session.mode) ?? (url.trim() === subscription.url ? texts.thatIsTheUrl : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problem || change.isPending || change.isSuccess) return;
    change.mutate(
      { old: subscription, url: url.trim(), idempotencyKey },
      { onSuccess: onDone, onError: (error) => isRefused(error) && setIdempotencyKey(newIdempotencyKey()) },
    );
  };
  const urlError = (isTried ? problem : undefined) ?? problemOfField(change.error, "url");
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <div className="grid gap-2">
          <p className="break-all font-mono text-id">{subscription.url}</p>
          <p>{texts.makesANewSubscription}</p>
        </div>
        <Field label={texts.newUrl} error={urlError}>
          {(field) => (
            <Input
              {...field}
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              maxLength={2048}
              value={url}
              onChange={({ target }) => {
                setUrl(target.value);
                setIdempotencyKey(newIdempotencyKey());
              }}
            />
          )}
        </Field>
        {change.isError && !urlError && (
          <WriteProblem title={texts.theUrlWasNot} lost={problemText(change.error)} error={change.error} />
        )}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={change.isPending}>
          {texts.changeUrl}
        </Button>
      </SheetFoot>
    </form>
  );
}
