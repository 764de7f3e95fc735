"use client";

import { useForm } from "react-hook-form";
import * as z from "zod";
import { type KeyPair, revealKeys } from "../../../lib/api/keys.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { FieldError } from "../../ui/field.tsx";
import { SheetFoot } from "../../ui/overlay.tsx";
import { useProof } from "../proof-fields.tsx";
import { PROOF_SHAPE, PROOF_TEXTS, proofOf } from "./proof-rules.ts";
import { texts } from "./texts.ts";

const resolver = contractResolver(z.object(PROOF_SHAPE), PROOF_TEXTS);

type KeysProofFormProps = { action: string; onPair: (pair: KeyPair) => void; onCancel: () => void };

/** Asks for the password before the private key is released. */
export function KeysProofForm({ action, onPair, onCancel }: KeysProofFormProps) {
  const session = useSession();
  const form = useForm({ resolver, defaultValues: { password: "" } });
  const proof = useProof(form);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (typed) => {
    try {
      onPair(await revealKeys(session, proofOf(typed)));
    } catch (error) {
      proof.refuse(error);
    }
  });
  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-5 p-pad">
        {proof.fields}
        {errors.root && <FieldError>{errors.root.message}</FieldError>}
      </div>
      <SheetFoot>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={isSubmitting}>
          {action}
        </Button>
      </SheetFoot>
    </form>
  );
}
