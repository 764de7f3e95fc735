import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import type { PayoutDetails } from "../../contract/payout-records.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../ui/facts.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { When } from "../ui/when.tsx";
import { texts } from "./texts.ts";

const matchWords: Record<PayoutDetails["nameMatch"], string> = {
  FULL: texts.matchesTheNameGiven,
  PARTIAL: texts.matchesTheNameGivenIn,
  BANK: texts.asTheBankGave,
};

/** Payer, receiver, texts, and who submitted it. */
export function PayoutFacts({ payout }: { payout: PayoutDetails }) {
  const { source, bank, accountNumber, accountName, nameMatch, narration, note, batchId, approvalId } = payout;
  return (
    <div className="grid gap-6">
      <Section id="payout-from" title={texts.from}>
        {source.customerId === null ? (
          <p className="font-medium">{source.name}</p>
        ) : (
          <Link
            href={`/wallets/${source.customerId}`}
            className="rounded-small font-medium text-accent hover:underline"
          >
            {source.name}
          </Link>
        )}
        <AccountText number={source.accountNumber} of={source.name} />
      </Section>
      <Section id="payout-to" title={texts.to2}>
        <p className="break-words font-medium">{accountName}</p>
        <p className="text-fg-2">
          {bank.name} <span className="font-mono text-id">{bank.code}</span>
        </p>
        <AccountText number={accountNumber} of={accountName} />
        <p className="text-fg-2 text-xs">{matchWords[nameMatch]}</p>
      </Section>
      <section aria-labelledby="payout-facts">
        <h2 id="payout-facts" className="mb-2 font-semibold text-md">
          {texts.payout}
        </h2>
        <Facts>
          <Fact name={texts.narration}>
            <span className="min-w-0 wrap-anywhere">{narration}</span>
          </Fact>
          {note !== null && (
            <Fact name={texts.internalNote}>
              <span className="min-w-0 wrap-anywhere">{note}</span>
            </Fact>
          )}
          <Fact name={texts.by}>{payout.actorName}</Fact>
          <Fact name={texts.created}>
            <When at={payout.createdAt} isLong />
          </Fact>
          {payout.endedAt !== null && (
            <Fact name={texts.ended}>
              <When at={payout.endedAt} isLong />
            </Fact>
          )}
          {batchId !== null && (
            <Fact name={texts.batch}>
              <FactLink href={`/payouts/batches/${batchId}`}>{texts.seeItsRows}</FactLink>
            </Fact>
          )}
          {approvalId !== null && (
            <Fact name={texts.approval}>
              <FactLink href={`/approvals/${approvalId}`}>{texts.seeWhoApprovedIt}</FactLink>
            </Fact>
          )}
        </Facts>
      </section>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid justify-items-start">
      <h2 id={id} className="mb-1 font-semibold text-md">
        {title}
      </h2>
      {children}
    </section>
  );
}

function AccountText({ number, of }: { number: string; of: string }) {
  return (
    <IdText text={number}>
      <CopyButton value={number} label={texts.accountNumberOfOf(of)} />
    </IdText>
  );
}

function FactLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="inline-flex items-center gap-1 rounded-small font-medium text-accent hover:underline">
      {children}
      <Icon of={ArrowRight} size={14} />
    </Link>
  );
}
