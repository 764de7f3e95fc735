import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { BankCredit, BankCreditDetails, BankCreditState } from "../../contract/bank-credits.ts";
import type { CappedMetadata } from "../../contract/envelope.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

const PER_PAGE = 20;

/** Filters of the bank credits. Days are whole days in Lagos. */
export type BankCreditFilters = {
  state?: BankCreditState | undefined;
  customerId?: string | undefined;
  /** Kobo, both included. */
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  search?: string | undefined;
};

export type BankCreditList = {
  credits: BankCredit[];
  counts: Partial<Record<BankCreditState, number>>;
  metadata: CappedMetadata;
};

/** A page of bank transfers that arrived, newest first, with the number in each state; polled every 30 s. Rails 5. */
export function bankCreditsQuery(session: Session, { page, ...filters }: BankCreditFilters & { page: number }) {
  return queryOptions({
    queryKey: queryKeyOf(session, "bank-credits", "list", JSON.stringify(filters), page),
    staleTime: FRESH_MS.list,
    refetchInterval: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf<BankCreditList>(session, {
      path: "/bank-credits",
      query: { page, perPage: PER_PAGE, ...filters },
    }),
  });
}

/** One bank credit with what the caller may do now; fresh for 10 s. Rails 5. */
export function bankCreditQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "bank-credits", "one", id),
    staleTime: FRESH_MS.wallet,
    ...readOf(
      session,
      { path: `/bank-credits/${encodeURIComponent(id)}` },
      ({ credit }: { credit: BankCreditDetails }) => credit,
    ),
  });
}

/** Credit the wallet, or another wallet by its account number; or send the money back to its sender. */
export type CreditDecision =
  | { way: "credit"; accountNumber?: string; reason?: string }
  | { way: "return"; reason: string };

/** Ends a suspended credit. The idempotency key makes a retry safe. Asks for a proof of identity. Rails 5. */
export function useResolveBankCredit(id: string) {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({
      decision: { way, ...body },
      idempotencyKey,
    }: {
      decision: CreditDecision;
      idempotencyKey: string;
    }) => {
      const path = `/bank-credits/${encodeURIComponent(id)}/${way}` as const;
      return request<{ message: string; credit: BankCredit }>(session, { method: "POST", path, body, idempotencyKey });
    },
    onSettled: () => {
      for (const noun of ["bank-credits", "payouts", "reconciliation", "transactions", "wallets", "merchant"]) {
        void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
      }
    },
  });
}

export type SimulatedTransfer = {
  accountNumber: string;
  amount: number;
  senderName?: string;
  narration?: string;
};

/** Lets the sandbox bank send a transfer to an account number. It arrives a moment later. Rails 7. */
export function useSimulateBankTransfer() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SimulatedTransfer) =>
      request<{ message: string }>(session, { method: "POST", path: "/sandbox/bank-transfer", body }),
    onSettled: () => {
      const refresh = () => {
        for (const noun of ["bank-credits", "transactions", "wallets", "merchant"]) {
          void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
        }
      };
      refresh();
      // The bank sends it after it has answered.
      setTimeout(refresh, ARRIVES_MS);
    },
  });
}

const ARRIVES_MS = 2_000;
