import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Ban,
  Check,
  CircleX,
  Clock,
  CreditCard,
  FileUp,
  Hourglass,
  Landmark,
  Layers,
  type LucideIcon,
  Undo2,
} from "lucide-react";
import type { PendingDetails, PendingItem } from "../../contract/approvals.ts";
import type { BatchKind } from "../../lib/api/batches.ts";
import { countOf } from "../../lib/format/names.ts";
import type { Tone } from "../ui/chip.tsx";
import { texts } from "./texts.ts";

type StatusAppearance = { tone: Tone; icon: LucideIcon; word: string };

/** Dashboard 6: approval Pending wait, Approved ok, Declined, Expired mute, Failed bad. */
export const statusAppearances: Record<PendingItem["status"], StatusAppearance> = {
  PENDING: { tone: "wait", icon: Clock, word: texts.pending },
  APPROVED: { tone: "ok", icon: Check, word: texts.approved },
  DECLINED: { tone: "mute", icon: Ban, word: texts.declined },
  EXPIRED: { tone: "mute", icon: Hourglass, word: texts.expired },
  FAILED: { tone: "bad", icon: CircleX, word: texts.failed },
};

export const kindAppearances: Record<PendingItem["kind"], { icon: LucideIcon; word: string }> = {
  transfer: { icon: ArrowLeftRight, word: texts.transfer },
  credit: { icon: ArrowDownLeft, word: texts.credit },
  debit: { icon: ArrowUpRight, word: texts.debit },
  batch: { icon: Layers, word: texts.batch },
  upload: { icon: FileUp, word: texts.upload },
  payout: { icon: Landmark, word: texts.bankTransfer },
  payout_batch: { icon: Landmark, word: texts.batch },
  reversal: { icon: Undo2, word: texts.reversal },
  batch_reversal: { icon: Undo2, word: texts.reversalOfABatch },
  card_fund: { icon: CreditCard, word: texts.cardFunding },
  card_unload: { icon: CreditCard, word: texts.cardUnloading },
};

/** `Kẹ́hìndé Adéwọlé → Sọmtọchukwu Nwokedi`, `Credit Adéṣẹwà Ọlátúnjí`, `Upload, 412 credits`; otherwise kind and reference. */
export function requestTitle(item: PendingItem): string {
  const { kind, type, reference, source, target } = item;
  const { tried } = rowsOf(item);
  if (kind === "reversal" && source && target) return texts.reverseSourceNameTargetName(source.name, target.name);
  if ((kind === "transfer" || kind === "payout") && source && target) return `${source.name} → ${target.name}`;
  if (kind === "credit" && target) return texts.creditTargetName(target.name);
  if (kind === "debit" && source) return texts.debitSourceName(source.name);
  if (kind === "card_fund" && source) return texts.fundCardOf(source.name);
  if (kind === "card_unload" && target) return texts.unloadCardOf(target.name);
  if (tried !== null) return titleOfMany({ kind, type }, tried);
  return `${kindAppearances[kind].word} ${reference}`;
}

function titleOfMany({ kind, type }: Pick<PendingItem, "kind" | "type">, tried: number): string {
  if (kind === "payout_batch") return texts.batchOfBankTransfers(countOf(tried, "bank transfer"));
  if (kind === "batch_reversal") return texts.reverseABatchOf(countOf(tried, "payment"));
  return `${kindAppearances[kind].word}, ${countOf(tried, type === "CREDIT" ? "credit" : "debit")}`;
}

/** The number of rows of a batch or upload, and of those that will be processed; `null` for other kinds. */
export function rowsOf({ metadata }: Pick<PendingItem, "metadata">): { tried: number | null; all: number | null } {
  const { items, rows } = metadata;
  return { tried: typeof items === "number" ? items : null, all: typeof rows === "number" ? rows : null };
}

const ACTIONS: Record<PendingDetails["history"][number]["action"], string> = {
  SUBMITTED: texts.submitted,
  FIRST_APPROVED: texts.firstApproval,
  APPROVED: texts.approved,
  DECLINED: texts.declined,
  WITHDRAWN: texts.withdrawn,
  EXPIRED: texts.expired,
  FAILED: texts.failed,
};

export function actionWord(action: PendingDetails["history"][number]["action"]): string {
  return ACTIONS[action];
}

/** The kind of the batch that a request is about: of a reversal, that of the batch which is taken back. */
export function batchKindOf({ kind, type, metadata }: Pick<PendingItem, "kind" | "type" | "metadata">): BatchKind {
  if (kind === "payout_batch") return "payout";
  if (kind === "batch_reversal") return metadata.movement === "credit" ? "debit" : "credit";
  return type === "DEBIT" ? "debit" : "credit";
}

const LARGE_KOBO = 100_000_000;

/** Uploads, and amounts from ₦1,000,000, require typing the total. Dashboard 5.8. */
export function requiresTotal({ kind, amount }: Pick<PendingItem, "kind" | "amount">): boolean {
  return kind === "upload" || amount >= LARGE_KOBO;
}

/** The sum of the requests in kobo. */
export function totalOf(items: readonly Pick<PendingItem, "amount">[]): bigint {
  return items.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

/** The same for several requests: if one requires it, or if their sum does. */
export function requiresTotalOf(items: readonly Pick<PendingItem, "kind" | "amount">[]): boolean {
  return items.some(requiresTotal) || totalOf(items) >= LARGE_KOBO;
}

/**
 * Where a request stands: `given` of `needed` approvals. `isFirst`: the next approval is the first of two and moves nothing. A first
 * approval that counts no longer is not given.
 */
export function stepOf({ needed, first }: PendingItem["approvals"]): {
  given: number;
  needed: number;
  isFirst: boolean;
} {
  const given = first?.isValid ? 1 : 0;
  return { given, needed, isFirst: needed === 2 && given === 0 };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Time left: `5 min`, `2 h`, `30 d`, rounded to the nearest. */
export function leftText(ms: number): string {
  if (ms < HOUR_MS) return texts.ceilMin(Math.ceil(ms / MINUTE_MS));
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} d`;
}

/** An approval within three days of its expiry is highlighted. */
export function isNearExpiry(expiresAt: string, now: number): boolean {
  return Date.parse(expiresAt) - now < 3 * DAY_MS;
}
