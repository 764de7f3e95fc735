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
    error: "Enter 1 to 72 hours.",
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
          legend="The old private key stops"
          options={STOPS}
          label={(stops) => (stops === "now" ? "At once" : "After some hours")}
          control={() => form.register("stops")}
        />
        {isLater && (
          <Field label="Hours until it stops" hint="1 to 72. Both keys work meanwhile." error={errors.hours?.message}>
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
        <Callout tone="wait" icon={TriangleAlert} title="What happens">
          <p>
            {isLater
              ? "Calls with the old key go on until then, and are refused afterwards."
              : "Calls with the old key are refused from this moment. Your integration stands still until it has the new one."}
          </p>
          <p>
            Webhooks are signed with the new key from now on. The old one co-signs them for a day: receivers that check
            either signature miss nothing.
          </p>
        </Callout>
        <ConfirmWord confirmation={confirmation} />
        {proof.fields}
        {errors.root && (
          <Callout role="alert" tone="bad" icon={CircleAlert} title="The new pair was not shown">
            <p>{errors.root.message}</p>
          </Callout>
        )}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">You are offline.</p>}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger" icon={RotateCw} isBusy={isSubmitting} isBlocked={!isOnline}>
          Rotate keys
        </Button>
      </SheetFoot>
    </form>
  );
}

const UNKNOWN =
  "The answer was lost: the keys may have been rotated. Close this, look at the list, and reveal the private key.";
