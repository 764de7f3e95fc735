import * as z from "zod";
import { endpoint, members } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { Id, Instant, visibleName } from "./values.ts";

const LIST_NAMES = ["wallets", "customers", "transactions", "payouts", "insights"] as const;
const ListName = z.enum(LIST_NAMES);
export type ListName = z.infer<typeof ListName>;

/** Views of one list that a member may save. */
export const MOST_VIEWS = 20;

/** The filters of a list under a name. `query` is the query string of the list's page, without `?` and the page number. */
export const SavedView = z
  .object({ id: Id, list: ListName, name: z.string(), query: z.string(), createdAt: Instant })
  .meta({ id: "SavedView" });
export type SavedView = z.infer<typeof SavedView>;

const ViewName = visibleName(60).meta({ examples: ["Frozen VIPs"] });
const ViewQuery = z
  .string()
  .max(1000)
  .regex(/^[\w\-.~%=&+*!'(),:;@/]*$/, "must be a query string such as status=FROZEN&tier=TIER_3")
  .meta({ examples: ["status=FROZEN&tag=vip"] });

const own = { tag: "Team", extension: true, callers: members, permission: null, dashboard: true, status: 200 } as const;
const source = "dashboard 2.5";

/** A member's saved filters at one merchant, in both modes. Decision 0116. */
export const savedViewEndpoints = {
  listViews: endpoint({
    ...own,
    method: "GET",
    path: "/user/views",
    summary: "List your saved views of a list, oldest first",
    source,
    query: z.object({ list: ListName }),
    reply: success({ views: z.array(SavedView) }),
  }),
  saveView: endpoint({
    ...own,
    method: "POST",
    path: "/user/views",
    summary: "Save the filters of a list under a name",
    source,
    status: 201,
    idempotent: true,
    body: z.object({ list: ListName, name: ViewName, query: ViewQuery }),
    reply: success({ view: SavedView }),
  }),
  updateView: endpoint({
    ...own,
    method: "PATCH",
    path: "/user/views/{id}",
    summary: "Rename one of your saved views, or change its filters",
    source,
    params: z.object({ id: Id }),
    body: z.object({ name: ViewName, query: ViewQuery }).partial(),
    reply: success({ view: SavedView }),
  }),
  removeView: endpoint({
    ...own,
    method: "DELETE",
    path: "/user/views/{id}",
    summary: "Remove one of your saved views",
    source,
    params: z.object({ id: Id }),
    reply: success({}),
  }),
};
