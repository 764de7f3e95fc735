import { queryOptions } from "@tanstack/react-query";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { request } from "./request.ts";

type CountReply = { metadata: { totalRecords: number } };

/** The number of `what` that a merchant has, for the onboarding steps; fresh for 60 s. */
export function countQuery(session: Session, what: keyof typeof COUNTS) {
  return queryOptions({
    queryKey: queryKeyOf(session, ...COUNTS[what].key),
    staleTime: FRESH_MS.overview,
    queryFn: async ({ signal }): Promise<number> => {
      const { path, query } = COUNTS[what];
      return (await request<CountReply>(session, { path, query: { ...query, page: 1, perPage: 1 }, signal })).metadata
        .totalRecords;
    },
  });
}

const COUNTS = {
  wallets: { key: ["wallets", "count"], path: "/wallet", query: {} },
  credits: {
    key: ["transactions", "credit-count"],
    path: "/merchant/transactions",
    query: { category: "CREDIT_CUSTOMER_WALLET" },
  },
  transfers: {
    key: ["transactions", "transfer-count"],
    path: "/merchant/transactions",
    query: { category: "WALLET_TO_WALLET_TRANSFER" },
  },
  members: { key: ["team", "member-count"], path: "/team/members", query: {} },
  invitations: { key: ["team", "invitation-count"], path: "/team/invitations", query: {} },
} as const;
