"use client";

import { FlaskConical } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSimulateBankTransfer } from "../../lib/api/bank-credits.ts";
import { problemOfField } from "../../lib/api/service-error.ts";
import { formatKobo, parseKobo } from "../../lib/format/money.ts";
import { useOnline } from "../layout/hooks/use-online.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Modal, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { texts } from "./texts.ts";

type SimulateTransferModalProps = { accountNumber: string; isOpen: boolean; onClose: () => void };

/** Lets the sandbox bank send a transfer to this account number. Rails 7. */
export function SimulateTransferModal({ accountNumber, isOpen, onClose }: SimulateTransferModalProps) {
  return (
    <Modal
      title={texts.simulateABankTransfer}
      description={texts.theSandboxBankSends(accountNumber)}
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <SimulateForm accountNumber={accountNumber} onClose={onClose} />
    </Modal>
  );
}

function SimulateForm({ accountNumber, onClose }: Omit<SimulateTransferModalProps, "isOpen">) {
  const [text, setText] = useState("");
  const [sender, setSender] = useState("");
  const [isTried, setIsTried] = useState(false);
  const simulate = useSimulateBankTransfer();
  const isOnline = useOnline();
  const parsed = parseKobo(text);
  const problem = "kobo" in parsed ? (parsed.kobo === 0 ? texts.enterAnAmountAbove : undefined) : parsed.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!("kobo" in parsed) || parsed.kobo === 0 || simulate.isPending || !isOnline) return;
    const senderName = sender.trim();
    simulate.mutate(
      { accountNumber, amount: parsed.kobo, ...(senderName !== "" && { senderName }) },
      {
        onSuccess: () => {
          onClose();
          showToast({ title: texts.koboSentItArrives(formatKobo(parsed.kobo)) });
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <Field
          label={texts.amount}
          error={isTried ? problem : problemOfField(simulate.error, "amount")}
          hint={"kobo" in parsed ? `= ${formatKobo(parsed.kobo)}` : texts.inNaira45000}
        >
          {(field) => (
            <Input
              {...field}
              prefix="₦"
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Field
          label={texts.sendersNameOptional}
          error={problemOfField(simulate.error, "senderName")}
          hint={texts.withoutANameThe}
        >
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              maxLength={100}
              value={sender}
              onChange={({ target }) => setSender(target.value)}
            />
          )}
        </Field>
        {simulate.isError && <WriteProblem title={texts.notSent} error={simulate.error} />}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" icon={FlaskConical} isBusy={simulate.isPending} isBlocked={!isOnline}>
          {texts.send}
        </Button>
      </SheetFoot>
    </form>
  );
}
