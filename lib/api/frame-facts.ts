import { useQuery } from "@tanstack/react-query";
import type { Profile } from "../../contract/auth.ts";
import { type FrameFacts, frameFactsOf } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { request } from "./request.ts";
import { useRenderedFacts, useSession } from "./session-provider.tsx";

/**
 * What the frame shows beside the session: first what the page was rendered with, then the profile once a minute, because other members
 * change it. `undefined` until it is known. Api 6, decision 0094.
 */
export function useFrameFacts(): FrameFacts | undefined {
  const session = useSession();
  const rendered = useRenderedFacts();
  return useQuery({
    queryKey: queryKeyOf(session, "frame"),
    staleTime: FRESH_MS.overview,
    refetchInterval: FRESH_MS.overview,
    ...(rendered && { initialData: rendered }),
    queryFn: async ({ signal }): Promise<FrameFacts> =>
      frameFactsOf(await request<Profile>(session, { path: "/user/profile", signal })),
  }).data;
}
