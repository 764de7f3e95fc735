"use client";

import { useId } from "react";
import type { PayoutDetails } from "../../contract/payout-records.ts";
import { accountKinds } from "../../lib/format/account-kinds.ts";
import { countOf } from "../../lib/format/names.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { Link } from "../ui/link.tsx";
import { Money } from "../ui/money.tsx";
import { When } from "../ui/when.tsx";
import { outcomeText } from "./payout-states.ts";
import { texts } from "./texts.ts";

type Attempt = PayoutDetails["attempts"][number];
type Entry = PayoutDetails["entries"][number];

/** What was sent to the bank. Each attempt is sent once; checks of its state never send it again. Rails 3. */
export function PayoutAttempts({ attempts }: { attempts: Attempt[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold text-md">
          {texts.attempts}
        </h2>
        <span className="text-fg-3 text-xs">{texts.eachAttemptIsSent}</span>
      </div>
      {attempts.length === 0 ? (
        <p className="text-fg-2">{texts.noneYet}</p>
      ) : (
        <ol>
          {attempts.map((attempt) => (
            <AttemptLine key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      )}
    </section>
  );
}

function AttemptLine({ attempt }: { attempt: Attempt }) {
  const { number, rail, sessionId, sentAt, createdAt, code, reason, queries } = attempt;
  const facts = [
    code !== null && texts.codeCode(code),
    reason,
    queries > 0 && texts.checkedTimes(countOf(queries, "time")),
    texts.byRail(rail),
  ];
  return (
    <li className="border-b py-2 last:border-b-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <strong className="font-medium">
            {number}. {outcomeText(attempt)}
          </strong>{" "}
          <span className="text-fg-2">{facts.filter(Boolean).join(" · ")}</span>
        </span>
        <span className="text-fg-2">
          <When at={sentAt ?? createdAt} />
        </span>
      </p>
      <p className="flex items-center gap-1 text-fg-2">
        <span className="text-xs">{texts.sessionId}</span>
        <span className="break-all font-mono text-id">{sessionId}</span>
        <CopyButton value={sessionId} label={texts.sessionIdOfAttempt(number)} />
      </p>
    </li>
  );
}

const columns: TableColumn<Entry>[] = [
  {
    id: "at",
    header: texts.time,
    cell: ({ row }) => <When at={row.original.at} />,
    meta: { width: "144px", hides: "tiny", isSoft: true },
  },
  {
    id: "accounts",
    header: texts.fromTo,
    cell: ({ row }) => <Accounts entry={row.original} />,
    meta: { starts: "tiny" },
  },
  {
    id: "what",
    header: texts.reason,
    cell: ({ row }) => row.original.description,
    meta: { width: "36%", hides: "narrow", isSoft: true },
  },
  {
    id: "amount",
    header: texts.amount,
    cell: ({ row }) => <Money kobo={row.original.amount} />,
    meta: { width: "140px", align: "end" },
  },
];

function Accounts({ entry }: { entry: Entry }) {
  const [from, to] = [accountName(entry.from), accountName(entry.to)];
  return (
    <span className="trim block" title={`${from} → ${to}`}>
      {from} <span aria-hidden>→</span>
      <span className="sr-only">{texts.to}</span> {to}
    </span>
  );
}

function accountName(kind: string): string {
  return Object.entries(accountKinds).find(([name]) => name === kind)?.[1] ?? kind;
}

/** How the money moved in our books. */
export function PayoutEntries({ entries }: { entries: Entry[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold text-md">
          {texts.ledgerEntries}
        </h2>
        <Link href="/reconciliation/ledger" className="rounded-small font-medium text-accent text-xs hover:underline">
          {texts.seeTheLedger}
        </Link>
      </div>
      {entries.length === 0 ? (
        <p className="text-fg-2">{texts.noneYet}</p>
      ) : (
        <DataTable
          caption={texts.ledgerEntriesOfThis}
          columns={columns}
          rows={entries}
          getRowId={({ transactionId, from, to }) => `${transactionId}${from}${to}`}
        />
      )}
    </section>
  );
}
