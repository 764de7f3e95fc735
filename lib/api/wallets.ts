import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import type { ListedCustomer, WalletFilters } from "../../contract/customers.ts";
import type { CappedMetadata, Metadata } from "../../contract/envelope.ts";
import type { WalletActivity } from "../../contract/wallet-activity.ts";
import type { CreatedCustomer, CreatedWallet, CreateWalletBody } from "../../contract/wallet-creation.ts";
import type { EnableWalletBody, FreezeWalletBody, Wallet, WalletInfo } from "../../contract/wallets.ts";
import type { Session } from "../permissions.ts";
import { useInvalidateWallets } from "./customers.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf, readPagesOf } from "./read.ts";
import { request, requestFile } from "./request.ts";
import { ServiceError } from "./service-error.ts";
import { useSession } from "./session-provider.tsx";
import { texts } from "./texts.ts";

const ACTIVITY_PER_PAGE = 20;

export type WalletList = { wallets: Wallet[]; metadata: CappedMetadata };

/** A page of wallets, newest first. Keeps the previous page while loading. Fresh for 30 s. Api 3. */
export function walletsQuery(
  session: Session,
  { page, perPage, ...filters }: WalletFilters & { page: number; perPage: number },
) {
  const query = queryOf(filters);
  return queryOptions({
    queryKey: queryKeyOf(session, "wallets", "list", JSON.stringify(query), page, perPage),
    staleTime: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf<WalletList>(session, { path: "/wallet", query: { ...query, page, perPage } }),
  });
}

export type CustomerList = { customers: ListedCustomer[]; metadata: CappedMetadata };

/** A page of customers, newest first. Keeps the previous page while loading. Fresh for 30 s. Api 3. */
export function customersQuery(
  session: Session,
  { page, perPage, ...filters }: WalletFilters & { page: number; perPage: number },
) {
  const query = { ...queryOf(filters), page, perPage };
  return queryOptions({
    queryKey: queryKeyOf(session, "wallets", "customers", JSON.stringify(query)),
    staleTime: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf<CustomerList>(session, { path: "/customer", query }),
  });
}

function queryOf({ postNoCredit, ...filters }: WalletFilters) {
  return { ...filters, postNoCredit: postNoCredit === undefined ? undefined : String(postNoCredit) };
}

/** Opens the wallets of the filters as a CSV stream. @throws {ServiceError} when the service refuses. */
export function openWalletsFile(
  session: Session,
  filters: WalletFilters,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  return requestFile(session, { path: "/wallet/download", query: queryOf(filters), signal });
}

export type CreatedReply = { customer: CreatedCustomer; wallet: CreatedWallet };

/**
 * Creates a customer with a wallet. The idempotency key makes a retry safe. Not a mutation, which would cache the BVN.
 * @throws {ServiceError} `customer_exists` with the existing customer's ID in its first field
 */
export function createWallet(
  session: Session,
  { body, idempotencyKey }: { body: CreateWalletBody; idempotencyKey: string },
): Promise<CreatedReply> {
  return request<CreatedReply>(session, { method: "POST", path: "/wallet", body, idempotencyKey });
}

/** Sets or replaces a wallet's PIN. Not a mutation, which would cache it. Spec 4.14, dashboard 5.4. */
export function setTransactionPin(
  session: Session,
  body: { customerId: string; pin: string },
): Promise<{ message: string }> {
  return request<{ message: string }>(session, { method: "PUT", path: "/wallet/transaction-pin", body });
}

/** Blocks or allows credits to a wallet; the reason is optional. Spec 4.15, 4.16. */
export function useSetPostNoCredit(isBlocked: boolean) {
  const word = isBlocked ? "enable" : "disable";
  return useWalletWrite<{ customerId: string; reason?: string }>(`/wallet/${word}-post-no-credit`);
}

/** A customer's wallet by customer ID; fresh for 10 s. Spec 4.9. */
export function walletQuery(session: Session, customerId: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "wallets", "customer", customerId),
    staleTime: FRESH_MS.wallet,
    ...readOf(session, { path: "/wallet/customer", query: { customerId } }, ({ wallet }: { wallet: Wallet }) => wallet),
  });
}

/**
 * A customer's wallet by customer ID or wallet ID; fresh for 10 s. Rejects with `customer_not_found` if neither
 * matches. Dashboard 5.1.
 */
export function walletByIdQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "wallets", "id", id),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<Wallet> => {
      const query = { search: id, page: 1, perPage: 1 };
      const [wallet] = (await request<WalletList>(session, { path: "/wallet", query, signal })).wallets;
      if (wallet) return wallet;
      throw new ServiceError({ code: "customer_not_found", status: 404, message: texts.nobodyHasThisId });
    },
  });
}

/** A customer's wallet by its 10-digit account number. Spec 4.10. */
export function walletByAccountQuery(session: Session, accountNumber: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "wallets", "account", accountNumber),
    staleTime: FRESH_MS.wallet,
    ...readOf(
      session,
      { path: "/wallet/customer/account", query: { accountNumber } },
      ({ wallet }: { wallet: Wallet & { merchantId: string } }) => wallet,
    ),
  });
}

/** Basic data of any wallet of the merchant, including its own, by account number. Spec 4.11. */
export function walletInfoQuery(session: Session, accountNumber: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "wallets", "info", accountNumber),
    staleTime: FRESH_MS.wallet,
    ...readOf(session, { path: "/wallet/info", query: { accountNumber } }, ({ data }: { data: WalletInfo }) => data),
  });
}

/** The activity of a wallet, newest first, 20 per page. Api 3. */
export function walletActivityQuery(session: Session, customerId: string) {
  return infiniteQueryOptions({
    queryKey: queryKeyOf(session, "wallets", "activity", customerId),
    staleTime: FRESH_MS.wallet,
    ...readPagesOf<{ data: WalletActivity[]; metadata: Metadata }, number>(session, 1, (page) => ({
      path: `/wallet/${encodeURIComponent(customerId)}/activity`,
      query: { page, perPage: ACTIVITY_PER_PAGE },
    })),
    getNextPageParam: ({ metadata }) => (metadata.page < metadata.totalPages ? metadata.page + 1 : undefined),
  });
}

/** Freezes a wallet with a reason, then invalidates wallets. Rejects with a `ServiceError`. Spec 4.12. */
export function useFreezeWallet() {
  return useWalletWrite<FreezeWalletBody>("/wallet/close");
}

/**
 * Enables a frozen wallet. A wallet frozen by a failed identity check is refused with the stored reason. Spec 4.13,
 * api 3.
 */
export function useEnableWallet() {
  return useWalletWrite<EnableWalletBody>("/wallet/enable");
}

function useWalletWrite<Body>(path: `/${string}`) {
  const session = useSession();
  return useMutation({
    mutationFn: (body: Body) => request<{ message: string }>(session, { method: "POST", path, body }),
    // After a failure too: a refusal often means that the page shows old data, and after a lost response it may.
    onSettled: useInvalidateWallets(),
  });
}
