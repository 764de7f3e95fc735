import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Receipt } from "../../contract/receipts.ts";
import type { Reversal } from "../../contract/reversals.ts";
import type { StatementSummary } from "../../contract/statements.ts";
import type {
  LedgerTransaction,
  TransactionDetails,
  TransactionGroup,
  TransactionList,
  TrialBalance,
} from "../../contract/transactions.ts";
import type { MovementPreview } from "../../contract/transfers.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request, requestFile } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** The merchant's trial balance from the verifier's last run; fresh for 60 s. Api 4. */
export function trialBalanceQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "transactions", "trial-balance"),
    staleTime: FRESH_MS.overview,
    ...readOf(session, { path: "/ledger/trial-balance" }, ({ data }: { data: TrialBalance }) => data),
  });
}

/** Filters of a transaction list. Days are whole days in Lagos. */
export type TransactionFilters = {
  type?: "CREDIT" | "DEBIT" | undefined;
  status?: LedgerTransaction["status"] | undefined;
  category?: LedgerTransaction["category"] | undefined;
  /** What Insights counts together; only for all wallets of the merchant. */
  group?: TransactionGroup | undefined;
  /** Kobo, both included. */
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  search?: string | undefined;
};

const PER_PAGE = 20;

/**
 * A page of transactions, newest first, of one customer's wallet or of all wallets of the merchant. Keeps the previous
 * page while loading. Fresh for 30 s. Api 4.
 */
export function transactionsQuery(
  session: Session,
  {
    customerId,
    page,
    ...filters
  }: TransactionFilters & {
    customerId?: string | undefined;
    /** Only what moved money of the merchant's own wallet. */
    wallet?: "merchant" | undefined;
    page: number;
  },
) {
  return queryOptions({
    queryKey: queryKeyOf(session, "transactions", "list", customerId ?? "", JSON.stringify(filters), page),
    staleTime: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf<TransactionList>(session, {
      path: customerId === undefined ? "/merchant/transactions" : "/transaction/customer",
      query: { customerId, page, perPage: PER_PAGE, ...filters },
    }),
  });
}

/** One transaction with its ledger details. Api 4. */
export function transactionQuery(session: Session, reference: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "transactions", "one", reference),
    staleTime: FRESH_MS.list,
    ...readOf(
      session,
      { path: "/transaction/info", query: { reference } },
      ({ transaction }: { transaction: TransactionDetails }) => transaction,
    ),
  });
}

/** The receipt of a payment. Api 4, decision 0125. */
export function receiptQuery(session: Session, reference: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "transactions", "receipt", reference),
    staleTime: FRESH_MS.list,
    ...readOf(session, { path: receiptPath(reference) }, ({ receipt }: { receipt: Receipt }) => receipt),
  });
}

/** Reads the PDF of a receipt. @throws {ServiceError} when the service refuses. Api 4. */
export async function openReceipt(session: Session, reference: string): Promise<Blob> {
  const stream = await requestFile(session, { path: `${receiptPath(reference)}/pdf` });
  return new Response(stream, { headers: { "content-type": "application/pdf" } }).blob();
}

function receiptPath(reference: string): `/${string}` {
  return `/transaction/${encodeURIComponent(reference)}/receipt`;
}

/** Balances and reasons against the reversal of a transaction. Moves no money. Api 4, decision 0104. */
export function reversalPreviewQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "transactions", "reversal", id),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<MovementPreview> => {
      const path = `/transaction/${id}/reverse/preview` as const;
      type Reply = { data: MovementPreview };
      return (await request<Reply>(session, { method: "POST", path, body: {}, isReadOnly: true, signal })).data;
    },
  });
}

/**
 * Reverses a transaction, or submits that for approval: then the reply has no `data`. The idempotency key makes a retry safe. Api 4,
 * decision 0104.
 */
export function useReverseTransaction(id: string) {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ reason, idempotencyKey }: { reason: string; idempotencyKey: string }) =>
      request<{ data?: Reversal }>(session, {
        method: "POST",
        path: `/transaction/${id}/reverse`,
        body: { reason },
        idempotencyKey,
      }),
    onSettled: () => {
      for (const noun of ["approvals", "transactions", "wallets"]) {
        void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
      }
    },
  });
}

/** The wallet and days of a statement. Without a customer: all wallets in CSV, the merchant wallet in PDF. */
export type StatementDays = Pick<TransactionFilters, "startDate" | "endDate"> & { customerId?: string | undefined };

/** What a statement contains, and how a CSV is written: `columns` are names of the contract, separated by commas. */
export type StatementScope = StatementDays &
  (
    | { format: "pdf" }
    | ({ format: "csv"; columns: string; unit: "naira" | "kobo"; zone: "Lagos" | "UTC" } & Pick<
        TransactionFilters,
        "type" | "category" | "minAmount" | "maxAmount"
      >)
  );

/** Opens a statement as a stream. @throws {ServiceError} when the service refuses. Api 4. */
export function openStatement(
  session: Session,
  { format, customerId, ...filters }: StatementScope,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const csv = customerId === undefined ? "/transaction/download/merchant" : "/transaction/download/customer";
  const path = format === "pdf" ? "/transaction/statement/pdf" : csv;
  return requestFile(session, { path, query: { customerId, ...filters }, signal });
}

/** The sums of a PDF statement. Api 4, decision 0125. */
export function statementQuery(session: Session, days: StatementDays) {
  return queryOptions({
    queryKey: queryKeyOf(session, "transactions", "statement", JSON.stringify(days)),
    staleTime: FRESH_MS.wallet,
    ...readOf(
      session,
      { path: "/transaction/statement", query: days },
      ({ statement }: { statement: StatementSummary }) => statement,
    ),
  });
}
