"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { BulkResult } from "../../../contract/bulk-wallets.ts";
import { type BulkChange, useBulkChange, type WalletSelection } from "../../../lib/api/bulk-wallets.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { Link } from "../../ui/link.tsx";
import { Sheet, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { texts } from "./texts.ts";

type BulkFormProps = {
  change: BulkChange;
  count: number;
  chosen: WalletSelection;
  onClose: () => void;
  /** The selection has been changed. */
  onDone: () => void;
};

/** Asks for the reason, changes the selected wallets and shows what became of each. Decision 0115. */
export function BulkSheet({ isOpen, ...form }: BulkFormProps & { isOpen: boolean }) {
  // As at the opening: the list may be read again meanwhile, and after the change the selection is empty.
  const [opened, setOpened] = useState({ isOpen: false, turn: 0, count: 0, chosen: form.chosen });
  if (opened.isOpen !== isOpen) {
    const { count, chosen } = isOpen ? form : opened;
    setOpened({ isOpen, turn: opened.turn + (isOpen ? 1 : 0), count, chosen });
  }
  return (
    <Sheet title={texts.titles[form.change](opened.count)} isOpen={isOpen} onOpenChange={form.onClose}>
      <BulkForm key={opened.turn} {...form} count={opened.count} chosen={opened.chosen} />
    </Sheet>
  );
}

const MOST = 500;

function BulkForm({ change, count, chosen, onClose, onDone }: BulkFormProps) {
  const [reason, setReason] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const write = useBulkChange(change);
  const isOnline = useOnline();
  const text = reason.trim();
  const problem = text === "" ? texts.reasonMissing : text.length > MOST ? texts.reasonTooLong(MOST) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsAsked(true);
    if (problem !== undefined || write.isPending || !isOnline) return;
    write.mutate({ ...chosen, reason: text, idempotencyKey }, { onSuccess: onDone });
  };
  if (write.data) return <Outcomes result={write.data.data} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p>{texts.effects[change]}</p>
        <Field label={texts.reason} hint={texts.reasonHint} error={isAsked ? problem : undefined}>
          {(field) => (
            <Textarea
              {...field}
              value={reason}
              readOnly={write.isPending}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <p role="status" className="text-fg-2 empty:hidden">
          {write.isPending && texts.working(count)}
        </p>
        {write.isError && <WriteProblem title={texts.nothingChanged} error={write.error} />}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          type="submit"
          variant={change === "close" || change === "enable-post-no-credit" ? "danger" : "primary"}
          isBusy={write.isPending}
          isBlocked={!isOnline}
        >
          {texts.titles[change](count)}
        </Button>
      </SheetFoot>
    </form>
  );
}

/** More lines than a person reads; the audit log has all of them. */
const SHOWN = 200;

function Outcomes({ result, onClose }: { result: BulkResult; onClose: () => void }) {
  const { changed, unchanged, refused } = result;
  const rest = result.outcomes.filter((one) => one.result !== "changed");
  // Refusals first: they need a decision.
  const sorted = [...rest.filter((one) => one.result === "refused"), ...rest.filter((one) => one.result !== "refused")];
  return (
    <>
      <SheetBody>
        <Callout
          role="status"
          tone={refused > 0 ? "wait" : "ok"}
          icon={refused > 0 ? CircleAlert : CircleCheck}
          title={changed > 0 ? texts.changed(changed) : texts.nothingChanged}
        >
          {unchanged > 0 && <p>{texts.unchanged(unchanged)}</p>}
          {refused > 0 && <p>{texts.refused(refused)}</p>}
        </Callout>
        {sorted.length > 0 && (
          <section aria-label={texts.notChanged}>
            <ul className="grid">
              {sorted.slice(0, SHOWN).map(({ customerId, accountNumber, message }) => (
                <li key={customerId} className="grid gap-0.5 border-b py-2">
                  <Link href={`/wallets/${customerId}`} className="wrap-anywhere font-mono text-id">
                    {accountNumber ?? customerId}
                  </Link>
                  <span className="text-fg-2">{message ?? texts.alreadySo}</span>
                </li>
              ))}
            </ul>
            {sorted.length > SHOWN && <p className="pt-2 text-fg-2">{texts.moreNotShown(sorted.length - SHOWN)}</p>}
          </section>
        )}
      </SheetBody>
      <SheetFoot>
        <Button variant="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </SheetFoot>
    </>
  );
}
