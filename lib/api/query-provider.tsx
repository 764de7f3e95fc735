"use client";

import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type FirstReads, keepFirstReads } from "./first-reads.ts";
import { FRESH_MS } from "./query-keys.ts";
import { ServiceError } from "./service-error.ts";
import { useSession } from "./session-provider.tsx";

/** The query cache. Kept in memory only, for the life of the page. */
export function QueryProvider({ firstReads, children }: { firstReads?: FirstReads; children: ReactNode }) {
  const session = useSession();
  const [client] = useState(() => {
    // Before the components below render: they show these replies in their first render, on the server too.
    if (firstReads) keepFirstReads(session, firstReads);
    return createQueryClient();
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const SUMS: readonly unknown[] = ["overview", "analytics", "wallet"];

/** Queries retry twice, never after a 4xx; mutations never retry automatically. Dashboard 2.4. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // Any write may have moved money or created wallets, which the overview sums up.
    mutationCache: new MutationCache({
      onSettled: () =>
        void client.invalidateQueries({
          predicate: ({ queryKey: [, , noun, what] }) => noun === "merchant" && SUMS.includes(what),
        }),
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS.list,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        refetchOnWindowFocus: true,
      },
      // Offline, `request` refuses with an error. A paused mutation would be sent later without anyone noticing.
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.status >= 400 && error.status < 500;
}
