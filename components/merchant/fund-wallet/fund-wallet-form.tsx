"use client";

import { FlaskConical } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useFundMerchantWallet } from "../../../lib/api/fund-wallet.ts";
import { isOutcomeUnknown, isRefused, problemOfField, problemText } from "../../../lib/api/service-error.ts";
import { formatKobo, parseKobo } from "../../../lib/format/money.ts";
import { useKeyedDraft } from "../../layout/hooks/use-keyed-draft.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { texts } from "./texts.ts";

type Funded = { amount: number; availableBalance: number };
type FundWalletFormProps = { onDone: (funded: Funded) => void; onCancel: () => void };

/**
 * Sends one amount once: the idempotency key changes with the amount or after a definite response, so a double click, a retry after
 * a lost connection or a repeated Enter adds the money a single time. Dashboard 5.7.
 */
export function FundWalletForm({ onDone, onCancel }: FundWalletFormProps) {
  const { text, idempotencyKey, change, drop } = useKeyedDraft("fund");
  const [isTried, setIsTried] = useState(false);
  const fund = useFundMerchantWallet();
  const isOnline = useOnline();
  const parsed = parseAmount(text);
  const isUnknown = isOutcomeUnknown(fund.error);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!("kobo" in parsed) || fund.isPending || !isOnline) return;
    try {
      // Unlike a callback of `mutate`, this goes on after the sheet was closed.
      const { data } = await fund.mutateAsync({ amount: parsed.kobo, idempotencyKey });
      drop();
      onDone(data);
    } catch (error) {
      if (isRefused(error)) change(text);
    }
  };
  const problem = isTried && "message" in parsed ? parsed.message : problemOfField(fund.error, "amount");
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <p className="text-fg-2">{texts.notRealMoneyIt}</p>
        <Field
          label={texts.amount}
          error={problem}
          hint={"kobo" in parsed ? `= ${formatKobo(parsed.kobo)}` : texts.inNaira250000}
        >
          {(field) => (
            <Input
              {...field}
              prefix="₦"
              inputMode="decimal"
              autoComplete="off"
              value={text}
              // The amount is locked while the outcome is unknown.
              readOnly={isUnknown || fund.isPending}
              onChange={({ target }) => {
                change(target.value);
                fund.reset();
              }}
            />
          )}
        </Field>
        {fund.isError && (
          <WriteProblem
            title={texts.nothingWasAdded}
            lostTitle={texts.weDoNotKnow}
            lost={problemText(fund.error)}
            error={fund.error}
          />
        )}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" icon={FlaskConical} isBusy={fund.isPending} isBlocked={!isOnline}>
          {isUnknown ? texts.askAgainSamePayment : texts.addFunds}
        </Button>
      </SheetFoot>
    </form>
  );
}

function parseAmount(text: string) {
  const parsed = parseKobo(text);
  return "kobo" in parsed && parsed.kobo === 0 ? { message: texts.enterAnAmountAbove } : parsed;
}
