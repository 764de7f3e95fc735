import { useMutation } from "@tanstack/react-query";
import type { BulkResult } from "../../contract/bulk-wallets.ts";
import type { WalletFilters } from "../../contract/customers.ts";
import { useInvalidateWallets } from "./customers.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** What one call does to many wallets, by the last part of its path. Decision 0115. */
export type BulkChange = "close" | "enable" | "enable-post-no-credit" | "disable-post-no-credit";

/** The wallets of a change: chosen ones, or all that match filters with the number that the person saw. */
export type WalletSelection = { customerIds: readonly string[] } | { matching: WalletFilters; expected: number };

/** Changes many wallets, then invalidates them. The key makes a retry safe. Rejects with a `ServiceError`. */
export function useBulkChange(change: BulkChange) {
  const session = useSession();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: WalletSelection & { reason: string; idempotencyKey: string }) =>
      request<{ data: BulkResult }>(session, { method: "POST", path: `/wallet/bulk/${change}`, body, idempotencyKey }),
    onSettled: useInvalidateWallets(),
  });
}
