"use client";

import { Check, Clock, FileText, TriangleAlert, X } from "lucide-react";
import { useId } from "react";
import type { Reconciliation, SettlementFile } from "../../contract/reconciliation.ts";
import { countOf } from "../../lib/format/names.ts";
import { Chip } from "../ui/chip.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { Money } from "../ui/money.tsx";
import { When } from "../ui/when.tsx";
import { texts } from "./texts.ts";

const head = "h-head-row border-b font-medium text-fg-3 text-xs";
const cell = "h-row border-b tabular-nums";

/** Payouts that the bank has not confirmed, by bank, with the oldest. Rails 6. */
export function UnconfirmedPayouts({ banks }: { banks: Reconciliation["unconfirmed"] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={id} className="mb-1 font-semibold text-md">
          {texts.unconfirmedPayouts}
        </h2>
        {banks.length > 0 && (
          <Link href="/payouts?state=unknown" className="rounded-small font-medium text-accent hover:underline">
            {texts.seeAll}
          </Link>
        )}
      </div>
      {banks.length === 0 ? (
        <p className="text-fg-2">{texts.noneTheBankHas}</p>
      ) : (
        <>
          <table aria-labelledby={id} className="w-full border-separate border-spacing-0">
            <thead>
              <tr>
                <th scope="col" className={`${head} text-left`}>
                  {texts.bank}
                </th>
                <th scope="col" className={`${head} text-right`}>
                  {texts.count}
                </th>
                <th scope="col" className={`${head} text-right`}>
                  {texts.amount}
                </th>
                <th scope="col" className={`${head} text-right`}>
                  {texts.oldest}
                </th>
              </tr>
            </thead>
            <tbody>
              {banks.map(({ bank, count, amount, oldestAt }) => (
                <tr key={bank.code}>
                  <th scope="row" className={`${cell} max-w-0 text-left font-medium`}>
                    <Link
                      href={`/payouts?state=unknown&bank=${bank.code}`}
                      title={bank.name}
                      className="trim block rounded-small hover:underline"
                    >
                      {bank.name}
                    </Link>
                  </th>
                  <td className={`${cell} w-14 text-right`}>{count}</td>
                  <td className={`${cell} w-28 text-right`}>
                    <Money kobo={amount} />
                  </td>
                  <td className={`${cell} w-28 text-right text-fg-2`}>
                    <When at={oldestAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-2 text-fg-2 text-xs">{texts.theBankHasntConfirmed}</p>
        </>
      )}
    </section>
  );
}

/** The settlement files of the day, newest first. */
export function SettlementFiles({ files }: { files: SettlementFile[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 font-semibold text-md">
        {texts.settlementFiles}
      </h2>
      {files.length === 0 ? (
        <p className="text-fg-2">{texts.noneForThisDay}</p>
      ) : (
        <ol>
          {files.map((file) => (
            <li key={file.id} className="border-b py-2 last:border-b-0">
              <p className="flex items-center gap-2">
                <Icon of={FileText} className="text-fg-3" />
                <span className="trim flex-1 font-medium" title={file.name}>
                  {file.name}
                </span>
                <FileState file={file} />
              </p>
              <p className="text-fg-2 text-xs tabular-nums">
                {file.problem ?? countOf(file.lines, "line")} · <When at={file.createdAt} />{" "}
                {texts.byUploadedByName(file.uploadedByName)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function FileState({ file: { state, breaks } }: { file: SettlementFile }) {
  if (state === "waiting") {
    return (
      <Chip tone="info" icon={Clock}>
        {texts.comparing}
      </Chip>
    );
  }
  if (state === "rejected") {
    return (
      <Chip tone="bad" icon={X}>
        {texts.rejected}
      </Chip>
    );
  }
  if (breaks > 0) {
    return (
      <Chip tone="wait" icon={TriangleAlert}>
        {countOf(breaks, "break")}
      </Chip>
    );
  }
  return (
    <Chip tone="ok" icon={Check}>
      {texts.matched}
    </Chip>
  );
}
