"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { FRESH_MS } from "./query-keys.ts";
import { ServiceError } from "./service-error.ts";

/** The cache of everything read. Lives in memory only, and ends with the page. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Reads repeat twice, never after a 4xx; writes never by themselves. Dashboard 2.4. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS.list,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        refetchOnWindowFocus: true,
      },
      // Offline, `request` refuses with a reason; a paused write would go out later, unseen.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.status >= 400 && error.status < 500;
}
