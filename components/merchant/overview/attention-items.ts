import type { Expiring, RejectedBatch } from "../../../lib/api/attention.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import { paidBeforeText } from "../../../lib/format/repeated-rows.ts";

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
      title: `${countOf(waiting, "approval")} ${waiting === 1 ? "waits" : "wait"} for you`,
      text: "Approve or decline",
    },
    ...(rejected ?? []).slice(0, MOST_BATCHES).map(batchItem),
    failedDeliveries && {
      kind: "webhooks",
      href: "/webhooks/deliveries?status=failed",
      tone: "bad",
      title: `${countOf(failedDeliveries, "webhook delivery", "webhook deliveries")} failed`,
      text: "In the last 24 hours",
    },
    deafSubscriptions && {
      kind: "webhooks",
      href: "/webhooks",
      tone: "wait",
      title: "Subscriptions get no events",
      text: `Webhooks are in LEGACY mode, with ${countOf(deafSubscriptions, "subscription")}`,
    },
  ].filter(isItem);
}

function expiringItem({ count, amount }: Expiring): AttentionItem {
  return {
    kind: "approvals",
    href: "/approvals",
    tone: "wait",
    title: `${countOf(count, "approval")} ${count === 1 ? "expires" : "expire"} soon`,
    text: `${formatKobo(amount)} within 48 hours`,
  };
}

function batchItem({ batchId, kind, rows, repeated, paidBy }: RejectedBatch): AttentionItem {
  const repeats = repeated > 0 ? paidBeforeText(kind, paidBy) : null;
  if (rows === 0 && repeats !== null) {
    const title = `${countOf(repeated, "row")} not sent again in a batch of ${kind}s`;
    return { kind: "rows", href: `/imports/${kind}/${batchId}?rows=repeated`, tone: "wait", title, text: repeats };
  }
  return {
    kind: "rows",
    href: `/imports/${kind}/${batchId}?rows=bad`,
    tone: "bad",
    title: `${countOf(rows, "row")} rejected in a batch of ${kind === "create" ? "wallets" : `${kind}s`}`,
    text: repeats === null ? REJECTED[kind] : `${REJECTED[kind]}. ${countOf(repeated, "other row")}: ${repeats}`,
  };
}

const REJECTED: Record<RejectedBatch["kind"], string> = {
  create: "These wallets were not created",
  credit: "These customers were not paid",
  debit: "These wallets were not debited",
};

function isItem(item: object | false | 0 | null | undefined): item is AttentionItem {
  return Boolean(item);
}
