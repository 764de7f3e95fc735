"use client";

import { Ban } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { AccessChange } from "../../../contract/access-changes.ts";
import { useDecideChange } from "../../../lib/api/changes.ts";
import { changeText } from "../../../lib/format/change-text.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { Modal, SheetFoot } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { texts } from "./texts.ts";

/** Asks for the reason, then declines a change, or withdraws the member's own. */
export function EndChangeModal({ change, onClose }: { change: AccessChange | null; onClose: () => void }) {
  const verb = change?.viewer.canWithdraw ? texts.withdraw : texts.decline;
  return (
    <Modal
      title={texts.verbChange(verb)}
      isOpen={change !== null}
      onOpenChange={onClose}
      description={change ? texts.changeNothingChangesIt(changeText(change)) : ""}
    >
      {change && <EndChangeForm change={change} verb={verb} onClose={onClose} />}
    </Modal>
  );
}

function EndChangeForm({ change, verb, onClose }: { change: AccessChange; verb: string; onClose: () => void }) {
  const decide = useDecideChange();
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (reason.trim() === "" || decide.isPending) return;
    decide.mutate(
      { id: change.id, reason: reason.trim() },
      {
        onSuccess: () => {
          onClose();
          showToast({ title: verb === "Withdraw" ? texts.changeWithdrawn : texts.changeDeclined });
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-4 p-pad">
        <Field label={texts.reason} error={isTried && reason.trim() === "" ? texts.giveAReason : undefined}>
          {(field) => (
            <Textarea {...field} maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
          )}
        </Field>
        {decide.isError && <WriteProblem error={decide.error} />}
      </div>
      <SheetFoot>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="danger" icon={Ban} isBusy={decide.isPending}>
          {texts.verbChange(verb)}
        </Button>
      </SheetFoot>
    </form>
  );
}
