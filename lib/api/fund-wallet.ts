import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FundMerchantWalletBody, FundMerchantWalletReply } from "../../contract/merchant.ts";
import { queryKeyOf } from "./query-keys.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

type FundMerchantWalletInput = FundMerchantWalletBody & { idempotencyKey: string };

/** Funds the sandbox wallet. The idempotency key makes a retry safe (see `newIdempotencyKey`). Api 6. */
export function useFundMerchantWallet() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, amount }: FundMerchantWalletInput) =>
      request<FundMerchantWalletReply>(session, {
        method: "POST",
        path: "/merchant/fund-wallet",
        body: { amount },
        idempotencyKey,
      }),
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeyOf(session, "merchant") }),
  });
}
