"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { FRESH_MS } from "./query-keys.ts";
import { ServiceError } from "./service-error.ts";

/** The query cache. Kept in memory only, for the life of the page. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Queries retry twice, never after a 4xx; mutations never retry automatically. Dashboard 2.4. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.status >= 400 && error.status < 500;
}
