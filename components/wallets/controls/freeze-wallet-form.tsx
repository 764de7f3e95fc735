"use client";

import { Ban, Lock, RotateCcw, Snowflake } from "lucide-react";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { Wallet } from "../../../contract/wallets.ts";
import { problemText } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useFreezeWallet } from "../../../lib/api/wallets.ts";
import { draftKey, useDraft } from "../../layout/hooks/use-draft.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { Field, FieldError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Textarea } from "../../ui/input.tsx";
import { Money } from "../../ui/money.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { FREEZE_CATEGORIES, FreezeForm, freezeReason, mostCharacters } from "./freeze-rules.ts";
import { texts } from "./texts.ts";
import { WalletParty } from "./wallet-party.tsx";

const resolver = contractResolver(FreezeForm, {});

type FreezeWalletFormProps = { wallet: Wallet; asOf: number; onDone: () => void; onCancel: () => void };

/** Asks for the reason, explains the consequences, freezes. The draft survives failures, an expired session and a reload. Dashboard 5.2. */
export function FreezeWalletForm({ wallet, asOf, onDone, onCancel }: FreezeWalletFormProps) {
  const session = useSession();
  const { draft, keep, drop } = useDraft<FreezeForm>(draftKey(session, `freeze:${wallet.customerId}`), {
    category: "",
    explanation: "",
  });
  const form = useForm({ resolver, defaultValues: draft });
  const { register, handleSubmit, formState, control, subscribe } = form;
  const fields = useWatch({ control });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe, keep],
  );
  const freeze = useFreezeWallet();
  const isOnline = useOnline();
  const submit = handleSubmit((values) =>
    freeze.mutate(
      { customerId: wallet.customerId, reason: freezeReason(values) },
      {
        onSuccess: () => {
          drop();
          onDone();
        },
      },
    ),
  );
  const most = mostCharacters(fields.category ?? "");
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <WalletParty wallet={wallet} asOf={asOf} />
        <div className="grid gap-1.5">
          <RadioChips legend={texts.reason} options={FREEZE_CATEGORIES} control={() => register("category")} />
          {formState.errors.category && <FieldError>{formState.errors.category.message}</FieldError>}
        </div>
        <Field
          label={texts.whatHappened}
          hint={texts.n10ToMost(most)}
          error={formState.errors.explanation?.message}
          aside={
            <span className="text-fg-3 text-xs tabular-nums">
              {texts.countOfMost((fields.explanation ?? "").trim().length, most)}
            </span>
          }
        >
          {(field) => <Textarea {...field} {...register("explanation")} />}
        </Field>
        <Consequences wallet={wallet} />
        {freeze.isError && (
          <WriteProblem title={texts.theWalletWasNotFrozen} lost={problemText(freeze.error)} error={freeze.error} />
        )}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="danger" icon={Snowflake} isBusy={freeze.isPending} isBlocked={!isOnline}>
          {texts.freezeWallet}
        </Button>
      </SheetFoot>
    </form>
  );
}

function Consequences({ wallet }: { wallet: Wallet }) {
  return (
    <section aria-labelledby="freeze-consequences">
      <h3 id="freeze-consequences" className="mb-2 font-semibold">
        {texts.whatHappens}
      </h3>
      <ul className="grid gap-2 [&>li]:flex [&>li]:items-start [&>li]:gap-2.5 [&_svg]:mt-0.5 [&_svg]:text-fg-3">
        <li>
          <Icon of={Ban} />
          <span>{texts.noFurtherTransactionsIn}</span>
        </li>
        <li>
          <Icon of={Lock} />
          <span>
            <Money kobo={wallet.availableBalance} /> {texts.staysInTheWallet}
          </span>
        </li>
        <li>
          <Icon of={RotateCcw} />
          <span>{texts.theMainMerchantAnd}</span>
        </li>
      </ul>
    </section>
  );
}
