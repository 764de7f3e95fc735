"use client";

import { CircleCheck, Snowflake } from "lucide-react";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { WalletActivity } from "../../../contract/wallet-activity.ts";
import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useEnableWallet } from "../../../lib/api/wallets.ts";
import { draftKey, useDraft } from "../../layout/hooks/use-draft.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { contractResolver } from "../../ui/contract-resolver.ts";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { FrozenBy } from "./freeze-callout.tsx";
import { ENABLE_TEXTS, EnableForm } from "./freeze-rules.ts";
import { texts } from "./texts.ts";
import { WalletParty } from "./wallet-party.tsx";

const resolver = contractResolver(EnableForm, ENABLE_TEXTS);

type EnableWalletFormProps = {
  wallet: Wallet;
  asOf: number;
  frozenBy: WalletActivity | undefined;
  onDone: () => void;
  onCancel: () => void;
};

/** Shows reason, actor and time of the freeze, takes an optional reason, and enables the wallet. Dashboard 5.2. */
export function EnableWalletForm({ wallet, asOf, frozenBy, onDone, onCancel }: EnableWalletFormProps) {
  const session = useSession();
  const { draft, keep, drop } = useDraft(draftKey(session, `enable:${wallet.customerId}`), { reason: "" });
  const { register, handleSubmit, formState, subscribe } = useForm({
    resolver,
    defaultValues: draft,
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe, keep],
  );
  const enable = useEnableWallet();
  const isOnline = useOnline();
  const submit = handleSubmit(({ reason }) =>
    enable.mutate(
      { customerId: wallet.customerId, ...(reason !== undefined && { reason }) },
      {
        onSuccess: () => {
          drop();
          onDone();
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <WalletParty wallet={wallet} asOf={asOf} />
        <Callout tone="ice" icon={Snowflake} title={texts.whyItIsFrozen}>
          <p>{wallet.reason ?? texts.noReasonIsOn}</p>
          <FrozenBy wallet={wallet} frozenBy={frozenBy} />
        </Callout>
        <Field label={texts.whyItMayBe} hint={texts.optionalKeptWithYour} error={formState.errors.reason?.message}>
          {(field) => <Textarea {...field} {...register("reason")} />}
        </Field>
        <p className="text-fg-2">{texts.transactionsArePossibleAgain}</p>
        {enable.isError && <WriteProblem title={texts.theWalletWasNot} error={enable.error} />}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" icon={CircleCheck} isBusy={enable.isPending} isBlocked={!isOnline}>
          {texts.enableWallet}
        </Button>
      </SheetFoot>
    </form>
  );
}
