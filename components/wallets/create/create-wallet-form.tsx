"use client";

import { Fingerprint, Hash, Layers, ShieldCheck } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { refusalOf } from "../../../lib/permissions.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { Icon } from "../../ui/icon.tsx";
import { CreateWalletFields, IdentityFields } from "./create-wallet-fields.tsx";
import { CreateNotes } from "./create-wallet-notes.tsx";
import { bodyOf, CREATE_TEXTS, type CreateForm, CreateWalletForm as Form, fieldOf } from "./create-wallet-rules.ts";
import { CreatedWalletCard } from "./created-wallet-card.tsx";
import { texts } from "./texts.ts";
import { type CreateDraft, useCreateWallet } from "./use-create-wallet.ts";

const ASIDE_LINES = [
  { icon: Hash, text: texts.theCustomerGetsA },
  { icon: ShieldCheck, text: texts.nameAndDateOf },
  { icon: Fingerprint, text: texts.ifThatCheckFails },
  { icon: Layers, text: texts.itStartsAtTier },
] as const;

const resolver = contractResolver(Form, CREATE_TEXTS);

/** Creates a customer with a wallet, once. The draft survives reloads, except the BVN or NIN, which is never stored. Dashboard 2.5. */
export function CreateWalletForm({ onAnother }: { onAnother: () => void }) {
  const refusal = refusalOf(useSession(), "createWallet");
  const isOnline = useOnline();
  const creation = useCreateWallet();
  const { stage, isInDoubt } = creation;
  const form = useForm({
    resolver,
    defaultValues: { ...fieldsOf(creation.draft), digits: "" },
  });
  useKeptFields(form, creation.change);
  const notes = useRef<HTMLDivElement>(null);
  useProblems(form, stage.at === "edit" ? stage.error : undefined, notes);
  const isSending = stage.at === "sending" || stage.at === "unknown";
  const submit = form.handleSubmit((values) => {
    if (refusal === null && isOnline) void creation.send(bodyOf(values));
  });
  if (stage.at === "done") {
    return (
      <CreatedWalletCard
        created={stage.created}
        onAnother={() => {
          creation.startOver();
          onAnother();
        }}
      />
    );
  }
  return (
    <div className="edge-line relative -mx-pad mt-5 -mb-pad grid flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,1fr)_minmax(304px,400px)]">
      <form
        noValidate
        autoComplete="off"
        onSubmit={submit}
        className="grid max-w-[calc(520px+2*var(--pad))] min-w-0 content-start gap-5 px-pad py-5"
      >
        <div inert={isSending || isInDoubt} className="grid gap-5">
          <CreateWalletFields form={form} />
        </div>
        <div inert={isSending}>
          <IdentityFields form={form} isFixed={isInDoubt} />
        </div>
        <div ref={notes} tabIndex={-1} className="grid gap-3 outline-none empty:hidden">
          <CreateNotes
            stage={stage}
            isInDoubt={isInDoubt}
            refusal={refusal}
            isOnline={isOnline}
            onGiveUp={() => {
              creation.startOver();
              onAnother();
            }}
          />
        </div>
        <div className="flex gap-2 max-md:[&>*]:flex-1">
          <Button
            type="submit"
            variant="primary"
            isBusy={stage.at === "sending" || (stage.at === "unknown" && !stage.isOver)}
            isBlocked={refusal !== null || !isOnline}
            aria-describedby={refusal === null ? undefined : "create-refusal"}
          >
            {isInDoubt && !isSending ? texts.askAgainSameWallet : texts.createWallet}
          </Button>
          <ButtonLink href="/wallets">{texts.cancel}</ButtonLink>
        </div>
      </form>
      <aside aria-labelledby="create-then" className="min-w-0 px-pad py-5 max-md:border-t md:border-l">
        <CreateWalletAside />
      </aside>
    </div>
  );
}

function fieldsOf({ idempotencyKey: _key, sent: _sent, ...fields }: CreateDraft) {
  return fields;
}

/** Stores the draft without the number, which exists only in the form. */
function useKeptFields({ subscribe }: CreateForm, keep: (fields: Partial<CreateDraft>) => void): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { digits: _never, ...fields } }) => keep(fields),
      }),
    [subscribe, keep],
  );
}

/** Shows the service's field errors at their fields; other errors above the button, which then has the focus. */
function useProblems({ setError, setFocus }: CreateForm, error: unknown, notes: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!error) return;
    const problems = error instanceof ServiceError ? error.fields : [];
    const known = problems.flatMap(({ field, message }) => {
      const name = fieldOf(field);
      return name === undefined ? [] : [{ name, message }];
    });
    for (const { name, message } of known) setError(name, { message });
    const [first] = known;
    if (first) setFocus(first.name);
    else notes.current?.focus();
  }, [error, setError, setFocus, notes]);
}

/** Explains what creating does. */
function CreateWalletAside() {
  return (
    <>
      <h2 id="create-then" className="mb-3 font-semibold text-md">
        {texts.whatHappens}
      </h2>
      <ul className="grid gap-3">
        {ASIDE_LINES.map(({ icon, text }) => (
          <li key={text} className="flex items-start gap-2.5 text-fg-2">
            <Icon of={icon} className="mt-0.5 text-fg-3" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
