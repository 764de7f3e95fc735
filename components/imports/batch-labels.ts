import {
  ArrowDownLeft,
  ArrowUpRight,
  Ban,
  Check,
  CircleAlert,
  CircleX,
  Clock,
  CopyCheck,
  Landmark,
  LoaderCircle,
  Lock,
  type LucideIcon,
  Stamp,
  UserPlus,
} from "lucide-react";
import type { AnyBatch, BatchKind, BatchStatus, RowResult } from "../../lib/api/batches.ts";
import { repeatedWord } from "../../lib/format/repeated-rows.ts";
import type { Tone } from "../ui/chip.tsx";
import { texts } from "./texts.ts";

export type StatusAppearance = { tone: Tone; icon: LucideIcon; word: string };

/** Dashboard 6: Awaiting approval wait, Processing info, Completed ok, Partially completed wait, Cancelled and Declined mute. */
export const statusAppearances: Record<BatchStatus, StatusAppearance> = {
  awaiting_approval: { tone: "wait", icon: Stamp, word: texts.awaitingApproval },
  pending: { tone: "mute", icon: Clock, word: texts.pending },
  processing: { tone: "info", icon: LoaderCircle, word: texts.processing },
  completed: { tone: "ok", icon: Check, word: texts.completed },
  partially_completed: { tone: "wait", icon: CircleAlert, word: texts.partiallyCompleted },
  failed: { tone: "bad", icon: CircleX, word: texts.failed },
  cancelled: { tone: "mute", icon: Ban, word: texts.cancelled },
  declined: { tone: "mute", icon: Ban, word: texts.declined },
};

export const kindAppearances: Record<BatchKind, { icon: LucideIcon; word: string; one: string }> = {
  create: { icon: UserPlus, word: texts.customers, one: texts.customerUpload },
  credit: { icon: ArrowDownLeft, word: texts.credits, one: texts.creditBatch },
  debit: { icon: ArrowUpRight, word: texts.debits, one: texts.debitBatch },
  payout: { icon: Landmark, word: texts.bankTransfers, one: texts.bankTransferBatch },
};

export const KINDS: readonly BatchKind[] = ["create", "credit", "debit", "payout"];
export const STATUSES = Object.keys(statusAppearances) as BatchStatus[];

/** Labels of row results: customers are created or skipped, payments accepted or rejected. */
export function resultLabel(kind: BatchKind, end: RowResult): string {
  if (end === "pending") return texts.pending;
  if (end === "cancelled") return texts.cancelled;
  if (end === "repeated") return repeatedWord(kind);
  if (end === "frozen") return texts.createdFrozen;
  if (kind === "create") return end === "good" ? texts.created : texts.skipped;
  return end === "good" ? texts.accepted : texts.rejected;
}

export function resultAppearance(kind: BatchKind, end: RowResult): StatusAppearance {
  const word = resultLabel(kind, end);
  if (end === "pending") return { tone: "mute", icon: Clock, word };
  if (end === "cancelled") return { tone: "mute", icon: Ban, word };
  if (end === "repeated") return { tone: "mute", icon: CopyCheck, word };
  if (end === "frozen") return { tone: "wait", icon: Lock, word };
  return end === "good" ? { tone: "ok", icon: Check, word } : { tone: "bad", icon: CircleX, word };
}

/** The status as people should read it: rows that were paid before are no failure, and a withdrawal is no refusal. */
export function batchAppearance({ kind, status, withdrawn, good, bad, repeated }: AnyBatch): StatusAppearance {
  if (withdrawn) return { ...statusAppearances.declined, word: texts.withdrawn };
  if (!isFinal(status) || bad > 0 || repeated === 0) return statusAppearances[status];
  return good > 0 ? statusAppearances.completed : resultAppearance(kind, "repeated");
}

const FINAL: readonly BatchStatus[] = ["completed", "partially_completed", "failed", "cancelled", "declined"];

/** The batch no longer changes. */
export function isFinal(status: BatchStatus): boolean {
  return FINAL.includes(status);
}

/** Only a payment batch that has not begun can be cancelled. Spec 3.4. */
export function isCancellable({ kind, status }: Pick<AnyBatch, "kind" | "status">): boolean {
  return kind !== "create" && (status === "awaiting_approval" || status === "pending");
}

/** `under 1 s`, `8 s`, `1 min 16 s`, `2 h 5 min`: the two largest units. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds === 0) return texts.under1S;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60)
    return seconds % 60 === 0 ? texts.minutesMin(minutes) : texts.minutesMinSecondsS(minutes, seconds % 60);
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : texts.hoursHMinutesMin(hours, minutes % 60);
}
