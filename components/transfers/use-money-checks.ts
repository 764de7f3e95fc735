"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { readBeforeWrite } from "../../lib/api/interruptions.ts";
import { merchantSettingsQuery } from "../../lib/api/merchant.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { type MoneyKind, moneyPreviewQuery, samePaymentQuery, type WalletPayment } from "../../lib/api/transfers.ts";
import { can } from "../../lib/permissions.ts";
import { useDebouncedValue } from "../ui/use-debounced-value.ts";
import { closedText } from "./money-texts.ts";

const SETTLE_MS = 300;
const NOTHING: WalletPayment = { kind: "credit", customerId: "", amount: 0 };

/** The service's checks of a payment once typing pauses: the preview, and an equal payment shortly before. Dashboard 5.7. */
export function useMoneyChecks(kind: MoneyKind, paymentRequest: WalletPayment | undefined, isOpen: boolean) {
  const session = useSession();
  const queries = useQueryClient();
  const mayAsk = can(session, kind === "transfer" ? "MANAGE_TRANSFER" : "WALLET_CREDIT_DEBIT");
  const mayLook = can(session, "BROWSE_TRANSACTIONS");
  const text = paymentRequest ? JSON.stringify(paymentRequest) : "";
  const [settled] = useDebouncedValue(text, SETTLE_MS);
  // A response for an earlier input is not shown for the current one.
  const isSettled = paymentRequest !== undefined && settled === text;
  const asked = paymentRequest ?? NOTHING;
  const enabled = isSettled && mayAsk && isOpen;
  const preview = useQuery({ ...moneyPreviewQuery(session, asked), enabled });
  const sameQuery = samePaymentQuery(session, asked);
  const same = useQuery({ ...sameQuery, enabled: enabled && mayLook });
  const { data: settings } = useQuery(merchantSettingsQuery(session));
  const closed = settings ? closedText(kind, settings) : null;
  return {
    mayAsk,
    closed,
    preview,
    same,
    /** Looks once more for an equal payment. @throws {ServiceError} if it cannot be known */
    lookAgain: async () => (mayLook ? readBeforeWrite(queries, sameQuery) : null),
    isWorking: paymentRequest !== undefined && mayAsk && (!isSettled || preview.isLoading),
  };
}

export type MoneyChecks = ReturnType<typeof useMoneyChecks>;
