"use client";

import { STATEMENT_COLUMNS, type StatementColumn } from "../../../contract/statement-columns.ts";
import { useLocalPreference } from "../../layout/hooks/use-local-preference.ts";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { texts } from "./texts.ts";

const LABELS: Record<StatementColumn, string> = {
  id: texts.transactionId,
  reference: texts.reference,
  type: texts.direction,
  status: texts.status,
  amount: texts.amount,
  fee: texts.fee,
  vat: texts.vat,
  total: texts.total,
  currency: texts.currency,
  category: texts.category,
  description: texts.description,
  narration: texts.narration,
  note: texts.internalNote,
  wallet: texts.wallet,
  walletNumber: texts.accountNumber,
  customerId: texts.customerId,
  counterparty: texts.counterparty,
  counterpartyNumber: texts.accountOfCounterparty,
  balanceBefore: texts.balanceBefore,
  balanceAfter: texts.balanceAfter,
  createdAt: texts.time,
};
/** What an accountant needs. The internal note is not among them: files are passed on. */
const FIRST: readonly StatementColumn[] = [
  ...(["reference", "type", "status", "amount", "fee", "category", "narration"] as const),
  ...(["wallet", "walletNumber", "counterparty", "counterpartyNumber", "balanceAfter", "createdAt"] as const),
];
const UNITS = ["naira", "kobo"] as const;
const ZONES = ["Lagos", "UTC"] as const;
const zoneWords = { Lagos: texts.lagosTime, UTC: "UTC" };
const unitWords = { naira: texts.naira, kobo: texts.kobo };

/** How statements are written; kept in this browser. */
export function useStatementWriting() {
  const [kept, keep] = useLocalPreference("statement-columns");
  const [keptUnit, chooseUnit] = useLocalPreference("statement-unit");
  const [keptZone, chooseZone] = useLocalPreference("statement-zone");
  const known = STATEMENT_COLUMNS.filter((column) => kept?.split(",").includes(column));
  const columns = known.length > 0 ? known : FIRST;
  return {
    columns,
    unit: keptUnit === "kobo" ? ("kobo" as const) : ("naira" as const),
    zone: keptZone === "UTC" ? ("UTC" as const) : ("Lagos" as const),
    chooseUnit,
    chooseZone,
    show(column: StatementColumn, isShown: boolean) {
      const next = STATEMENT_COLUMNS.filter((one) => (one === column ? isShown : columns.includes(one)));
      // A file without columns is no file.
      if (next.length > 0) keep(next.join(","));
    },
  };
}

type StatementColumnsProps = { writing: ReturnType<typeof useStatementWriting> };

export function StatementColumns({ writing }: StatementColumnsProps) {
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-medium">{texts.columns}</legend>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {STATEMENT_COLUMNS.map((column) => (
            <label key={column} className="flex min-h-8 items-center gap-2 max-md:min-h-11">
              <input
                type="checkbox"
                checked={writing.columns.includes(column)}
                onChange={({ target }) => writing.show(column, target.checked)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">{LABELS[column]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <RadioChips
          legend={texts.amountsIn}
          options={UNITS}
          label={(unit) => unitWords[unit]}
          control={(unit) => ({
            name: "unit",
            checked: writing.unit === unit,
            onChange: () => writing.chooseUnit(unit),
          })}
        />
        <RadioChips
          legend={texts.timesIn}
          options={ZONES}
          label={(zone) => zoneWords[zone]}
          control={(zone) => ({
            name: "zone",
            checked: writing.zone === zone,
            onChange: () => writing.chooseZone(zone),
          })}
        />
      </div>
    </>
  );
}
