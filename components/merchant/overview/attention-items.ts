import type { Expiring, RejectedBatch } from "../../../lib/api/attention.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import { paidBeforeText } from "../../../lib/format/repeated-rows.ts";
import { texts } from "./texts.ts";

export type AttentionItem = {
  kind: "approvals" | "rows" | "webhooks";
  href: string;
  tone: "wait" | "bad";
  title: string;
  text: string;
};

/** The data found; undefined where it is not permitted or could not be read. */
type Found = {
  expiring: Expiring | undefined;
  /** Approvals that this user may decide. */
  waiting: number | undefined;
  /** Newest first. */
  rejected: readonly RejectedBatch[] | undefined;
  failedDeliveries: number | undefined;
  /** Subscriptions that receive nothing because the mode is `LEGACY`. */
  deafSubscriptions: number | undefined;
};

const MOST_BATCHES = 3;

/** Items that need attention, most urgent first. Pure. Dashboard 2.5. */
export function attentionItems(found: Found): AttentionItem[] {
  const { expiring, waiting, rejected, failedDeliveries, deafSubscriptions } = found;
  return [
    expiring && expiring.count > 0 && expiringItem(expiring),
    waiting && {
      kind: "approvals",
      href: "/approvals",
      tone: "wait",
      title: texts.approvalsNeedYourDecision(countOf(waiting, "approval"), waiting === 1 ? "needs" : "need"),
      text: texts.approveOrDecline,
    },
    ...(rejected ?? []).slice(0, MOST_BATCHES).map(batchItem),
    failedDeliveries && {
      kind: "webhooks",
      href: "/webhooks/deliveries?status=failed",
      tone: "bad",
      title: texts.deliverysFailed(countOf(failedDeliveries, texts.webhookDelivery, texts.webhookDeliveries2)),
      text: texts.inTheLast24,
    },
    deafSubscriptions && {
      kind: "webhooks",
      href: "/webhooks",
      tone: "wait",
      title: texts.subscriptionsGetNoEvents,
      text: texts.webhooksAreInLegacy(countOf(deafSubscriptions, "subscription")),
    },
  ].filter(isItem);
}

function expiringItem({ count, amount }: Expiring): AttentionItem {
  return {
    kind: "approvals",
    href: "/approvals",
    tone: "wait",
    title: texts.approvalsSoon(countOf(count, "approval"), count === 1 ? "expires" : "expire"),
    text: texts.amountWithin48Hours(formatKobo(amount)),
  };
}

function batchItem({ batchId, kind, rows, repeated, paidBy }: RejectedBatch): AttentionItem {
  const repeats = repeated > 0 ? paidBeforeText(kind, paidBy) : null;
  if (rows === 0 && repeats !== null) {
    const title = texts.rowsNotSentAgain(countOf(repeated, "row"), kind);
    return { kind: "rows", href: `/imports/${kind}/${batchId}?rows=repeated`, tone: "wait", title, text: repeats };
  }
  return {
    kind: "rows",
    href: kind === "payout" ? `/payouts/batches/${batchId}` : `/imports/${kind}/${batchId}?rows=bad`,
    tone: "bad",
    title: texts.rowsRejectedInA(countOf(rows, "row"), ROWS[kind]),
    text: repeats === null ? REJECTED[kind] : `${REJECTED[kind]}. ${countOf(repeated, texts.otherRow)}: ${repeats}`,
  };
}

const REJECTED: Record<RejectedBatch["kind"], string> = {
  create: texts.theseWalletsWereNot,
  credit: texts.theseCustomersWereNot,
  debit: texts.theseWalletsWereNotDebited,
  payout: texts.theseAccountsWereNotPaid,
};
const ROWS: Record<RejectedBatch["kind"], string> = {
  create: texts.ofWallets,
  credit: texts.ofCredits,
  debit: texts.ofDebits,
  payout: texts.ofBankTransfers,
};

function isItem(item: object | false | 0 | null | undefined): item is AttentionItem {
  return Boolean(item);
}
