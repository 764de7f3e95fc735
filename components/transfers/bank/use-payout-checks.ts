"use client";

import { useQuery } from "@tanstack/react-query";
import { payoutPreviewQuery, samePayoutQuery } from "../../../lib/api/payouts.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import type { PayoutRequest } from "../../../lib/api/transfers.ts";
import { can } from "../../../lib/permissions.ts";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";

const SETTLE_MS = 300;
const NOTHING: PayoutRequest = { kind: "payout", amount: 0, sortCode: "", accountNumber: "" };

/** The service's checks of a payout once typing pauses: the preview, and an equal payout shortly before. Rails 8. */
export function usePayoutChecks(payout: PayoutRequest | undefined, isOpen: boolean) {
  const session = useSession();
  const mayAsk = can(session, "TRANSFER_TO_BANK");
  const text = payout ? JSON.stringify(payout) : "";
  const [settled] = useDebouncedValue(text, SETTLE_MS);
  // A response for an earlier input is not shown for the current one.
  const isSettled = payout !== undefined && settled === text;
  const asked = payout ?? NOTHING;
  const enabled = isSettled && mayAsk && isOpen;
  const preview = useQuery({ ...payoutPreviewQuery(session, asked), enabled });
  const same = useQuery({
    ...samePayoutQuery(session, asked),
    enabled: enabled && can(session, "BROWSE_TRANSACTIONS"),
  });
  return {
    mayAsk,
    closed: null,
    preview,
    same,
    isWorking: payout !== undefined && mayAsk && (!isSettled || preview.isLoading),
  };
}

export type PayoutChecks = ReturnType<typeof usePayoutChecks>;
