"use client";

import { Trash2 } from "lucide-react";
import type { FormEvent } from "react";
import type { Subscription } from "../../../../contract/webhook-records.ts";
import { useRemoveSubscription } from "../../../../lib/api/webhooks.ts";
import { WriteProblem } from "../../../layout/page/write-problem.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmWord, useConfirmWord } from "../../../ui/confirm-word.tsx";
import { SheetBody, SheetFoot } from "../../../ui/overlay.tsx";
import { showToast } from "../../../ui/toast-store.ts";
import { hostOf, nameOf } from "../../webhook-labels.ts";
import { texts } from "./texts.ts";

type DeleteSubscriptionFormProps = { subscription: Subscription; onCancel: () => void; onDone: () => void };

/** Requires typing the host name, to prevent deleting the wrong subscription. */
export function DeleteSubscriptionForm({ subscription, onCancel, onDone }: DeleteSubscriptionFormProps) {
  const remove = useRemoveSubscription();
  const confirmation = useConfirmWord(hostOf(subscription.url));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirmation.check() || remove.isPending) return;
    remove.mutate(subscription.id, {
      onSuccess: () => {
        onDone();
        showToast({ title: texts.deletedName(nameOf(subscription)) });
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <div className="grid gap-2">
          <p className="break-all font-mono text-id">{subscription.url}</p>
          <p>{texts.itGetsNoFurther}</p>
        </div>
        <ConfirmWord confirmation={confirmation} problem={texts.thatIsNotThe} />
        {remove.isError && <WriteProblem title={texts.notDeleted} error={remove.error} />}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="danger" icon={Trash2} isBusy={remove.isPending}>
          {texts.deleteSubscription}
        </Button>
      </SheetFoot>
    </form>
  );
}
