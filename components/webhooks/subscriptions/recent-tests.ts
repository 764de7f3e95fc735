"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TestResult } from "../../../contract/webhook-records.ts";
import { queryKeyOf } from "../../../lib/api/query-keys.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";

export type KeptTest = TestResult & { at: number };

const MOST = 10;

/** The last 10 tests of a subscription on this page, newest first. A reload clears them; the list of deliveries keeps them. */
export function useRecentTests(subscriptionId: string) {
  const session = useSession();
  const queries = useQueryClient();
  const key = queryKeyOf(session, "webhooks", "tests", subscriptionId);
  const [tests, setTests] = useState(() => queries.getQueryData<KeptTest[]>(key) ?? []);
  const add = (result: TestResult) => {
    const next = [{ ...result, at: Date.now() }, ...tests].slice(0, MOST);
    queries.setQueryData(key, next);
    setTests(next);
  };
  return { tests, add };
}
