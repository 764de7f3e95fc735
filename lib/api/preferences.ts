import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { FirstStep, Preferences } from "../../contract/preferences.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** The member's own preferences at this merchant, kept by the service; fresh for 5 min. Decision 0118. */
export function preferencesQuery(session: Session) {
  return queryOptions({
    queryKey: queryKeyOf(session, "me", "preferences"),
    staleTime: FRESH_MS.settings,
    ...readOf(session, { path: "/user/preferences" }, ({ data }: { data: Preferences }) => data),
  });
}

/** Changes the member's preferences and stores the response. Decision 0118. */
export function useUpdatePreferences() {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: Partial<Preferences>): Promise<Preferences> => {
      const call = { method: "PATCH", path: "/user/preferences", body: change } as const;
      return (await request<{ data: Preferences }>(session, call)).data;
    },
    onSuccess: (saved) => queries.setQueryData(preferencesQuery(session).queryKey, saved),
  });
}

/**
 * Dismisses first steps, or shows them again, and keeps the page's facts in step. `dismissed` are all of the member's dismissed steps.
 * Dashboard 2.5.
 */
export function useDismissSteps() {
  const session = useSession();
  const queries = useQueryClient();
  const update = useUpdatePreferences();
  return useMutation({
    mutationFn: (dismissed: FirstStep[]) => update.mutateAsync({ dismissedSteps: dismissed }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeyOf(session, "frame") }),
  });
}
