"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { readBeforeWrite } from "../../../lib/api/interruptions.ts";
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
  const queries = useQueryClient();
  const mayAsk = can(session, "TRANSFER_TO_BANK");
  const mayLook = can(session, "BROWSE_TRANSACTIONS");
  const text = payout ? JSON.stringify(payout) : "";
  const [settled] = useDebouncedValue(text, SETTLE_MS);
  // A response for an earlier input is not shown for the current one.
  const isSettled = payout !== undefined && settled === text;
  const asked = payout ?? NOTHING;
  const enabled = isSettled && mayAsk && isOpen;
  const preview = useQuery({ ...payoutPreviewQuery(session, asked), enabled });
  const sameQuery = samePayoutQuery(session, asked);
  const same = useQuery({ ...sameQuery, enabled: enabled && mayLook });
  return {
    mayAsk,
    closed: null,
    preview,
    same,
    /** Looks once more for an equal payout. @throws {ServiceError} if it cannot be known */
    lookAgain: async () => (mayLook ? readBeforeWrite(queries, sameQuery) : null),
    isWorking: payout !== undefined && mayAsk && (!isSettled || preview.isLoading),
  };
}

export type PayoutChecks = ReturnType<typeof usePayoutChecks>;
