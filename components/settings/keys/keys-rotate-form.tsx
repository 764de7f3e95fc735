"use client";

import { CircleAlert, RotateCw, TriangleAlert } from "lucide-react";
import type { FormEvent } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod";
import { merchantAccountEndpoints } from "../../../contract/merchant-account.ts";
import { type KeyPair, rotateKeys } from "../../../lib/api/keys.ts";
import { isOutcomeUnknown } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmWord, useConfirmWord } from "../../ui/confirm-word.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { useProof } from "../proof-fields.tsx";
import { PROOF_SHAPE, PROOF_TEXTS, proofOf } from "./proof-rules.ts";
import { texts } from "./texts.ts";

const STOPS = ["now", "later"] as const;

const { overlapHours } = merchantAccountEndpoints.generateAccessKeys.body.shape;
// The contract knows only the hours. The minimum of one hour is a rule of the dashboard, as "now" is a choice.
const RotateForm = z
  .object({
    ...PROOF_SHAPE,
    stops: z.enum(STOPS),
    hours: z.string().trim(),
  })
  .refine(({ stops, hours }) => stops === "now" || isOverlap(hours), {
    error: texts.enter1To72,
    path: ["hours"],
    when: () => true,
  });
const resolver = contractResolver(RotateForm, PROOF_TEXTS);

function isOverlap(hours: string): boolean {
  return /^[1-9]\d*$/.test(hours) && overlapHours.safeParse(Number(hours)).success;
}

type KeysRotateFormProps = { onPair: (pair: KeyPair) => void; onUnknown: () => void; onCancel: () => void };

/** The old key's end, the effect on webhooks, a word to type, and the password. Dashboard 5.11. */
export function KeysRotateForm({ onPair, onUnknown, onCancel }: KeysRotateFormProps) {
  const session = useSession();
  const isOnline = useOnline();
  const form = useForm({ resolver, defaultValues: { stops: "now", hours: "24", password: "" } });
  const proof = useProof(form);
  const { errors, isSubmitting } = form.formState;
  const isLater = form.watch("stops") === "later";
  const confirmation = useConfirmWord("ROTATE");
  const rotate = form.handleSubmit(async (typed) => {
    if (!confirmation.check() || !isOnline) return;
    try {
      onPair(await rotateKeys(session, { ...proofOf(typed), overlapHours: isLater ? Number(typed.hours) : 0 }));
    } catch (error) {
      if (isOutcomeUnknown(error)) {
        onUnknown();
        form.setError("root", { message: UNKNOWN });
      } else proof.refuse(error);
    }
  });
  const submit = (event: FormEvent) => {
    // Show the problems of all fields together.
    confirmation.check();
    void rotate(event);
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <RadioChips
          legend={texts.theOldPrivateKey}
          options={STOPS}
          label={(stops) => (stops === "now" ? texts.atOnce : texts.afterSomeHours)}
          control={() => form.register("stops")}
        />
        {isLater && (
          <Field label={texts.hoursUntilItStops} hint={texts.n1To72} error={errors.hours?.message}>
            {(field) => (
              <Input
                {...field}
                {...form.register("hours")}
                inputMode="numeric"
                autoComplete="off"
                maxLength={2}
                className="max-w-28"
              />
            )}
          </Field>
        )}
        <Callout tone="wait" icon={TriangleAlert} title={texts.whatHappens}>
          <p>{isLater ? texts.callsWithTheOld : texts.callsWithTheOldKey}</p>
          <p>{texts.webhooksAreSignedWith}</p>
        </Callout>
        <ConfirmWord confirmation={confirmation} />
        {proof.fields}
        {errors.root && (
          <Callout role="alert" tone="bad" icon={CircleAlert} title={texts.theNewPairWas}>
            <p>{errors.root.message}</p>
          </Callout>
        )}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="danger" icon={RotateCw} isBusy={isSubmitting} isBlocked={!isOnline}>
          {texts.rotateKeys}
        </Button>
      </SheetFoot>
    </form>
  );
}

const UNKNOWN = texts.theAnswerWasLost;
