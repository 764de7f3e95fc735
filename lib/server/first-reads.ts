import "server-only";
import { headers } from "next/headers";
import type { FirstReads } from "../api/first-reads.ts";
import { lastDays, minuteBefore } from "../format/day.ts";
import { can, type Session } from "../permissions.ts";
import { settings } from "./env.ts";
import { PATH_HEADER } from "./page-headers.ts";
import { findEndpoint } from "./proxy/endpoint-table.ts";
import { tracingHeaders } from "./proxy/tracing-headers.ts";
import { callService } from "./proxy/upstream.ts";
import { currentToken } from "./session/require-session.ts";

const TIMEOUT_MS = 3_000;
const MOST_CHARACTERS = 100_000;
const DAY_MS = 86_400_000;
const OVERVIEW_DAYS = 14;

/** What every page's frame reads: the counts beside Approvals and Webhooks. */
function frameReads(session: Session, nowMs: number): string[] {
  const failed = `/merchant/webhook/deliveries?${new URLSearchParams({ status: "failed", test: "hide", startDate: minuteBefore(nowMs, DAY_MS), page: "1", perPage: "1" })}`;
  const waiting = "/transaction/pending?status=PENDING&scope=approvable&page=1&perPage=1";
  return can(session, "APPROVE_TRANSFER") ? [waiting, failed] : [failed];
}

const CHANGES = "/team/changes?status=PENDING&page=1&perPage=100";
const MEMBERS = "/team/members?page=1&perPage=100";
const WEBHOOK_SETTINGS = "/merchant/webhook/settings";

/** What pages read first without filters, by their path. A missing or outdated line costs a request of the page, nothing else. */
const PAGES: Readonly<Record<string, (nowMs: number) => string[]>> = {
  "/": (nowMs) => {
    const days = new URLSearchParams(lastDays(OVERVIEW_DAYS, nowMs));
    return [
      ...["/ledger/trial-balance", "/merchant/wallet", `/merchant/overview?${days}`, `/merchant/analytics?${days}`],
      "/transaction/pending?status=PENDING&sort=expiry&perPage=100",
      "/wallet/bulk-credit-customer-records?page=1&perPage=20&origin=upload",
      ...["/wallet/bulk-create-customers?page=1&perPage=20", WEBHOOK_SETTINGS],
    ];
  },
  "/wallets": () => ["/wallet?page=1&perPage=20", "/wallet/tags"],
  "/customers": () => ["/customer?page=1&perPage=20", "/wallet/tags"],
  "/transactions": () => ["/merchant/transactions?page=1&perPage=20"],
  "/payouts": () => ["/transfer/bank?page=1&perPage=20", "/transfer/banks"],
  "/incoming": () => ["/bank-credits?page=1&perPage=20", "/merchant/wallet"],
  "/reconciliation": () => ["/reconciliation/breaks?page=1&perPage=20&state=open"],
  "/reconciliation/ledger": () => ["/ledger/trial-balance"],
  "/imports": () => [
    "/wallet/bulk-credit-customer-records?page=1&perPage=20",
    "/wallet/bulk-create-customers?page=1&perPage=20",
  ],
  "/approvals": () => [
    ...["/transaction/requesters", "/transaction/pending?status=PENDING&sort=newest&perPage=20", CHANGES],
    "/transaction/pending?status=PENDING&page=1&perPage=1",
    "/transaction/pending?status=PENDING&scope=mine&page=1&perPage=1",
  ],
  "/audit": () => ["/merchant/audit-log?without=session&page=1&perPage=25"],
  "/webhooks": () => [WEBHOOK_SETTINGS, "/merchant/webhook/subscriptions"],
  "/webhooks/deliveries": (nowMs) => {
    const of = (more: Record<string, string>, path = "deliveries") =>
      `/merchant/webhook/${path}?${new URLSearchParams(more)}`;
    const all = { test: "all", startDate: minuteBefore(nowMs, DAY_MS) };
    const count = { page: "1", perPage: "1" };
    return [
      ...["/merchant/webhook/subscriptions", "/merchant/webhook/replays?page=1&perPage=1"],
      of({ startDate: all.startDate }, "stats"),
      ...[of({ ...all, ...count }), of({ ...all, page: "1", perPage: "20" })],
      ...["success", "pending", "retrying", "failed"].map((status) => of({ status, ...all, ...count })),
    ];
  },
  "/settings/account": () => [
    ...["/merchant/profile", "/merchant/settings", "/merchant/balance-alert", CHANGES, MEMBERS],
  ],
  "/settings/keys": () => ["/merchant/access-keys", "/merchant/restricted-keys"],
  "/settings/team": () => ["/team/invitations?page=1&perPage=20", "/team/roles", CHANGES, MEMBERS],
  "/settings/roles": () => ["/team/roles"],
  "/settings/me": () =>
    ["two-factor", "passkeys", "sessions", "sign-in-failures", "preferences"].map((what) => `/user/${what}`),
};

