"use client";

import { useQuery } from "@tanstack/react-query";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import type { BatchKind } from "../../../lib/api/batches.ts";
import { earlierBatchQuery } from "../../../lib/api/imports.ts";
import { merchantSettingsQuery, merchantWalletQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import type { Progress } from "../../../lib/import/worker-messages.ts";
import { useOnline } from "../../layout/use-online.ts";

export type ImportReview = ReturnType<typeof useImportReview>;

/** Gathers what stands for and against sending; `obstacle` is the first reason why not. */
export function useImportReview(kind: BatchKind, progress: Progress | null, reference: string | null) {
  const session = useSession();
  const isOnline = useOnline();
  const settings = useQuery({ ...merchantSettingsQuery(session), enabled: progress !== null });
  const wallet = useQuery({ ...merchantWalletQuery(session), enabled: progress !== null, staleTime: 0 });
  const earlier = useQuery(earlierBatchQuery(session, reference));
  const counts = progress?.counts;
  const rows = counts ? counts.rows - counts.errors - counts.repeats : 0;
  const total = counts?.total ?? 0n;
  const fees = settings.data && feesOf(kind, settings.data, rows);
  const balance = wallet.data?.availableBalance;
  const needed = (kind === "credit" ? total : 0n) + (fees ?? 0n);
  const isShort = kind !== "debit" && balance !== undefined && needed > BigInt(balance);
  const obstacle =
    (rows === 0 ? "No row is ready." : null) ??
    (isOnline ? null : "You are offline. The file stays here until you are back.") ??
    (kind === "debit" ? obstacleOfDebits(settings.data) : null) ??
    (isShort ? `It needs ${formatKobo(needed)} with fees; your merchant wallet has ${formatKobo(balance)}.` : null);
  return { rows, total, fees, balance, earlier: earlier.data ?? null, obstacle, isKnown: settings.isSuccess };
}

function feesOf(kind: BatchKind, { fees }: MerchantSettings, rows: number): bigint {
  return BigInt(rows) * BigInt(kind === "create" ? fees.walletCreationFee : fees.batchItemFee);
}

function obstacleOfDebits(settings: MerchantSettings | undefined): string | null {
  if (settings?.requirePinForDebit) {
    return "Debits need the customer's PIN (“PIN for debits” is on), and staff hold no customer PINs.";
  }
  return settings?.canDebitCustomer === false ? "Customer debits are not enabled for this account." : null;
}
