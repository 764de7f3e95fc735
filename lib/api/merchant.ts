import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { FundMerchantWalletBody, FundMerchantWalletReply, MerchantWallet } from "../../contract/merchant.ts";
import type { MerchantSettings } from "../../contract/merchant-settings.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, keyOf } from "./query-keys.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** The merchant's own wallet of the mode shown; fresh for 60 s. Api 4. */
export function merchantWalletQuery(session: Session) {
  return queryOptions({
    queryKey: keyOf(session, "merchant", "wallet"),
    staleTime: FRESH_MS.overview,
    queryFn: async ({ signal }): Promise<MerchantWallet> => {
      return (await request<{ data: MerchantWallet }>(session, { path: "/merchant/wallet", signal })).data;
    },
  });
}

/** Fees, limits and flags of the mode shown; fresh for 5 min. Api 6. */
export function merchantSettingsQuery(session: Session) {
  return queryOptions({
    queryKey: keyOf(session, "merchant", "settings"),
    staleTime: FRESH_MS.settings,
    queryFn: async ({ signal }): Promise<MerchantSettings> => {
      return (await request<{ data: MerchantSettings }>(session, { path: "/merchant/settings", signal })).data;
    },
  });
}

export type FundMerchantWalletInput = FundMerchantWalletBody & { intentKey: string };

/** Funds the sandbox wallet; `intentKey` makes a repetition harmless (see `newIntentKey`). Api 6. */
export function useFundMerchantWallet() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ intentKey, amount }: FundMerchantWalletInput) =>
      request<FundMerchantWalletReply>(session, {
        method: "POST",
        path: "/merchant/fund-wallet",
        body: { amount },
        intentKey,
      }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keyOf(session, "merchant") });
    },
  });
}

/** A key for one wish of one person: made when a form opens, changed with a field or after a definite answer. Dashboard 5.7. */
export function newIntentKey(): string {
  return crypto.randomUUID();
}
