"use client";

import { ArrowDownLeft, ArrowUpRight, Ban, CircleCheck, RotateCcw, Stamp } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { problemText } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useSetPostNoCredit } from "../../../lib/api/wallets.ts";
import { draftKey, useDraft } from "../../layout/hooks/use-draft.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Textarea } from "../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { CreditsSince } from "./credits-since.tsx";
import { texts } from "./texts.ts";
import { WalletParty } from "./wallet-party.tsx";

type PostNoCreditFormProps = {
  wallet: Wallet;
  asOf: number;
  onDone: (isBlocked: boolean) => void;
  onCancel: () => void;
};

const MOST = 500;

const consequences = {
  block: [
    { icon: ArrowDownLeft, text: texts.creditsAndTransfersInto },
    { icon: ArrowUpRight, text: texts.moneyCanStillGo },
    { icon: Stamp, text: texts.approvalsThatWouldPay },
    { icon: RotateCcw, text: texts.theMainMerchantAndAdmins },
  ],
  allow: [{ icon: ArrowDownLeft, text: texts.creditsAndTransfersIntoThis }],
} as const;

/** Confirms once, with the consequences; a reason is optional. Dashboard 5.3. */
export function PostNoCreditForm({ wallet, asOf, onDone, onCancel }: PostNoCreditFormProps) {
  // The direction is fixed when the sheet opens, even if another user changes the switch meanwhile.
  const [action] = useState<"block" | "allow">(wallet.postNoCredit ? "allow" : "block");
  const session = useSession();
  const { draft, keep, drop } = useDraft(draftKey(session, `pnc-${action}:${wallet.customerId}`), { reason: "" });
  const [reason, setReason] = useState(draft.reason);
  const change = useSetPostNoCredit(action === "block");
  const isOnline = useOnline();
  const text = reason.trim();
  const isTooLong = text.length > MOST;
  const type = (next: string) => {
    setReason(next);
    keep({ reason: next });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTooLong || change.isPending || !isOnline) return;
    change.mutate(
      { customerId: wallet.customerId, ...(text !== "" && { reason: text }) },
      {
        onSuccess: () => {
          drop();
          onDone(action === "block");
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <WalletParty wallet={wallet} asOf={asOf} />
        {action === "allow" && (
          <Callout tone="wait" icon={Ban} title={texts.creditsAreBlocked}>
            <CreditsSince wallet={wallet} />
          </Callout>
        )}
        <Field
          label={texts.reason}
          hint={texts.optionalKeptWithYourName}
          error={isTooLong ? texts.atMostCharacters(MOST) : undefined}
        >
          {(field) => <Textarea {...field} value={reason} onChange={({ target }) => type(target.value)} />}
        </Field>
        <section aria-labelledby="pnc-consequences">
          <h3 id="pnc-consequences" className="mb-2 font-semibold">
            {texts.whatHappens}
          </h3>
          <ul className="grid gap-2">
            {consequences[action].map(({ icon, text: line }) => (
              <li key={line} className="flex items-start gap-2.5">
                <Icon of={icon} className="mt-0.5 text-fg-3" />
                <span>{line}</span>
              </li>
            ))}
          </ul>
        </section>
        {change.isError && <WriteProblem lost={problemText(change.error)} error={change.error} />}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button
          type="submit"
          variant={action === "block" ? "danger" : "primary"}
          icon={action === "block" ? Ban : CircleCheck}
          isBusy={change.isPending}
          isBlocked={!isOnline}
        >
          {action === "block" ? texts.blockCredits : texts.allowCredits}
        </Button>
      </SheetFoot>
    </form>
  );
}
