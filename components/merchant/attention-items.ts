import type { Expiring, RejectedUpload } from "../../lib/api/attention.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { countOf } from "../../lib/format/names.ts";

export type AttentionItem = {
  kind: "approvals" | "rows" | "webhooks";
  href: string;
  tone: "wait" | "bad";
  title: string;
  text: string;
};

/** What was found; undefined where it may not or could not be read. */
type Found = {
  expiring: Expiring | undefined;
  uploads: readonly (RejectedUpload | undefined)[];
  failedDeliveries: number | undefined;
  /** Subscriptions that get nothing, for the mode is `LEGACY`. */
  deafSubscriptions: number | undefined;
};

/** What needs somebody, in the order in which it presses. Pure. Dashboard 2.5. */
export function attentionItems({ expiring, uploads, failedDeliveries, deafSubscriptions }: Found): AttentionItem[] {
  return [
    expiring && expiring.count > 0 && expiringItem(expiring),
    ...uploads.map((upload) => upload && uploadItem(upload)),
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

function uploadItem({ batchId, kind, rows }: NonNullable<RejectedUpload>): AttentionItem {
  return {
    kind: "rows",
    href: `/imports/${kind}/${batchId}?rows=rejected`,
    tone: "bad",
    title: `${countOf(rows, "row")} rejected in an upload`,
    text: kind === "create" ? "These wallets were not created" : "These rows were not paid",
  };
}

function isItem(item: object | false | 0 | null | undefined): item is AttentionItem {
  return Boolean(item);
}
