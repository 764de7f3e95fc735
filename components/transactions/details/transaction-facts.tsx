import { ArrowRight } from "lucide-react";
import type { LedgerTransaction, TransactionDetails } from "../../../contract/transactions.ts";
import { shortId } from "../../../lib/format/names.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../../ui/facts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { When } from "../../ui/when.tsx";
import { actorText, batchKind, partyNames, transactionHref } from "../transaction-labels.ts";
import { texts } from "./texts.ts";

type Party = LedgerTransaction["sourceWallet"];

/** Both wallets, actor, time and approval. */
export function TransactionFacts({ transaction }: { transaction: TransactionDetails }) {
  const { sourceWallet, destinationWallet, approvalId, batchId } = transaction;
  const { from, to } = partyNames(transaction);
  return (
    <div className="grid gap-6">
      <PartyFacts id="facts-from" title={texts.from} party={sourceWallet} other={from} />
      <PartyFacts id="facts-to" title={texts.to} party={destinationWallet} other={to} />
      <section aria-labelledby="facts-transaction">
        <h2 id="facts-transaction" className="mb-2 font-semibold text-md">
          {texts.transaction}
        </h2>
        <Facts>
          <Fact name={texts.by}>{actorText(transaction)}</Fact>
          <Fact name={texts.when}>
            <When at={transaction.createdAt} isLong />
          </Fact>
          {transaction.narration !== null && (
            <Fact name={texts.narration}>
              <span className="min-w-0 wrap-anywhere">{transaction.narration}</span>
            </Fact>
          )}
          {transaction.note !== null && (
            <Fact name={texts.internalNote}>
              <span className="min-w-0 wrap-anywhere">{transaction.note}</span>
            </Fact>
          )}
          {transaction.status !== "failed" && transaction.narration === null && transaction.description && (
            <Fact name={texts.description}>
              <span className="break-words">{transaction.description}</span>
            </Fact>
          )}
          <ReversalFacts reversal={transaction.reversal} />
          <Fact name={texts.transactionId}>
            <ShortId id={transaction.id} label={texts.transactionId2} />
          </Fact>
          {batchId !== null && (
            <Fact name={texts.batch}>
              <FactLink href={`/imports/${batchKind(transaction)}/${batchId}`}>{texts.seeTheBatch}</FactLink>
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

/** The transaction that this one takes back, or that took this one back, or the request to do so. */
function ReversalFacts({ reversal: { of, by, pendingId } }: Pick<TransactionDetails, "reversal">) {
  return (
    <>
      {of && (
        <Fact name={texts.reverses}>
          <FactLink href={transactionHref(of.reference)}>{texts.seeTheFirstTransaction}</FactLink>
        </Fact>
      )}
      {by && (
        <Fact name={texts.reversedBy}>
          <FactLink href={transactionHref(by.reference)}>{texts.seeTheReversal}</FactLink>
        </Fact>
      )}
      {pendingId !== null && (
        <Fact name={texts.reversal}>
          <FactLink href={`/approvals/${pendingId}`}>{texts.seeTheRequest}</FactLink>
        </Fact>
      )}
    </>
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

/** `other`: what stands there for a side without a wallet. */
function PartyFacts({ id, title, party, other }: { id: string; title: string; party: Party; other: string }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 font-semibold text-md">
        {title}
      </h2>
      {party ? <PartyLines party={party} /> : <p className="text-fg-2">{other}</p>}
    </section>
  );
}

function PartyLines({ party }: { party: NonNullable<Party> }) {
  const { customerId, name, accountNumber } = party;
  return (
    <div className="grid justify-items-start">
      {customerId === null ? (
        <p className="font-medium">{name}</p>
      ) : (
        <Link
          href={`/wallets/${customerId}`}
          className="inline-flex min-h-6 items-center rounded-small font-medium text-accent hover:underline"
        >
          {name}
        </Link>
      )}
      <IdText text={accountNumber}>
        <CopyButton value={accountNumber} label={texts.accountNumberOfName(name)} />
      </IdText>
    </div>
  );
}

function ShortId({ id, label }: { id: string; label: string }) {
  return (
    <IdText text={shortId(id)} title={id}>
      <CopyButton value={id} label={label} className="-mr-1.5" />
    </IdText>
  );
}
