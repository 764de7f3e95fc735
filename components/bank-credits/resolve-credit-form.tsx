"use client";

import { Lock } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { BankCreditDetails } from "../../contract/bank-credits.ts";
import { type CreditDecision, useResolveBankCredit } from "../../lib/api/bank-credits.ts";
import { newIdempotencyKey } from "../../lib/api/merchant.ts";
import { isOutcomeUnknown, isRefused, problemOfField } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { formatKobo } from "../../lib/format/money.ts";
import { can } from "../../lib/permissions.ts";
import { useOnline } from "../layout/hooks/use-online.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Input, Textarea } from "../ui/input.tsx";
import { SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { RadioChips } from "../ui/radio-chips.tsx";
import { showToast } from "../ui/toast-store.ts";
import { texts } from "./texts.ts";

const WAYS = ["credit", "return"] as const;
const wayWords = { credit: texts.creditTheWallet, return: texts.sendItBack };

type ResolveCreditFormProps = { credit: BankCreditDetails; onDone: () => void; children: ReactNode };

/** Credits a suspended transfer to its wallet, or sends it back to its sender. The service asks for a proof of identity. Rails 5. */
export function ResolveCreditForm(props: ResolveCreditFormProps) {
  const session = useSession();
  if (can(session, "MANAGE_BALANCE_SETTLEMENT")) return <DecisionForm {...props} />;
  return (
    <SheetBody>
      {props.children}
      <p className="flex items-start gap-1.5 text-fg-2">
        <Icon of={Lock} size={14} className="mt-0.5" />
        {texts.yourRoleRoleCannotResolve(session.role)}
      </p>
    </SheetBody>
  );
}

/** The choice with its problems; the key changes with each field and after a refusal. */
function useDecision(credit: BankCreditDetails, onDone: () => void) {
  const { wallet, obstacle, viewer, amount } = credit;
  const [fields, setFields] = useState<Fields>({
    way: obstacle === null ? "credit" : "return",
    accountNumber: "",
    reason: "",
  });
  const [isTried, setIsTried] = useState(false);
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const resolve = useResolveBankCredit(credit.id);
  const isOnline = useOnline();
  const needsNumber = fields.way === "credit" && wallet === null;
  const problem = problemOf(fields, needsNumber);
  const isPossible = fields.way === "credit" ? viewer.canCredit || needsNumber : viewer.canReturn;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problem !== undefined || resolve.isPending || !isOnline || !isPossible) return;
    resolve.mutate(
      { decision: decisionOf(fields, needsNumber), idempotencyKey },
      {
        onSuccess: () => {
          onDone();
          const isCredit = fields.way === "credit";
          showToast({ title: isCredit ? texts.amountCredited(formatKobo(amount)) : texts.theMoneyIsOn });
        },
        onError: (error) => isRefused(error) && setIdempotencyKey(newIdempotencyKey()),
      },
    );
  };
  const change = (next: Partial<Fields>) => {
    setFields({ ...fields, ...next });
    setIdempotencyKey(newIdempotencyKey());
    resolve.reset();
  };
  return { fields, change, submit, resolve, isOnline, isPossible, needsNumber, problem: isTried ? problem : undefined };
}

type Fields = { way: CreditDecision["way"]; accountNumber: string; reason: string };

function problemOf({ way, accountNumber, reason }: Fields, needsNumber: boolean): string | undefined {
  if (needsNumber && !/^\d{10}$/.test(accountNumber)) return texts.enterTheTenDigits;
  return way === "return" && reason.trim() === "" ? texts.sayWhyTheMoney : undefined;
}

function decisionOf({ way, accountNumber, reason }: Fields, needsNumber: boolean): CreditDecision {
  const note = reason.trim();
  if (way === "return") return { way, reason: note };
  return { way, ...(needsNumber && { accountNumber }), ...(note !== "" && { reason: note }) };
}

function DecisionForm({ credit, onDone, children }: ResolveCreditFormProps) {
  const id = useId();
  const decision = useDecision(credit, onDone);
  const { fields, change, resolve, isOnline, isPossible, needsNumber, problem } = decision;
  const { amount, obstacle } = credit;
  const isReturn = fields.way === "return";
  const isUnknown = isOutcomeUnknown(resolve.error);
  const whyNot = isPossible ? undefined : `${id}-why`;
  return (
    <form onSubmit={decision.submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        {children}
        <RadioChips
          legend={texts.whatToDo}
          options={WAYS}
          label={(option) => wayWords[option]}
          control={(option) => ({
            name: id,
            checked: fields.way === option,
            disabled: isUnknown,
            onChange: () => change({ way: option }),
          })}
        />
        {needsNumber && (
          <Field
            label={texts.accountNumberOfTheWallet}
            error={problem ?? problemOfField(resolve.error, "accountNumber")}
          >
            {(field) => (
              <Input
                {...field}
                inputMode="numeric"
                autoComplete="off"
                maxLength={10}
                value={fields.accountNumber}
                readOnly={isUnknown}
                onChange={({ target }) => change({ accountNumber: target.value.replace(/\D/g, "") })}
              />
            )}
          </Field>
        )}
        <Field
          label={isReturn ? texts.reason : texts.reasonOptional}
          hint={hintOf(credit, isReturn)}
          error={isReturn ? problem : undefined}
        >
          {(field) => (
            <Textarea
              {...field}
              maxLength={500}
              value={fields.reason}
              readOnly={isUnknown}
              onChange={({ target }) => change({ reason: target.value })}
            />
          )}
        </Field>
        {!isPossible && (
          <p id={whyNot} className="flex items-start gap-1.5 text-fg-2">
            <Icon of={Lock} size={14} className="mt-0.5" />
            {isReturn ? texts.itCannotBeSent : (obstacle ?? texts.theWalletCannotTake)}
          </p>
        )}
        {resolve.isError && (
          <WriteProblem
            title={texts.nothingWasBooked}
            lostTitle={texts.weDoNotKnow}
            lost={texts.theAnswerWasLost}
            error={resolve.error}
          />
        )}
      </SheetBody>
      <SheetFoot>
        {!isOnline && <p className="mr-auto text-wait text-xs">{texts.youAreOffline}</p>}
        <Button
          type="submit"
          variant="primary"
          isBusy={resolve.isPending}
          isBlocked={!isOnline || !isPossible}
          aria-describedby={whyNot}
        >
          {isReturn ? texts.sendBack : texts.credit} {formatKobo(amount)}
        </Button>
      </SheetFoot>
    </form>
  );
}

function hintOf({ amount, sender }: BankCreditDetails, isReturn: boolean): string {
  if (!isReturn) return texts.keptInTheAudit;
  return texts.amountGoesBackTo(formatKobo(amount), sender.name);
}
