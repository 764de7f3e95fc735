import type { ReactNode } from "react";
import type { Receipt } from "../../../contract/receipts.ts";
import { instantNotations } from "../../../lib/format/instant.ts";
import { Figure, Money } from "../../ui/money.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { texts } from "./texts.ts";

/** The paper: what payer and receiver may see of a payment, never the internal note. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { merchantName, title, amount, mode, narration, reference, sessionId, sender, recipient, total } = receipt;
  const charges = [
    { name: texts.fee, kobo: receipt.fee },
    { name: texts.vat, kobo: receipt.vat },
    { name: texts.stampDuty, kobo: receipt.duty },
  ].filter(({ kobo }) => kobo > 0);
  return (
    <article className="rounded-panel border bg-panel p-6 max-md:p-4 print:rounded-none print:border-0 print:p-0">
      <header className="flex items-start justify-between gap-4">
        <p className="wrap-anywhere min-w-0 font-semibold text-md">{merchantName}</p>
        <p className="shrink-0 text-fg-2">{texts.receipt}</p>
      </header>
      <PageHeading className="mt-8 text-fg-2">{title}</PageHeading>
      <p className="wrap-anywhere font-semibold text-xl">
        <Figure kobo={amount} />
      </p>
      {mode === "SANDBOX" && <p className="mt-2 font-medium text-sandbox">{texts.sandbox}</p>}
      <dl className="mt-6">
        <Line name={texts.state}>{stateText(receipt)}</Line>
        <Line name={texts.time}>{instantNotations(receipt.paidAt).lagos}</Line>
        <Line name={texts.from}>
          <PartyText party={sender} />
        </Line>
        <Line name={texts.to}>
          <PartyText party={recipient} />
        </Line>
        <Line name={texts.amount}>
          <Money kobo={amount} />
        </Line>
        {charges.map(({ name, kobo }) => (
          <Line key={name} name={name}>
            <Money kobo={kobo} />
          </Line>
        ))}
        {charges.length > 0 && (
          <Line name={texts.total}>
            <Money kobo={total} />
          </Line>
        )}
        {narration && <Line name={texts.narration}>{narration}</Line>}
        <Line name={texts.reference}>{reference}</Line>
        {sessionId && <Line name={texts.sessionId}>{sessionId}</Line>}
      </dl>
    </article>
  );
}

function stateText({ state, reversedBy }: Receipt): string {
  if (state === "PAID") return texts.paid;
  return reversedBy === null ? texts.reversed : texts.reversedBy(reversedBy);
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid break-inside-avoid grid-cols-[140px_minmax(0,1fr)] gap-x-4 border-t py-2 max-md:grid-cols-1">
      <dt className="text-fg-2">{name}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}

function PartyText({ party: { name, bankName, accountNumber } }: { party: Receipt["sender"] }) {
  const account = [bankName, accountNumber].filter(Boolean).join(" · ");
  return (
    <>
      <bdi className="block">{name}</bdi>
      {account && <span className="block text-fg-2">{account}</span>}
    </>
  );
}
