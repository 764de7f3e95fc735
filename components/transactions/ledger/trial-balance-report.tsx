"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { SealChain, TrialBalance } from "../../../contract/transactions.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { trialBalanceQuery } from "../../../lib/api/transactions.ts";
import { countOf } from "../../../lib/format/names.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Callout } from "../../ui/callout.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Link } from "../../ui/link.tsx";
import { Figure } from "../../ui/money.tsx";
import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { Stat, Stats } from "../../ui/stats.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { When } from "../../ui/when.tsx";
import { texts } from "./texts.ts";

/** The rules that the verifier checks, as texts by the verifier's names. Ledger 3, API 4. */
const RULES = [
  { rule: "books_sum_to_zero", text: texts.allBalancesOfThis },
  { rule: "journal_sums_to_zero", text: texts.theEntriesOfEvery },
  { rule: "balance_equals_entries", text: texts.everyBalanceIsThe },
  { rule: "balance_after_follows", text: texts.eachEntrysBalanceFollows },
  { rule: "seq_without_gaps", text: texts.noAccountsEntriesHave },
  {
    rule: "transactions_equal_entries",
    text: texts.everyTransactionHasExactly,
  },
  { rule: "transactions_have_entries", text: texts.bothEntriesATransaction },
] as const;

/** The last ledger check of this mode: time, scope and result of each rule. API 4. */
export function TrialBalanceReport() {
  const session = useSession();
  const read = useQuery(trialBalanceQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  if (isLoading || read.isPending) return <LoadingReport />;
  if (!read.data) {
    return <LoadProblem what={texts.theTrialBalance} error={read.error} onRetry={() => void read.refetch()} />;
  }
  return (
    <>
      <Verdict check={read.data} />
      <CheckStats check={read.data} note={<AsOf read={read} />} />
      <Checked check={read.data} />
      <Chain chain={read.data.chain} />
    </>
  );
}

function Verdict({ check }: { check: TrialBalance }) {
  if (check.balanced) {
    return (
      <Callout role="status" tone="ok" icon={CircleCheck} title={texts.theLedgerBalances} className="mt-5">
        <p>
          {texts.lastChecked} <When at={check.checkedAt} isLong />
          {texts.everyEntryHasIts}
        </p>
      </Callout>
    );
  }
  return (
    <Callout role="alert" tone="bad" icon={CircleAlert} title={texts.theLedgerDoesNot} className="mt-5">
      <p>
        {texts.found} <When at={check.checkedAt} isLong />
        {texts.stopPayingOutAnd}
      </p>
    </Callout>
  );
}

function CheckStats({ check, note }: { check: TrialBalance; note: ReactNode }) {
  return (
    <Stats>
      <Stat name={texts.sumOfAllBalances} note={note} isWide>
        <Figure kobo={BigInt(check.total)} />
      </Stat>
      <Stat name={texts.accounts} note={texts.walletsMerchantFeesFunding}>
        {check.accounts.toLocaleString("en-NG")}
      </Stat>
      <Stat name={texts.entries} note={texts.entrysSinceTheCheck(countOf(check.newEntries, "entry", "entries"))}>
        {check.entries.toLocaleString("en-NG")}
      </Stat>
    </Stats>
  );
}

function Checked({ check }: { check: TrialBalance }) {
  const broken = new Set(check.problems.map(({ rule }) => rule));
  return (
    <section aria-labelledby="checked" className="edge-line relative mt-6 pt-5">
      <h2 id="checked" className="mb-1 font-semibold text-md">
        {texts.whatWasChecked}
      </h2>
      <ul>
        {RULES.map(({ rule, text }) => (
          <li key={rule} className="flex min-h-row items-center gap-3 border-b py-2 last:border-b-0">
            <RuleMark isBroken={broken.has(rule)} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <BrokenRules problems={check.problems} />
    </section>
  );
}

function RuleMark({ isBroken }: { isBroken: boolean }) {
  const Mark = isBroken ? CircleAlert : CircleCheck;
  return (
    <>
      <Mark aria-hidden size={16} strokeWidth={1.75} className={isBroken ? "shrink-0 text-bad" : "shrink-0 text-ok"} />
      <span className="sr-only">{isBroken ? texts.broken : texts.holds}</span>
    </>
  );
}

function LoadingReport() {
  return (
    <>
      <LoadingNote>{texts.loadingTheTrialBalance}</LoadingNote>
      <Skeleton className="mt-5 h-16 w-full rounded-control" />
      <Stats>
        {[texts.sumOfAllBalances, texts.accounts, texts.entries].map((name, index) => (
          <Stat key={name} name={name} note={<Skeleton className="w-24" />} isWide={index === 0}>
            <Skeleton className="h-5 w-32" />
          </Stat>
        ))}
      </Stats>
    </>
  );
}

const FOUND: Record<SealChain["problems"][number]["found"], string> = {
  changed: texts.wasChanged,
  missing: texts.isMissing,
  added: texts.wasAdded,
  moved: texts.isOutOfIts,
  unsigned: texts.wasNotWrittenBy,
};

/** The head of the hash chain and the rows that do not match it. Ledger 6. */
function Chain({ chain: { head, verifiedAt, problems } }: { chain: SealChain }) {
  return (
    <section aria-labelledby="chain" className="edge-line relative mt-6 pt-5">
      <h2 id="chain" className="mb-1 font-semibold text-md">
        {texts.hashChain}
      </h2>
      <p className="text-fg-2">
        {texts.everyEntryAndEvery}{" "}
        <Link href="/settings/account" className="underline">
          {texts.settings}
        </Link>{" "}
        {texts.canMailItTo}
      </p>
      {problems.length > 0 && (
        <Callout role="alert" tone="bad" icon={CircleAlert} title={texts.theChainIsBroken} className="mt-4">
          <ul>
            {problems.map(({ seal, row, id, found }) => (
              <li key={`${row}${id}`} className="break-all">
                {texts.theRowIdIn(row, id, seal, FOUND[found])}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {head ? (
        <dl className="mt-4 grid gap-3">
          <div>
            <dt className="text-fg-2">{texts.newestHashSealNumber(head.number.toLocaleString("en-NG"))}</dt>
            <dd className="flex items-start gap-2">
              <span className="break-all font-mono text-id">{head.hash}</span>
              <CopyButton value={head.hash} label={texts.newestHash} />
            </dd>
          </div>
          <div>
            <dt className="text-fg-2">{texts.sealed}</dt>
            <dd>
              <When at={head.sealedAt} isLong />
            </dd>
          </div>
          <div>
            <dt className="text-fg-2">{texts.lastVerified}</dt>
            <dd>{verifiedAt ? <When at={verifiedAt} isLong /> : texts.notYet}</dd>
          </div>
        </dl>
      ) : (
        <p className="mt-4">{texts.theFirstSealIs}</p>
      )}
    </section>
  );
}

/** The failed ledger rules, with the figures that platform support needs. */
function BrokenRules({ problems }: { problems: TrialBalance["problems"] }) {
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="broken" className="mt-6">
      <h2 id="broken" className="mb-2 font-semibold text-md">
        {texts.whatIsWrong}
      </h2>
      <ul className="grid gap-2">
        {problems.map(({ rule, detail }) => {
          const facts = JSON.stringify(detail);
          return (
            <li key={`${rule}${facts}`} className="rounded-control border bg-subtle px-4 py-3">
              <p className="font-medium">{rule.replaceAll("_", " ")}</p>
              <p className="break-all font-mono text-fg-2 text-id">{facts}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
