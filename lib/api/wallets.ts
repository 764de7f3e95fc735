import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Metadata } from "../../contract/envelope.ts";
import type { WalletActivity } from "../../contract/wallet-activity.ts";
import type { EnableWalletBody, FreezeWalletBody, Wallet, WalletInfo } from "../../contract/wallets.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, keyOf } from "./query-keys.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

const ACTIVITY_PER_PAGE = 20;

/** A customer's wallet by customer ID; fresh for 10 s. Spec 4.9. */
export function walletQuery(session: Session, customerId: string) {
  return queryOptions({
    queryKey: keyOf(session, "wallets", "customer", customerId),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<Wallet> => {
      const path = "/wallet/customer";
      return (await request<{ wallet: Wallet }>(session, { path, query: { customerId }, signal })).wallet;
    },
  });
}

/** A customer's wallet by its 10-digit account number. Spec 4.10. */
export function walletByAccountQuery(session: Session, accountNumber: string) {
  return queryOptions({
    queryKey: keyOf(session, "wallets", "account", accountNumber),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<Wallet & { merchantId: string }> => {
      type Reply = { wallet: Wallet & { merchantId: string } };
      const path = "/wallet/customer/account";
      return (await request<Reply>(session, { path, query: { accountNumber }, signal })).wallet;
    },
  });
}

/** The least about any wallet of the merchant, its own included, by account number. Spec 4.11. */
export function walletInfoQuery(session: Session, accountNumber: string) {
  return queryOptions({
    queryKey: keyOf(session, "wallets", "info", accountNumber),
    staleTime: FRESH_MS.wallet,
    queryFn: async ({ signal }): Promise<WalletInfo> => {
      const path = "/wallet/info";
      return (await request<{ data: WalletInfo }>(session, { path, query: { accountNumber }, signal })).data;
    },
  });
}

/** What happened to a wallet, newest first, 20 a page. Api 3. */
export function walletActivityQuery(session: Session, customerId: string) {
  return infiniteQueryOptions({
    queryKey: keyOf(session, "wallets", "activity", customerId),
    staleTime: FRESH_MS.wallet,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      request<{ data: WalletActivity[]; metadata: Metadata }>(session, {
        path: `/wallet/${encodeURIComponent(customerId)}/activity`,
        query: { page: pageParam, perPage: ACTIVITY_PER_PAGE },
        signal,
      }),
    getNextPageParam: ({ metadata }) => (metadata.page < metadata.totalPages ? metadata.page + 1 : undefined),
  });
}

/** Freezes a wallet with a reason, then reads every wallet on the page again. Rejects with a `ServiceError`. Spec 4.12. */
export function useFreezeWallet() {
  return useWalletWrite<FreezeWalletBody>("/wallet/close");
}

/** Ends a freeze; a wallet frozen by a failed identity check is refused with the stored reason. Spec 4.13, api 3. */
export function useEnableWallet() {
  return useWalletWrite<EnableWalletBody>("/wallet/enable");
}

function useWalletWrite<Body>(path: `/${string}`) {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request<{ message: string }>(session, { method: "POST", path, body }),
    // Also after a failure: a refusal often means that what is shown is old, and a lost answer that it may be.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keyOf(session, "wallets") });
    },
  });
}