/** The same for pages of one record; `id` is the last segment of their path. */
const RECORDS: readonly [RegExp, (id: string) => string[]][] = [
  [
    /^\/wallets\/([\w-]{20,})$/,
    (id) => [`/wallet/customer?customerId=${id}`, `/wallet/${id}/activity?page=1&perPage=20`, `/customer/${id}`],
  ],
  [
    /^\/customers\/([\w-]{20,})$/,
    (id) => [`/customer/${id}`, `/wallet/customer?customerId=${id}`, `/wallet/${id}/notes?page=1&perPage=20`],
  ],
  [/^\/transactions\/([\w-]{20,})$/, (id) => [`/transaction/info?reference=${id}`]],
  [/^\/payouts\/([\w-]{20,})$/, (id) => [`/transfer/bank/${id}`]],
  [/^\/approvals\/([\w-]{20,})$/, (id) => [`/transaction/pending/${id}`]],
  [/^\/webhooks\/([\w-]{20,})$/, (id) => [`/merchant/webhook/subscription/${id}`, WEBHOOK_SETTINGS]],
];

/**
 * Starts the reads that the page of this request needs first, with the session's token; their replies follow in the same document. None
 * for a navigation inside a loaded page. Decision 0009.
 */
export async function startFirstReads(session: Session): Promise<FirstReads> {
  const incoming = await headers();
  const token = await currentToken();
  if (incoming.get("sec-fetch-dest") !== "document" || !token || token.accessEndsAt <= Date.now()) return {};
  const read = (path: string) => readReply(path, session, token.accessToken, incoming);
  const paths = [...new Set(pathsOf(incoming.get(PATH_HEADER) ?? "", session))];
  return Object.fromEntries(paths.filter((path) => maySend(path, session)).map((path) => [path, read(path)]));
}

function pathsOf(page: string, session: Session): string[] {
  const nowMs = Date.now();
  const record = RECORDS.find(([pattern]) => pattern.test(page));
  const id = record?.[0].exec(page)?.[1] ?? "";
  return [...frameReads(session, nowMs), ...(record?.[1](id) ?? PAGES[page]?.(nowMs) ?? [])];
}

function maySend(path: string, session: Session): boolean {
  const endpoint = findEndpoint("GET", path.split("?")[0]?.split("/").slice(1) ?? []);
  return endpoint !== undefined && can(session, endpoint.permission);
}

async function readReply(
  path: string,
  { mode }: Session,
  accessToken: string,
  incoming: Headers,
): Promise<string | null> {
  const own = tracingHeaders(incoming);
  own.set("Authorization", `Bearer ${accessToken}`);
  own.set("Accept", "application/json");
  own.set("X-Account-Mode", mode);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const sent = await callService(settings(), { method: "GET", path, headers: own, signal });
  // A refusal is the page's to receive, so that it handles it as always.
  if (sent.kind !== "responded" || sent.response.status !== 200) return null;
  const body = await sent.response.text().catch(() => "");
  return body === "" || body.length > MOST_CHARACTERS ? null : body;
}
