"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye, KeyRound, TriangleAlert } from "lucide-react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Pin } from "../../../contract/values.ts";
import type { Wallet } from "../../../contract/wallets.ts";
import { customerQuery, useInvalidateWallets } from "../../../lib/api/customers.ts";
import { problemOfField } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useSecretCall } from "../../../lib/api/use-secret-call.ts";
import { setTransactionPin } from "../../../lib/api/wallets.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button, MiniButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Input } from "../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { pinWarning } from "./pin-warnings.ts";
import { texts } from "./texts.ts";
import { WalletParty } from "./wallet-party.tsx";

type PinFormProps = { wallet: Wallet; asOf: number; onDone: () => void; onCancel: () => void };
type Checks = { pin: string | undefined; again: string | undefined };

/**
 * Sets or replaces the PIN. The digits exist only in two uncontrolled inputs, are sent in one body, and are cleared after any
 * response: no state, draft, cache, log or trace contains them. Dashboard 5.4.
 */
export function PinForm({ wallet, asOf, onDone, onCancel }: PinFormProps) {
  const session = useSession();
  const invalidate = useInvalidateWallets();
  const isOnline = useOnline();
  const pin = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const [checks, setChecks] = useState<Checks>({ pin: undefined, again: undefined });
  const { dateOfBirth } = useQuery(customerQuery(session, wallet.customerId)).data ?? {};
  const [warning, setWarning] = useState<string | null>(null);
  const call = useSecretCall((digits: string) =>
    setTransactionPin(session, { customerId: wallet.customerId, pin: digits }),
  );
  useWipedAtTheEnd(pin, again);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const next = checkBoth(pin.current?.value ?? "", again.current?.value ?? "");
    setChecks(next);
    if (next.pin !== undefined) return pin.current?.focus();
    if (next.again !== undefined) return again.current?.focus();
    if (call.isPending || !isOnline) return;
    const reply = await call.send(pin.current?.value ?? "");
    wipe(pin, again);
    setWarning(null);
    invalidate();
    if (reply) onDone();
    else pin.current?.focus();
  };
  const word = wallet.isPinSet ? texts.replacePin : texts.setPin;
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <WalletParty wallet={wallet} asOf={asOf} />
        <p className="text-fg-2">
          {wallet.isPinSet ? texts.thisWalletHasA : texts.thisWalletHasNo} {texts.whereTheMerchantsSetting}
        </p>
        <PinField
          label={texts.newPin}
          hint={texts.exactlyFourDigits}
          error={checks.pin ?? problemOfField(call.error, "pin")}
          input={pin}
          onInput={() => setWarning(pinWarning(pin.current?.value ?? "", dateOfBirth))}
        />
        {warning !== null && (
          <p role="status" className="-mt-4 flex items-start gap-1.5 text-wait text-xs">
            <Icon of={TriangleAlert} size={12} className="mt-0.5" />
            <span>{texts.warningItCanBe(warning)}</span>
          </p>
        )}
        <PinField label={texts.newPinAgain} error={checks.again} input={again} />
        {call.error !== null && (
          <WriteProblem
            title={texts.thePinWasNot}
            lostTitle={texts.weDoNotKnow}
            lost={texts.setItAgainThe}
            error={call.error}
          />
        )}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" icon={KeyRound} isBusy={call.isPending} isBlocked={!isOnline}>
          {word}
        </Button>
      </SheetFoot>
    </form>
  );
}

type PinFieldProps = {
  label: string;
  hint?: string;
  error: string | undefined;
  input: RefObject<HTMLInputElement | null>;
  onInput?: () => void;
};

/** Masked; shown while the eye is held. */
function PinField({ label, hint, error, input, onInput }: PinFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const hide = () => setIsShown(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(field) => (
        <Input
          {...field}
          ref={input}
          type={isShown ? "text" : "password"}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          onInput={onInput}
          className="max-w-40 font-mono"
          suffix={
            <MiniButton
              icon={Eye}
              aria-label={texts.holdToShowLabel(label)}
              aria-pressed={isShown}
              onPointerDown={() => setIsShown(true)}
              onPointerUp={hide}
              onPointerLeave={hide}
              onKeyDown={({ key }) => (key === " " || key === "Enter") && setIsShown(true)}
              onKeyUp={hide}
              onBlur={hide}
            />
          }
        />
      )}
    </Field>
  );
}

function checkBoth(pin: string, again: string): Checks {
  if (!Pin.safeParse(pin).success) return { pin: texts.enterExactlyFourDigits, again: undefined };
  return { pin: undefined, again: pin === again ? undefined : texts.theTwoAreNot };
}

type Box = RefObject<HTMLInputElement | null>;

function wipe(...boxes: Box[]): void {
  for (const { current } of boxes) if (current) current.value = "";
}

/** Clears the inputs when the sheet closes, so that the browser cannot restore them. */
function useWipedAtTheEnd(pin: Box, again: Box): void {
  useEffect(() => {
    const boxes = [pin.current, again.current];
    return () => {
      for (const box of boxes) if (box) box.value = "";
    };
  }, [pin, again]);
}
