"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Clock } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { BankCreditDetails } from "../../contract/bank-credits.ts";
import { bankCreditQuery } from "../../lib/api/bank-credits.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { Callout } from "../ui/callout.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../ui/facts.tsx";
import { Link } from "../ui/link.tsx";
import { Figure } from "../ui/money.tsx";
import { Sheet, SheetBody } from "../ui/overlay.tsx";
import { LoadingNote, Skeleton } from "../ui/skeleton.tsx";
import { When } from "../ui/when.tsx";
import { suspenseReasons } from "./bank-credit-states.ts";
import { CreditState } from "./bank-credits-columns.tsx";
import { ResolveCreditForm } from "./resolve-credit-form.tsx";
import { texts } from "./texts.ts";

/** One bank credit: sender, wallet, why it is suspended, and its two ways out. Rails 5. */
export function BankCreditSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <Sheet title={texts.bankCredit} isOpen={id !== null} onOpenChange={onClose}>
      {id !== null && <Loaded id={id} onClose={onClose} />}
    </Sheet>
  );
}

function Loaded({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useQuery(bankCreditQuery(useSession(), id));
  if (read.isPending) {
    return (
      <SheetBody>
        <LoadingNote>{texts.loadingTheBankCredit}</LoadingNote>
        <Skeleton className="h-7 w-40" />
        <Skeleton className="w-64" />
      </SheetBody>
    );
  }
  if (!read.data) {
    return (
      <SheetBody>
        <LoadProblem what={texts.thisBankCredit} error={read.error} onRetry={() => void read.refetch()} />
      </SheetBody>
    );
  }
  const credit = read.data;
  const body = <CreditFacts credit={credit} />;
  if (credit.state !== "suspended") return <SheetBody>{body}</SheetBody>;
  return (
    <ResolveCreditForm key={credit.id} credit={credit} onDone={onClose}>
      {body}
    </ResolveCreditForm>
  );
}

function CreditFacts({ credit }: { credit: BankCreditDetails }) {
  const { amount, sender, wallet, accountNumber, narration, sessionId } = credit;
  return (
    <>
      <div>
        <p className="flex flex-wrap items-center gap-2.5 font-semibold text-xl">
          <Figure kobo={amount} />
          <CreditState credit={credit} />
        </p>
        <p className="text-fg-2">
          {texts.fromSenderName(sender.name)} <When at={credit.receivedAt} isLong />
        </p>
      </div>
      <Why credit={credit} />
      <Section title={texts.sender}>
        <Fact name={texts.name}>
          <span className="min-w-0 wrap-anywhere">{sender.name}</span>
        </Fact>
        <Fact name={texts.bank}>
          {sender.bankName} <span className="font-mono text-fg-2 text-id">{sender.bankCode}</span>
        </Fact>
        <Fact name={texts.accountNumber}>
          <Copied text={sender.accountNumber} label={texts.accountNumberOfThe} />
        </Fact>
        {narration !== "" && (
          <Fact name={texts.narration}>
            <span className="min-w-0 wrap-anywhere">{narration}</span>
          </Fact>
        )}
        <Fact name={texts.sessionId}>
          <Copied text={sessionId} label={texts.sessionId2} />
        </Fact>
      </Section>
      <Section title={texts.wallet}>
        <Fact name={texts.owner}>
          <Owner wallet={wallet} />
        </Fact>
        {accountNumber !== null && (
          <Fact name={texts.accountNumber}>
            <Copied text={accountNumber} label={texts.accountNumber2} />
          </Fact>
        )}
        {credit.state === "credited" && <OfTransaction reference={credit.transactionReference} />}
        {credit.payoutReference !== null && (
          <Fact name={texts.returnedBy}>
            <Link
              href={`/payouts/${encodeURIComponent(credit.payoutReference)}`}
              className="rounded-small font-medium text-accent hover:underline"
            >
              {texts.seeThePayout}
            </Link>
          </Fact>
        )}
        {credit.resolvedAt !== null && (
          <Fact name={texts.resolved}>
            <span>
              <When at={credit.resolvedAt} isLong />
              {credit.resolvedByName && texts.byResolvedByName(credit.resolvedByName)}
            </span>
          </Fact>
        )}
        {credit.resolution !== null && (
          <Fact name={texts.reasonGiven}>
            <span className="min-w-0 wrap-anywhere">{credit.resolution}</span>
          </Fact>
        )}
      </Section>
    </>
  );
}

/** Money in suspense is in no wallet, so it has no page of a transaction and no receipt. */
function OfTransaction({ reference }: { reference: string }) {
  const page = `/transactions/${encodeURIComponent(reference)}`;
  const look = "rounded-small font-medium text-accent hover:underline";
  return (
    <>
      <Fact name={texts.transaction}>
        <Link href={page} className={look}>
          {texts.seeItsEntries}
        </Link>
      </Fact>
      <Fact name={texts.receipt}>
        <Link href={`${page}/receipt`} className={look}>
          {texts.printOrDownload}
        </Link>
      </Fact>
    </>
  );
}

/** Why it is suspended, and whether the wallet could take it now. */
function Why({ credit: { state, reason, obstacle } }: { credit: BankCreditDetails }) {
  if (state !== "suspended") return null;
  return (
    <Callout
      role="status"
      tone="wait"
      icon={obstacle === null ? Clock : CircleAlert}
      title={reason === null ? texts.suspended : suspenseReasons[reason]}
    >
      <p>{obstacle === null ? texts.theWalletCanTake : texts.itCannotBeCredited(obstacle)}</p>
      <p>{texts.nobodyCanSpendThe}</p>
    </Callout>
  );
}

function Owner({ wallet }: { wallet: BankCreditDetails["wallet"] }) {
  if (wallet === null) return <span className="text-fg-2">{texts.noWalletHasThis}</span>;
  if (wallet.customerId === null) return wallet.name;
  return (
    <Link href={`/wallets/${wallet.customerId}`} className="trim rounded-small font-medium text-accent hover:underline">
      {wallet.name}
    </Link>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1 font-semibold text-md">
        {title}
      </h3>
      <Facts>{children}</Facts>
    </section>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <IdText text={text.length > 20 ? `${text.slice(0, 12)}…${text.slice(-4)}` : text} title={text}>
      <CopyButton value={text} label={label} className="-mr-1.5" />
    </IdText>
  );
}
