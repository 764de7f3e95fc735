"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { Beneficiary } from "../../../contract/beneficiaries.ts";
import type { PayoutPreview } from "../../../contract/payout-records.ts";
import { bankAccountQuery, payoutsQuery } from "../../../lib/api/payouts.ts";
import { problemText, ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { Button } from "../../ui/button.tsx";
import { Chip, type Tone } from "../../ui/chip.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Input } from "../../ui/input.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import type { MoneyFields } from "../use-payment-request.ts";
import { BankField } from "./bank-field.tsx";
import { isWholeNumber } from "./payout-fields.ts";
import { SandboxEndings } from "./sandbox-endings.tsx";
import { SaveAccount, SavedAccounts } from "./saved-accounts.tsx";
import { texts } from "./texts.ts";

const SETTLE_MS = 300;

type AccountFieldsProps = {
  fields: Pick<MoneyFields, "bank" | "account" | "holder" | "narration">;
  /** The customer who pays; `undefined` for the merchant wallet. */
  customerId: string | undefined;
  /** How the bank's name compares with the given one; `null` while unknown. */
  nameMatch: PayoutPreview["nameMatch"];
  isTried: boolean;
  onChange: (fields: Partial<MoneyFields>) => void;
};

/** The receiver's account: the bank, the number, the name that the bank gives, and the name that the payer expects. Rails 8. */
export function AccountFields({ fields, customerId, nameMatch, isTried, onChange }: AccountFieldsProps) {
  const { mode } = useSession();
  const choose = useSavedAccount(fields, onChange);
  const bankRef = useRef<HTMLInputElement>(null);
  const numberRef = useRef<HTMLInputElement>(null);
  const { bank, account, holder } = fields;
  const isShort = isTried && !isWholeNumber(account);
  return (
    <div className="grid gap-5">
      <SavedAccounts customerId={customerId} bank={bank} account={account} onChoose={(saved) => void choose(saved)} />
      <div className="grid gap-1.5">
        <div className="grid gap-3 max-md:gap-5 md:grid-cols-[minmax(0,1fr)_208px]">
          <BankField
            code={bank}
            isTried={isTried}
            inputRef={bankRef}
            onCode={(code) => code !== bank && onChange({ bank: code })}
            onChosen={() => numberRef.current?.focus()}
          />
          <Field label={texts.accountNumber} error={isShort ? texts.anAccountNumberHas : undefined}>
            {(field) => (
              <Input
                {...field}
                ref={numberRef}
                inputMode="numeric"
                autoComplete="off"
                placeholder={texts.n10Digits}
                className="tabular-nums"
                value={account}
                onChange={({ target }) => onChange({ account: target.value.replace(/\D/g, "").slice(0, 10) })}
              />
            )}
          </Field>
        </div>
        <HolderName
          bank={bank}
          account={account}
          nameMatch={nameMatch}
          action={<SaveAccount customerId={customerId} bank={bank} account={account} />}
        />
        {mode === "SANDBOX" && (
          <SandboxEndings
            onEnding={(ending) => onChange({ account: `${account.slice(0, 8).padEnd(8, "0")}${ending}` })}
          />
        )}
      </div>
      <Field label={texts.receiversNameOptional} hint={texts.comparedWithTheName}>
        {(field) => (
          <Input
            {...field}
            autoComplete="off"
            maxLength={100}
            value={holder}
            onChange={({ target }) => onChange({ holder: target.value })}
          />
        )}
      </Field>
    </div>
  );
}

/** Fills in a saved account, and what the last payout to it said unless a narration was typed meanwhile. */
function useSavedAccount(fields: AccountFieldsProps["fields"], onChange: AccountFieldsProps["onChange"]) {
  const session = useSession();
  const queries = useQueryClient();
  // The response comes later than the render whose form was pressed.
  const newest = useRef({ fields, onChange });
  useEffect(() => {
    newest.current = { fields, onChange };
  });
  return async ({ bankCode, accountNumber, name }: Beneficiary) => {
    onChange({ bank: bankCode, account: accountNumber, holder: name });
    // Who may not browse payouts, or is offline, types it.
    const read = await queries.fetchQuery(payoutsQuery(session, { search: accountNumber, page: 1 })).catch(() => null);
    const isToIt = (to: { bank: { code: string }; accountNumber: string }) =>
      to.bank.code === bankCode && to.accountNumber === accountNumber;
    const last = read?.payouts.find((payout) => isToIt(payout) && !payout.isReturn);
    const { bank, account, narration } = newest.current.fields;
    const isStill = isToIt({ bank: { code: bank }, accountNumber: account });
    if (last && isStill && narration === "") newest.current.onChange({ narration: last.narration });
  };
}

const verdicts: Record<
  NonNullable<PayoutPreview["nameMatch"]>,
  { tone: Tone; icon: typeof Check; word: string } | undefined
> = {
  FULL: { tone: "ok", icon: Check, word: texts.nameMatches },
  PARTIAL: { tone: "wait", icon: TriangleAlert, word: texts.nameMatchesInPart },
  NONE: { tone: "bad", icon: CircleX, word: texts.nameDoesNotMatch },
  BANK: undefined,
};

type HolderNameProps = Pick<MoneyFields, "bank" | "account"> & Pick<HolderResultProps, "nameMatch" | "action">;

/** The name appears by itself once the bank and ten digits are known. Its line is always there, so that nothing moves. */
function HolderName({ bank, account, nameMatch, action }: HolderNameProps) {
  const session = useSession();
  const wanted = bank !== "" && isWholeNumber(account) ? `${bank}/${account}` : "";
  const [settled] = useDebouncedValue(wanted, SETTLE_MS);
  const isAsked = wanted !== "" && settled === wanted && can(session, "TRANSFER_TO_BANK");
  const read = useQuery({
    ...bankAccountQuery(session, { sortCode: bank, accountNumber: account }),
    enabled: isAsked,
  });
  return (
    <div role="status" className="flex min-h-7 flex-wrap items-center gap-2">
      <HolderResult
        isWaiting={wanted !== "" && (!isAsked || read.isFetching)}
        name={isAsked ? read.data?.accountName : undefined}
        error={isAsked ? read.error : null}
        nameMatch={nameMatch}
        action={action}
        onRetry={() => void read.refetch()}
      />
    </div>
  );
}

type HolderResultProps = {
  isWaiting: boolean;
  name: string | undefined;
  error: unknown;
  nameMatch: PayoutPreview["nameMatch"];
  /** Beside a name that the bank gave. */
  action: ReactNode;
  onRetry: () => void;
};

function HolderResult({ isWaiting, name, error, nameMatch, action, onRetry }: HolderResultProps): ReactNode {
  if (name !== undefined) {
    const verdict = nameMatch === null ? undefined : verdicts[nameMatch];
    return (
      <>
        <strong className="min-w-0 break-words font-semibold">{name}</strong>
        {verdict && (
          <Chip tone={verdict.tone} icon={verdict.icon}>
            {verdict.word}
          </Chip>
        )}
        {action}
      </>
    );
  }
  if (isWaiting) {
    return (
      <span className="inline-flex items-center gap-2 text-fg-2">
        <Icon of={LoaderCircle} size={14} className="animate-turn" />
        {texts.askingTheBankFor}
      </span>
    );
  }
  if (!error) return null;
  const isAway = !(error instanceof ServiceError) || error.status === 503 || error.status === 0;
  return (
    <>
      <span
        className={isAway ? "inline-flex items-start gap-1.5 text-wait" : "inline-flex items-start gap-1.5 text-bad"}
      >
        <Icon of={CircleAlert} size={14} className="mt-0.5" />
        {isAway ? texts.theBankNetworkDoes : problemText(error)}
      </span>
      {isAway && (
        <Button size="small" onClick={onRetry}>
          {texts.askAgain}
        </Button>
      )}
    </>
  );
}
