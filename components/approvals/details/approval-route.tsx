"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import type { PendingDetails } from "../../../contract/approvals.ts";
import { cardQuery } from "../../../lib/api/cards.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import { can } from "../../../lib/permissions.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Money } from "../../ui/money.tsx";
import { texts } from "./texts.ts";

/** Payer, payee and fee, from the current or the last checks. */
export function ApprovalRoute({ details }: { details: PendingDetails }) {
  const preview = details.checks.now ?? details.checks.atSubmission;
  const { source, target, metadata } = details;
  const fee = preview?.transaction_fee ?? 0;
  const isCard = details.kind === "card_fund" || details.kind === "card_unload";
  if (!isCard && (!source || !target)) return null;
  return (
    <div className="mt-4 grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-3 [&>svg]:mt-1 [&>svg]:text-fg-3">
      <Icon of={ArrowUpRight} />
      <Party party={source} card={metadata.cardId} />
      <div className="py-0.5 text-right">
        <Money kobo={-(preview?.total ?? details.amount)} />
        {preview && <p className="text-fg-3 text-xs tabular-nums">{chargesText(fee, details.kind)}</p>}
      </div>
      <Icon of={ArrowDownLeft} />
      <Party party={target} card={metadata.cardId} />
      <div className="py-0.5 text-right">
        <Money kobo={details.amount} signed />
      </div>
    </div>
  );
}

/** A payout's fee includes VAT and stamp duty. */
function chargesText(fee: number, kind: PendingDetails["kind"]): string {
  if (fee === 0) return texts.noFee;
  return texts.withFee(formatKobo(fee), kind === "payout" ? "charges" : "fee");
}

const LINK = "rounded-small font-medium underline decoration-line underline-offset-3 hover:decoration-current";

type PartyProps = { party: PendingDetails["source"]; card: unknown };

/** A wallet; without one, the prepaid card of the customer on the other side. */
function Party({ party, card }: PartyProps) {
  if (!party) return <PrepaidCard id={typeof card === "string" ? card : ""} />;
  const { customerId, name, accountNumber } = party;
  return (
    <div className="min-h-11 min-w-0 py-0.5">
      {customerId ? (
        <Link href={`/wallets/${customerId}`} className={LINK}>
          {name}
        </Link>
      ) : (
        <span className="font-medium">{name}</span>
      )}
      <p className="text-fg-2 tabular-nums">{accountNumber}</p>
    </div>
  );
}

/** A customer may have several cards. A request of a former release does not name the card, and a new card has no digits yet. */
function PrepaidCard({ id }: { id: string }) {
  const session = useSession();
  const mayRead = id !== "" && can(session, "BROWSE_CUSTOMER_WALLETS");
  const { data: card } = useQuery({ ...cardQuery(session, id), enabled: mayRead });
  return (
    <div className="min-h-11 min-w-0 py-0.5">
      {card?.last4 ? (
        <>
          <Link href={`/cards/${id}`} className={LINK}>
            {texts.prepaidCardEnding(card.last4)}
          </Link>
          {card.label !== null && <p className="text-fg-2">{card.label}</p>}
        </>
      ) : (
        <span className="font-medium">{texts.prepaidCard}</span>
      )}
    </div>
  );
}

/** Why money moves: narration and note, or what a reversal takes back and its reason. */
export function ApprovalTexts({ details: { kind, narration, note, metadata } }: { details: PendingDetails }) {
  const { reversed } = metadata;
  if (narration === null && note === null) return null;
  return (
    <div className="mt-4">
      <Facts>
        {typeof reversed === "string" && (
          <Fact name={texts.reverses}>
            <Link href={`/transactions/${encodeURIComponent(reversed)}`} className={`break-all ${LINK}`}>
              {reversed}
            </Link>
          </Fact>
        )}
        {narration !== null && kind !== "reversal" && (
          <Fact name={texts.narration}>
            <span className="min-w-0 wrap-anywhere">{narration}</span>
          </Fact>
        )}
        {note !== null && (
          <Fact name={kind === "reversal" ? texts.reason : texts.internalNote}>
            <span className="min-w-0 wrap-anywhere">{note}</span>
          </Fact>
        )}
      </Facts>
    </div>
  );
}

/** The receiver's bank, texts and charges of a payout. Rails 8. */
export function ApprovalPayout({ details: { checks, metadata } }: { details: PendingDetails }) {
  const preview = checks.now ?? checks.atSubmission;
  const { narration, note, sortCode } = metadata;
  return (
    <div className="mt-4">
      <Facts>
        <Fact name={texts.bank}>
          {preview?.bank?.name}{" "}
          <span className="font-mono text-fg-2 text-id">{preview?.bank?.code ?? String(sortCode)}</span>
        </Fact>
        {typeof narration === "string" && (
          <Fact name={texts.narration}>
            <span className="min-w-0 wrap-anywhere">{narration}</span>
          </Fact>
        )}
        {typeof note === "string" && (
          <Fact name={texts.internalNote}>
            <span className="min-w-0 wrap-anywhere">{note}</span>
          </Fact>
        )}
        {preview?.charges !== undefined && (
          <Fact name={texts.charges}>
            {texts.chargesFeeVatDuty(
              formatKobo(preview.charges),
              formatKobo(preview.vat ?? 0),
              formatKobo(preview.duty ?? 0),
            )}
          </Fact>
        )}
        <Fact name={texts.totalDebited}>{preview && <Money kobo={preview.total} />}</Fact>
      </Facts>
    </div>
  );
}
