"use client";

import { CircleCheck, Snowflake, TriangleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useFreezeAllWallets } from "../../../lib/api/settings.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmWord, useConfirmWord } from "../../ui/confirm-word.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Sheet, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { texts } from "./texts.ts";

const REASON_MAX = 500;

type SheetProps = { isOpen: boolean; isFrozen: boolean; onClose: () => void };

/** What the emergency freeze or its release does, a reason, and a word to type. Decision 0074. */
export function AccountEmergencySheet({ isOpen, isFrozen, onClose }: SheetProps) {
  const title = isFrozen ? texts.releaseAllWallets : texts.freezeAllWallets;
  return (
    <Sheet title={title} isOpen={isOpen} onOpenChange={onClose}>
      <EmergencyForm isFrozen={isFrozen} title={title} onClose={onClose} />
    </Sheet>
  );
}

function EmergencyForm({ isFrozen, title, onClose }: { isFrozen: boolean; title: string; onClose: () => void }) {
  const { mode } = useSession();
  const isOnline = useOnline();
  const change = useFreezeAllWallets();
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const confirmation = useConfirmWord(isFrozen ? "RELEASE" : "FREEZE");
  const hasReason = reason.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!confirmation.check() || !hasReason || !isOnline || change.isPending) return;
    change.mutate({ isFrozen: !isFrozen, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <Consequences isFrozen={isFrozen} mode={mode === "SANDBOX" ? "the sandbox" : "live mode"} />
        <Field label={texts.reason} error={isTried && !hasReason ? texts.sayWhyYourTeam : undefined}>
          {(field) => (
            <Input
              {...field}
              maxLength={REASON_MAX}
              autoComplete="off"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <ConfirmWord confirmation={confirmation} />
        {change.isError && <WriteProblem error={change.error} />}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          type="submit"
          variant={isFrozen ? "primary" : "danger"}
          icon={isFrozen ? CircleCheck : Snowflake}
          isBusy={change.isPending}
          isBlocked={!isOnline}
        >
          {title}
        </Button>
      </SheetFoot>
    </form>
  );
}

function Consequences({ isFrozen, mode }: { isFrozen: boolean; mode: string }) {
  if (isFrozen) {
    return (
      <Callout tone="wait" icon={TriangleAlert} title={texts.customersCanImmediatelyPay}>
        <p>{texts.walletsThatWereFrozen}</p>
      </Callout>
    );
  }
  return (
    <Callout tone="bad" icon={TriangleAlert} title={texts.everyCustomersWalletIn(mode)}>
      <p>{texts.noWalletSendsOr}</p>
    </Callout>
  );
}
