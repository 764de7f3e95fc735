"use client";

import { useQuery } from "@tanstack/react-query";
import type { CardAuthorizationDetails } from "../../contract/card-authorizations.ts";
import { cardAuthorizationQuery } from "../../lib/api/cards.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { accountKinds } from "../../lib/format/account-kinds.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { shortId } from "../../lib/format/names.ts";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { Chip } from "../ui/chip.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { IdText } from "../ui/facts.tsx";
import { Figure, Money } from "../ui/money.tsx";
import { Sheet, SheetBody } from "../ui/overlay.tsx";
import { When } from "../ui/when.tsx";
import { authorizationStates, declineSentence, foreignAmount } from "./card-labels.ts";
import { channelWord, countryWord } from "./control-words.ts";
import { texts } from "./texts.ts";

/** One payment with a card: where its money is, its timeline, and its entries in the books. Cards 3, 4. */
export function AuthorizationSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const session = useSession();
  const read = useQuery({ ...cardAuthorizationQuery(session, id ?? ""), enabled: id !== null });
  return (
    <Sheet title={texts.authorization} isOpen={id !== null} onOpenChange={onClose}>
      <SheetBody>
        {read.data && <Payment payment={read.data} />}
        {read.isPending && <p className="text-fg-2">{texts.loading}</p>}
        {read.isError && !read.data && (
          <LoadProblem what={texts.thisAuthorization} error={read.error} onRetry={() => void read.refetch()} />
        )}
      </SheetBody>
    </Sheet>
  );
}

function Payment({ payment }: { payment: CardAuthorizationDetails }) {
  const { tone, icon, word } = authorizationStates[payment.status];
  const { name, city, country } = payment.merchant;
  const sentence = declineSentence(payment);
  const parts = [
    payment.cleared > 0 && texts.clearedAmount(formatKobo(payment.cleared)),
    payment.held > 0 && texts.heldAmount(formatKobo(payment.held)),
    payment.refunded > 0 && texts.refundedAmount(formatKobo(payment.refunded)),
    payment.owed > 0 && texts.owedAmount(formatKobo(payment.owed)),
  ].filter((part) => part !== false);
  return (
    <>
      <p className="flex items-center justify-between gap-3">
        <Chip tone={tone} icon={icon}>
          {word}
        </Chip>
        <IdText text={shortId(payment.id)} title={payment.id}>
          <CopyButton value={payment.id} label={texts.authorizationId} />
        </IdText>
      </p>
      <p className="mt-3 font-semibold text-xl">
        <Figure kobo={payment.amount} />
      </p>
      <p className="break-words text-fg-2">
        {[
          name ?? texts.unknownMerchant,
          city,
          country && countryWord(country),
          payment.channel && channelWord(payment.channel),
          foreignAmount(payment),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {sentence && (
        <p className="mt-3 text-bad">
          {sentence} {texts.noMoneyWasHeld}
        </p>
      )}
      {parts.length > 0 && <p className="mt-3 font-medium tabular-nums">{parts.join(" · ")}</p>}
      <Timeline payment={payment} />
      <Entries payment={payment} />
    </>
  );
}

const WORDS: Record<CardAuthorizationDetails["events"][number]["kind"], (amount: string) => string> = {
  increment: texts.increment,
  clear: texts.clear,
  reverse: texts.reverse,
  expire: texts.expire,
  refund: texts.refund,
  collect: texts.collect,
};

function firstStep({ declineCode, decidedInMs, amount }: CardAuthorizationDetails): string {
  if (declineCode !== null) return texts.declinedAmount(formatKobo(amount));
  return decidedInMs === null ? texts.withoutAuthorization(formatKobo(amount)) : texts.approvedHeld(formatKobo(amount));
}

function Timeline({ payment }: { payment: CardAuthorizationDetails }) {
  const { decidedInMs, createdAt, events, held, expiresAt } = payment;
  return (
    <section aria-label={texts.timeline} className="mt-5">
      <h3 className="font-semibold text-md">{texts.timeline}</h3>
      <ol>
        <li className="flex justify-between gap-4 border-b py-2">
          <span>
            {firstStep(payment)}
            {decidedInMs !== null && (
              <span className="block text-fg-2 text-xs">{texts.decidedInMs(String(decidedInMs))}</span>
            )}
          </span>
          <When at={createdAt} />
        </li>
        {events.map(({ kind, amount, at }) => (
          <li key={`${kind} ${at} ${amount}`} className="flex justify-between gap-4 border-b py-2 last:border-b-0">
            {WORDS[kind](formatKobo(amount))} <When at={at} />
          </li>
        ))}
        {held > 0 && expiresAt !== null && (
          <li className="flex justify-between gap-4 py-2 text-fg-2">
            <span>
              {texts.isOnHoldUntil(formatKobo(held))}
              <span className="block text-xs">{texts.releasedThen}</span>
            </span>
            <When at={expiresAt} />
          </li>
        )}
      </ol>
    </section>
  );
}

const nameOf = (kind: string) => Object.entries(accountKinds).find(([name]) => name === kind)?.[1] ?? kind;

function Entries({ payment: { entries } }: { payment: CardAuthorizationDetails }) {
  return (
    <section aria-label={texts.ledgerEntries} className="mt-5">
      <h3 className="flex items-baseline justify-between font-semibold text-md">
        {texts.ledgerEntries}
        <span className="font-normal text-fg-2 text-xs">{texts.debitsEqualCredits}</span>
      </h3>
      {entries.length === 0 ? (
        <p className="text-fg-2">{texts.noEntries}</p>
      ) : (
        <table className="w-full">
          <thead className="text-fg-2 text-xs">
            <tr>
              <th scope="col" className="py-1 text-left font-medium">
                {texts.account}
              </th>
              <th scope="col" className="text-right font-medium">
                {texts.debit}
              </th>
              <th scope="col" className="text-right font-medium">
                {texts.credit}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ transactionId, accountKind, delta }, index) => (
              <tr key={`${transactionId} ${accountKind} ${index.toString()}`} className="border-t">
                <td className="py-1.5">{nameOf(accountKind)}</td>
                <td className="text-right">{delta < 0 && <Money kobo={-delta} />}</td>
                <td className="text-right">{delta > 0 && <Money kobo={delta} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
