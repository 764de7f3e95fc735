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

type SimulateTransferModalProps = { accountNumber: string; isOpen: boolean; onClose: () => void };

/** Lets the sandbox bank send a transfer to this account number. Rails 7. */
export function SimulateTransferModal({ accountNumber, isOpen, onClose }: SimulateTransferModalProps) {
  return (
    <Modal
      title="Simulate a bank transfer"
      description={`The sandbox bank sends play money to ${accountNumber}, as a real bank would.`}
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
  const problem = "kobo" in parsed ? (parsed.kobo === 0 ? "Enter an amount above zero." : undefined) : parsed.message;
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
          showToast({ title: `${formatKobo(parsed.kobo)} sent. It arrives in a moment.` });
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <Field
          label="Amount"
          error={isTried ? problem : problemOfField(simulate.error, "amount")}
          hint={"kobo" in parsed ? `= ${formatKobo(parsed.kobo)}` : "In naira: 45,000.50, 20k or 1.5m"}
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
          label="Sender’s name (optional)"
          error={problemOfField(simulate.error, "senderName")}
          hint="Without a name the sandbox bank makes one up."
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
        {simulate.isError && <WriteProblem title="Not sent" error={simulate.error} />}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" icon={FlaskConical} isBusy={simulate.isPending} isBlocked={!isOnline}>
          Send
        </Button>
      </SheetFoot>
    </form>
  );
}
