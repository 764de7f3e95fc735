"use client";

import { useQuery } from "@tanstack/react-query";
import { Download as DownloadIcon } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { type FormEvent, useEffect, useState } from "react";
import { problemText, ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletByAccountQuery, walletQuery } from "../../../lib/api/wallets.ts";
import { readSearchTerm } from "../../../lib/format/search-term.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { Select } from "../../ui/select.tsx";
import { DateField } from "../date-field.tsx";
import { categoriesOf, categoryChoices } from "../transaction-labels.ts";
import { StatementColumns, useStatementWriting } from "./statement-columns.tsx";
import { StatementProgress } from "./statement-progress.tsx";
import { texts } from "./texts.ts";
import { useStatementDownload } from "./use-statement-download.ts";

const SCOPES = [texts.allWallets, texts.oneCustomer] as const;
type Scope = (typeof SCOPES)[number];
const TYPES = [
  { value: "CREDIT", label: texts.moneyIn },
  { value: "DEBIT", label: texts.moneyOut },
] as const;
const CATEGORIES = [...new Set([...categoriesOf.merchant, ...categoriesOf.customer])];

/** The scope of a statement, kept in the address, and its download. Dashboard 2.5. */
export function StatementForm() {
  const [filters, change] = useQueryStates({
    customerId: parseAsString,
    type: parseAsStringLiteral(["CREDIT", "DEBIT"]),
    category: parseAsStringLiteral(CATEGORIES),
    startDate: parseAsString,
    endDate: parseAsString,
  });
  const [scope, setScope] = useState<Scope>(filters.customerId === null ? SCOPES[0] : SCOPES[1]);
  const [typed, setTyped] = useState(filters.customerId ?? "");
  const [isTried, setIsTried] = useState(false);
  const isOne = scope === "One customer";
  const categories = categoryChoices(isOne ? "customer" : "merchant");
  // A category of the other scope would match nothing.
  const category = categories.find(({ value }) => value === filters.category)?.value;
  const customer = useStatementCustomer(isOne ? typed : "");
  const customerId = customer.wallet?.customerId;
  // A customer found by number stays selected after a reload.
  useEffect(() => {
    if (customerId !== undefined) void change({ customerId });
  }, [customerId, change]);
  const writing = useStatementWriting();
  const { download, start, cancel } = useStatementDownload();
  const isOnline = useOnline();
  const isRunning = download.at === "running";
  const isBackward = (filters.startDate ?? "") > (filters.endDate ?? "9999");
  const choose = (next: Scope) => {
    setScope(next);
    if (next === SCOPES[0]) void change({ customerId: null });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (isBackward || isRunning || !isOnline || (isOne && !customer.wallet)) return;
    const { startDate, endDate, type } = filters;
    void start(
      {
        customerId,
        type: type ?? undefined,
        category,
        startDate: startDate ?? undefined,
        endDate: endDate ?? undefined,
        columns: writing.columns.join(","),
        unit: writing.unit,
        zone: writing.zone,
      },
      fileName(isOne ? (customer.wallet?.accountNumber ?? "") : "all-wallets", startDate, endDate),
    );
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid max-w-form gap-5">
      <RadioChips
        legend={texts.whose}
        options={SCOPES}
        control={(option) => ({ name: "scope", checked: scope === option, onChange: () => choose(option) })}
      />
      {isOne && (
        <Field
          label={texts.customer}
          error={customer.problem ?? (isTried && !customer.wallet && !customer.isLoading ? MISSING : undefined)}
          hint={customer.wallet && `${customer.wallet.accountName} · ${customer.wallet.accountNumber}`}
        >
          {(field) => (
            <Input
              {...field}
              placeholder={texts.accountNumberOrCustomer}
              autoComplete="off"
              spellCheck={false}
              maxLength={80}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                const term = readSearchTerm(target.value);
                void change({ customerId: term.kind === "customer" ? term.customerId : null });
              }}
            />
          )}
        </Field>
      )}
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <DateField
          label={texts.firstDay}
          value={filters.startDate}
          error={isBackward ? texts.thisIsAfterThe : undefined}
          onDay={(startDate) => void change({ startDate })}
        />
        <DateField label={texts.lastDay} value={filters.endDate} onDay={(endDate) => void change({ endDate })} />
      </div>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label={texts.direction}>
          {(field) => (
            <Select
              {...field}
              value={filters.type ?? ""}
              none={texts.inAndOut}
              options={TYPES}
              onValue={(type) => void change({ type })}
            />
          )}
        </Field>
        <Field label={texts.category}>
          {(field) => (
            <Select
              {...field}
              value={category ?? ""}
              none={texts.allCategories}
              options={categories}
              onValue={(value) => void change({ category: value })}
            />
          )}
        </Field>
      </div>
      <StatementColumns writing={writing} />
      <p className="text-fg-2">{texts.aCsvFileNewest}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" icon={DownloadIcon} isBusy={isRunning} isBlocked={!isOnline}>
          {texts.downloadStatement}
        </Button>
        {isRunning && <Button onClick={cancel}>{texts.cancel}</Button>}
        {!isOnline && <p className="text-wait text-xs">{texts.youAreOffline}</p>}
      </div>
      <StatementProgress download={download} />
    </form>
  );
}

const MISSING = texts.enterAnAccountNumber;

/** Shows the typed customer's name, so that nobody downloads another customer's statement. */
function useStatementCustomer(text: string) {
  const session = useSession();
  const term = readSearchTerm(text);
  const accountNumber = term.kind === "account" ? term.accountNumber : "";
  const customerId = term.kind === "customer" ? term.customerId : "";
  const byAccount = useQuery({ ...walletByAccountQuery(session, accountNumber), enabled: accountNumber !== "" });
  const byCustomer = useQuery({ ...walletQuery(session, customerId), enabled: customerId !== "" });
  const read = customerId === "" ? byAccount : byCustomer;
  const isAsked = accountNumber !== "" || customerId !== "";
  return {
    wallet: isAsked ? read.data : undefined,
    isLoading: isAsked && read.isPending,
    problem: isAsked && read.error ? walletProblem(read.error) : undefined,
  };
}

function walletProblem(error: unknown): string {
  const isMissing = error instanceof ServiceError && (error.status === 400 || error.status === 404);
  return isMissing ? texts.noCustomerIsFound : problemText(error);
}

function fileName(whose: string, startDate: string | null, endDate: string | null): string {
  return `${["statement", whose, startDate, endDate].filter(Boolean).join("-")}.csv`;
}
