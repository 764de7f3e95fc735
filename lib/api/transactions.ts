import { queryOptions } from "@tanstack/react-query";
import type { TrialBalance } from "../../contract/transactions.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, keyOf } from "./query-keys.ts";
import { request } from "./request.ts";

/** The proof that the merchant's books are right, as the verifier last found it; fresh for 60 s. Api 4. */
export function trialBalanceQuery(session: Session) {
  return queryOptions({
    queryKey: keyOf(session, "transactions", "trial-balance"),
    staleTime: FRESH_MS.overview,
    queryFn: async ({ signal }): Promise<TrialBalance> => {
      return (await request<{ data: TrialBalance }>(session, { path: "/ledger/trial-balance", signal })).data;
    },
  });
}
