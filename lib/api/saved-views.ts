import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ListName, SavedView } from "../../contract/saved-views.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { useSession } from "./session-provider.tsx";

/** The member's saved views of a list, oldest first. Decision 0116. */
export function savedViewsQuery(session: Session, list: ListName) {
  return queryOptions({
    queryKey: queryKeyOf(session, "views", list),
    staleTime: FRESH_MS.settings,
    ...readOf(session, { path: "/user/views", query: { list } }, ({ views }: { views: SavedView[] }) => views),
  });
}

type ViewWrite =
  | { kind: "save"; name: string; query: string; idempotencyKey: string }
  | { kind: "rename"; id: string; name: string }
  | { kind: "remove"; id: string };

/** Saves, renames or removes one of the member's views, then reads them again. Rejects with a `ServiceError`. */
export function useWriteView(list: ListName) {
  const session = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (write: ViewWrite) => {
      if (write.kind === "save") {
        const { name, query, idempotencyKey } = write;
        const body = { list, name, query };
        return request<object>(session, { method: "POST", path: "/user/views", body, idempotencyKey });
      }
      const path = `/user/views/${encodeURIComponent(write.id)}` as const;
      if (write.kind === "remove") return request<object>(session, { method: "DELETE", path });
      return request<object>(session, { method: "PATCH", path, body: { name: write.name } });
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeyOf(session, "views", list) }),
  });
}
