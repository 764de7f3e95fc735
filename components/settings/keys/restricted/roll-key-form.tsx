"use client";

import { CircleAlert, RotateCw } from "lucide-react";
import { useForm } from "react-hook-form";
import * as z from "zod";
import { type NewRestrictedKey, type RestrictedKey, rollRestrictedKey } from "../../../../lib/api/keys.ts";
import { isOutcomeUnknown } from "../../../../lib/api/service-error.ts";
import { useSession } from "../../../../lib/api/session-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { contractResolver } from "../../../ui/contract-resolver.ts";
import { SheetBody, SheetFoot } from "../../../ui/overlay.tsx";
import { RadioChips } from "../../../ui/radio-chips.tsx";
import { useProof } from "../../proof-fields.tsx";
import { PROOF_SHAPE, PROOF_TEXTS, proofOf } from "../proof-rules.ts";
import { texts } from "./texts.ts";

const OVERLAPS = ["0", "1", "24", "72"] as const;
const LABELS: Record<(typeof OVERLAPS)[number], string> = {
  "0": texts.atOnce,
  "1": texts.in1Hour,
  "24": texts.in24Hours,
  "72": texts.in72Hours,
};
const resolver = contractResolver(z.object({ ...PROOF_SHAPE, overlap: z.enum(OVERLAPS) }), PROOF_TEXTS);

type RollKeyFormProps = {
  restrictedKey: RestrictedKey;
  onKey: (made: NewRestrictedKey) => void;
  onUnknown: () => void;
  onCancel: () => void;
};

/** When the old key stops, and the password. Decision 0087. */
export function RollKeyForm({ restrictedKey, onKey, onUnknown, onCancel }: RollKeyFormProps) {
  const session = useSession();
  const form = useForm({ resolver, defaultValues: { overlap: "24" as const, password: "" } });
  const proof = useProof(form);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ overlap, ...typed }) => {
    try {
      onKey(await rollRestrictedKey(session, restrictedKey.id, { ...proofOf(typed), overlapHours: Number(overlap) }));
    } catch (error) {
      if (!isOutcomeUnknown(error)) return proof.refuse(error);
      onUnknown();
      form.setError("root", { message: texts.theAnswerWasLostThe });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p>
          <strong className="font-medium">{restrictedKey.name}</strong> {texts.getsANewKey}
        </p>
        <RadioChips
          legend={texts.theOldKeyStops}
          options={OVERLAPS}
          label={(option) => LABELS[option]}
          control={() => form.register("overlap")}
        />
        {proof.fields}
        {errors.root && (
          <Callout role="alert" tone="bad" icon={CircleAlert} title={texts.noKeyWasShown}>
            <p>{errors.root.message}</p>
          </Callout>
        )}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" icon={RotateCw} isBusy={isSubmitting}>
          {texts.rollKey}
        </Button>
      </SheetFoot>
    </form>
  );
}
