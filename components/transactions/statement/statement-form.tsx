"use client";

import { useQuery } from "@tanstack/react-query";
import { Download as DownloadIcon } from "lucide-react";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { type FormEvent, useEffect, useState } from "react";
import { problemText, ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletByAccountQuery, walletQuery } from "../../../lib/api/wallets.ts";
import { readSearchTerm } from "../../../lib/format/search-term.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { AmountFilter } from "../../layout/page/amount-filter.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { Select } from "../../ui/select.tsx";
import { DateField } from "../date-field.tsx";
import { categoriesOf, categoryChoices } from "../transaction-labels.ts";
import { StatementColumns, useStatementWriting } from "./statement-columns.tsx";
import { StatementProgress } from "./statement-progress.tsx";
import { StatementSums, useStatementSums } from "./statement-sums.tsx";
import { texts } from "./texts.ts";
import { useStatementDownload } from "./use-statement-download.ts";

const FORMATS = ["csv", "pdf"] as const;
const formatWords = { csv: texts.csv, pdf: texts.pdf };
const SCOPES = ["whole", "one"] as const;
/** A PDF is of one balance, so without a customer it is of the merchant wallet. */
const wholeNames = { csv: "all-wallets", pdf: "merchant-wallet" };
const wholeWords = { csv: texts.allWallets, pdf: texts.merchantWallet };
const TYPES = [
  { value: "CREDIT", label: texts.moneyIn },
  { value: "DEBIT", label: texts.moneyOut },
] as const;
const CATEGORIES = [...new Set([...categoriesOf.merchant, ...categoriesOf.customer])];

/** The file, its scope and days, kept in the address, and its download. Dashboard 2.5, decision 0125. */
export function StatementForm() {
  const [filters, change] = useQueryStates({
    format: parseAsStringLiteral(FORMATS).withDefault("csv"),
    customerId: parseAsString,
    type: parseAsStringLiteral(["CREDIT", "DEBIT"]),
    category: parseAsStringLiteral(CATEGORIES),
    minAmount: parseAsInteger,
    maxAmount: parseAsInteger,
    startDate: parseAsString,
    endDate: parseAsString,
  });
  const { format, startDate, endDate } = filters;
  const given = givenOf(filters);
  const [isOne, setIsOne] = useState(filters.customerId !== null);
  const [typed, setTyped] = useState(filters.customerId ?? "");
  const [isTried, setIsTried] = useState(false);
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
  const isRunning = download.at === "running";
  const isBackward = (startDate ?? "") > (endDate ?? "9999");
  const days = { customerId, startDate: given.startDate, endDate: given.endDate };
  const sums = useStatementSums(days, format === "pdf" && !isBackward && (!isOne || customerId !== undefined));
  const isOnline = useOnline();
  const isBlocked = !isOnline || sums.isError;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (isBackward || isRunning || isBlocked || (isOne && !customer.wallet)) return;
    const whose = isOne ? (customer.wallet?.accountNumber ?? "") : wholeNames[format];
    const name = ["statement", whose, startDate, endDate].filter(Boolean).join("-");
    const { columns, unit, zone } = writing;
    const written = { ...given, category, columns: columns.join(","), unit, zone };
    void start(format === "pdf" ? { format, ...days } : { format, ...days, ...written }, `${name}.${format}`);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid max-w-form gap-5">
      <RadioChips
        legend={texts.file}
        options={FORMATS}
        label={(option) => formatWords[option]}
        control={(option) => ({
          name: "format",
          checked: format === option,
          onChange: () => void change({ format: option }),
        })}
      />
      <RadioChips
        legend={texts.whose}
        options={SCOPES}
        label={(scope) => (scope === "one" ? texts.oneCustomer : wholeWords[format])}
        control={(scope) => ({
          name: "scope",
          checked: isOne === (scope === "one"),
          onChange: () => {
            setIsOne(scope === "one");
            if (scope === "whole") void change({ customerId: null });
          },
        })}
      />
      {isOne && (
        <CustomerField
          customer={customer}
          isTried={isTried}
          value={typed}
          onText={(text) => {
            setTyped(text);
            const term = readSearchTerm(text);
            void change({ customerId: term.kind === "customer" ? term.customerId : null });
          }}
        />
      )}
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <DateField
          label={texts.firstDay}
          value={startDate}
          error={isBackward ? texts.thisIsAfterThe : undefined}
          onDay={(day) => void change({ startDate: day })}
        />
        <DateField label={texts.lastDay} value={endDate} onDay={(day) => void change({ endDate: day })} />
      </div>
      {format === "pdf" ? (
        <StatementSums sums={sums} />
      ) : (
        <CsvChoices
          type={filters.type}
          category={category}
          categories={categories}
          amounts={given}
          writing={writing}
          onChange={(next) => void change(next)}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" icon={DownloadIcon} isBusy={isRunning} isBlocked={isBlocked}>
          {texts.downloadStatement}
        </Button>
        {isRunning && <Button onClick={cancel}>{texts.cancel}</Button>}
        {!isOnline && <p className="text-wait text-xs">{texts.youAreOffline}</p>}
      </div>
      <StatementProgress download={download} />
    </form>
  );
}

type Given = Record<"startDate" | "endDate", string | null> &
  Record<"minAmount" | "maxAmount", number | null> & { type: "CREDIT" | "DEBIT" | null };

/** The filters of the address as a request names them: what is not given is undefined. */
function givenOf({ startDate, endDate, minAmount, maxAmount, type }: Given) {
  return {
    startDate: startDate ?? undefined,
    endDate: endDate ?? undefined,
    type: type ?? undefined,
    minAmount: minAmount ?? undefined,
    maxAmount: maxAmount ?? undefined,
  };
}

type Category = (typeof CATEGORIES)[number];
type CsvChoicesProps = {
  type: "CREDIT" | "DEBIT" | null;
  category: Category | undefined;
  categories: ReturnType<typeof categoryChoices>;
  writing: ReturnType<typeof useStatementWriting>;
  amounts: Parameters<typeof AmountFilter>[0]["amounts"];
  onChange: (
    next:
      | { type: "CREDIT" | "DEBIT" | null }
      | { category: Category | null }
      | { minAmount?: number | null; maxAmount?: number | null },
  ) => void;
};

function CsvChoices({ type, category, categories, amounts, writing, onChange }: CsvChoicesProps) {
  return (
    <>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label={texts.direction}>
          {(field) => (
            <Select
              {...field}
              value={type ?? ""}
              none={texts.inAndOut}
              options={TYPES}
              onValue={(value) => onChange({ type: value })}
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
              onValue={(value) => onChange({ category: value })}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        <AmountFilter amounts={amounts} set={onChange} />
      </div>
      <StatementColumns writing={writing} />
      <p className="text-fg-2">{texts.aCsvFileNewest}</p>
    </>
  );
}

type CustomerFieldProps = {
  customer: ReturnType<typeof useStatementCustomer>;
  isTried: boolean;
  value: string;
  onText: (text: string) => void;
};

function CustomerField({ customer, isTried, value, onText }: CustomerFieldProps) {
  const missing = isTried && !customer.wallet && !customer.isLoading ? MISSING : undefined;
  return (
    <Field
      label={texts.customer}
      error={customer.problem ?? missing}
      hint={customer.wallet && `${customer.wallet.accountName} · ${customer.wallet.accountNumber}`}
    >
      {(field) => (
        <Input
          {...field}
          placeholder={texts.accountNumberOrCustomer}
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          value={value}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
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
