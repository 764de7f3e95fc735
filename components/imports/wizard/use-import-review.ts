"use client";

import { useQuery } from "@tanstack/react-query";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import { type EarlierBatch, earlierBatchQuery, PAYOUT_BATCH_MAX } from "../../../lib/api/imports.ts";
import { merchantSettingsQuery, merchantWalletQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import type { Progress } from "../../../lib/import/worker/worker-messages.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { texts } from "./texts.ts";

export type ImportReview = ReturnType<typeof useImportReview>;

/** The data of the Review step. `obstacle` is the first reason against sending; `retry` may resolve it. */
export function useImportReview(kind: ImportKind, progress: Progress | null, reference: string | null) {
  const session = useSession();
  const isOnline = useOnline();
  const settings = useQuery({ ...merchantSettingsQuery(session), enabled: progress !== null, staleTime: 0 });
  const wallet = useQuery({ ...merchantWalletQuery(session), enabled: progress !== null, staleTime: 0 });
  const earlier = useQuery(earlierBatchQuery(session, reference));
  const { rows, total } = readyOf(progress);
  const fees = settings.data && feesOf(kind, settings.data, { rows, progress });
  const balance = wallet.data?.availableBalance;
  const isUnread = settings.isError && !settings.data;
  const obstacle =
    obstacleOfRows(kind, rows, total) ??
    (isOnline ? null : texts.youAreOfflineThe) ??
    (isUnread ? texts.feesAndSettingsCould : null) ??
    (kind === "debit"
      ? obstacleOfDebits(settings.data)
      : obstacleOfBalance((kind === "create" ? 0n : total) + (fees ?? 0n), balance));
  return {
    ...{ rows, total, fees, balance, obstacle },
    earlier: earlier.data ?? null,
    /** The earlier batch has today's reference, so the service would refuse this one. */
    isSentToday: isSame(earlier.data, reference),
    isKnown: settings.data !== undefined,
    noApprovalBelow: noApprovalBelow(settings.data, total),
    isBalanceUnread: wallet.isError && balance === undefined,
    retry: isUnread && isOnline ? () => void settings.refetch() : null,
  };
}

/** The amount below which nobody has to approve, in kobo; `null` if the total needs an approval. */
function noApprovalBelow(settings: MerchantSettings | undefined, total: bigint): number | null {
  const below = settings?.noApprovalBelow;
  return below && total < BigInt(below) ? below : null;
}

/** The rows that will be sent, and their total in kobo. */
function readyOf(progress: Progress | null): { rows: number; total: bigint } {
  if (!progress) return { rows: 0, total: 0n };
  const { rows, errors, repeats, leftOut, total } = progress.counts;
  return { rows: rows - errors - repeats - leftOut, total };
}

function isSame(earlier: EarlierBatch | null | undefined, reference: string | null): boolean {
  return earlier?.batchReference !== undefined && earlier.batchReference === reference;
}

/** Why debits cannot be sent now, shown before a file is chosen. Dashboard 5.6. */
export function useDebitObstacle(kind: ImportKind): string | null {
  const session = useSession();
  const settings = useQuery({ ...merchantSettingsQuery(session), enabled: kind === "debit" });
  return kind === "debit" ? obstacleOfDebits(settings.data) : null;
}

const MOST_KOBO = BigInt(Number.MAX_SAFE_INTEGER);

function obstacleOfRows(kind: ImportKind, rows: number, total: bigint): string | null {
  if (rows === 0) return texts.noRowIsLeft;
  if (kind === "payout" && rows > PAYOUT_BATCH_MAX) {
    return texts.aBatchHasAtMost(countOf(rows, "row"), PAYOUT_BATCH_MAX.toLocaleString("en-NG"));
  }
  return total > MOST_KOBO ? texts.togetherThesePaymentsAre : null;
}

function obstacleOfBalance(needed: bigint, balance: number | undefined): string | null {
  if (balance === undefined || needed <= BigInt(balance)) return null;
  return texts.itNeedsNeededWith(formatKobo(needed), formatKobo(balance));
}

type Counted = { rows: number; progress: Progress | null };

/** The charges of payouts are the service's, with VAT and duty. Kobo. */
function feesOf(kind: ImportKind, { fees }: MerchantSettings, { rows, progress }: Counted): bigint {
  if (kind === "payout") return progress?.counts.charges ?? 0n;
  return BigInt(rows) * BigInt(kind === "create" ? fees.walletCreationFee : fees.batchItemFee);
}

function obstacleOfDebits(settings: MerchantSettings | undefined): string | null {
  if (settings?.requirePinForDebit) {
    return texts.debitsNeedTheCustomers;
  }
  return settings?.canDebitCustomer === false ? texts.customerDebitsAreNot : null;
}
