import "server-only";
import { setTimeout } from "node:timers/promises";
import { headers } from "next/headers";
import type { FirstReads } from "../api/first-reads.ts";
import { lagosDay, lastDays, minuteBefore } from "../format/day.ts";
import { can, type Session } from "../permissions.ts";
import { settings } from "./env.ts";
import { PATH_HEADER } from "./page-headers.ts";
import { findEndpoint } from "./proxy/endpoint-table.ts";
import { tracingHeaders } from "./proxy/tracing-headers.ts";
import { callService } from "./proxy/upstream.ts";
import { currentToken } from "./session/require-session.ts";

const TIMEOUT_MS = 3_000;
/** A document waits this long for the replies that its page shows in its first paint. */
const RENDERED_WITHIN_MS = 400;
const MOST_CHARACTERS = 100_000;
const DAY_MS = 86_400_000;
const OVERVIEW_DAYS = 14;

function topCustomers(nowMs: number): string {
  return `/merchant/insights/top-customers?month=${lagosDay(nowMs).slice(0, 7)}`;
}

/** What every page's frame reads: the counts beside Approvals and Webhooks. */
function frameReads(session: Session, nowMs: number): string[] {
  const failed = `/merchant/webhook/deliveries?${new URLSearchParams({ status: "failed", test: "hide", startDate: minuteBefore(nowMs, DAY_MS), page: "1", perPage: "1" })}`;
  const waiting = "/transaction/pending?status=PENDING&scope=approvable&page=1&perPage=1";
  return can(session, "APPROVE_TRANSFER") ? [waiting, failed] : [failed];
}

const CHANGES = "/team/changes?status=PENDING&page=1&perPage=100";
const MEMBERS = "/team/members?page=1&perPage=100";
const WEBHOOK_SETTINGS = "/merchant/webhook/settings";
const WEBHOOK_EVENTS = "/merchant/webhook/events";
const VERIFICATION = "/merchant/business-verification";

type Ids = Readonly<Record<string, string>>;
type Reads = (ids: Ids, nowMs: number) => string[];

const none: Reads = () => [];
const count = { page: "1", perPage: "1" };

function deliveriesReads(nowMs: number): string[] {
  const of = (more: Record<string, string>, path = "deliveries") =>
    `/merchant/webhook/${path}?${new URLSearchParams(more)}`;
  const all = { test: "all", startDate: minuteBefore(nowMs, DAY_MS) };
  return [
    ...["/merchant/webhook/subscriptions", "/merchant/webhook/replays?page=1&perPage=1"],
    of({ startDate: all.startDate }, "stats"),
    ...[of({ ...all, ...count }), of({ ...all, page: "1", perPage: "20" })],
    ...["success", "pending", "retrying", "failed"].map((status) => of({ status, ...all, ...count })),
  ];
}

/**
 * What each page of the dashboard reads first without filters, by its folder in `app/(dashboard)`. A missing or outdated line costs a
 * request of the page; tests compare the table with the folders and with what the pages send.
 */
export const FIRST_READS: Readonly<Record<string, Reads>> = {
  "/": (_, nowMs) => {
    const days = new URLSearchParams(lastDays(OVERVIEW_DAYS, nowMs));
    return [
      ...["/ledger/trial-balance", "/merchant/wallet", `/merchant/overview?${days}`, `/merchant/analytics?${days}`],
      "/transaction/pending?status=PENDING&sort=expiry&perPage=100",
      "/wallet/bulk-credit-customer-records?page=1&perPage=20&origin=upload",
      "/transfer/bank/batch?page=1&perPage=20&origin=upload",
      ...["/wallet/bulk-create-customers?page=1&perPage=20", WEBHOOK_SETTINGS],
      ...[`/merchant/insights/cash-position?${days}`, `/merchant/insights/success?${days}`, topCustomers(nowMs)],
    ];
  },
  "/403": none,
  "/[...missing]": none,
  "/insights": (_, nowMs) => {
    const days = new URLSearchParams(lastDays(OVERVIEW_DAYS, nowMs));
    return [
      ...["cash-position", "volumes", "charges", "success", "busy-hours", "cards"].map(
        (of) => `/merchant/insights/${of}?${days}`,
      ),
      ...["/merchant/insights/active-wallets", "/merchant/insights/wallet-levels", topCustomers(nowMs)],
      "/user/preferences",
    ];
  },
  "/insights/rows": none,
  "/wallets": () => ["/wallet?page=1&perPage=20", "/wallet/tags"],
  "/wallets/new": none,
  "/wallets/merchant": (_, nowMs) => {
    const today = lagosDay(nowMs);
    return [
      ...["/merchant/wallet", "/merchant/balance-alert", `/transaction/statement?startDate=${today}&endDate=${today}`],
      "/merchant/transactions?page=1&perPage=20&wallet=merchant",
    ];
  },
  "/wallets/account/[number]": none,
  "/wallets/[customerId]": ({ customerId: id }) => [
    ...[`/wallet/customer?customerId=${id}`, `/wallet/${id}/activity?page=1&perPage=20`, `/customer/${id}`],
  ],
  "/customers": () => ["/customer?page=1&perPage=20", "/wallet/tags"],
  "/customers/[customerId]": ({ customerId: id }) => [
    ...[`/customer/${id}`, `/wallet/customer?customerId=${id}`, `/wallet/${id}/notes?page=1&perPage=20`],
  ],
  "/transactions": () => ["/merchant/transactions?page=1&perPage=20"],
  "/transactions/new": () => ["/merchant/settings"],
  "/transactions/[reference]": ({ reference }) => [`/transaction/info?reference=${reference}`],
  "/payouts": () => ["/transfer/bank?page=1&perPage=20", "/transfer/banks"],
  "/payouts/[reference]": ({ reference }) => [`/transfer/bank/${reference}`],
  "/payouts/batches/[batchId]": ({ batchId }) => [`/transfer/bank/batch/${batchId}?perPage=50&page=1`],
  "/cards": () => ["/card?page=1&perPage=20"],
  "/cards/[id]": ({ id }) => [`/card/${id}`, `/card/${id}/authorizations?page=1&perPage=20`],
  "/incoming": () => ["/bank-credits?page=1&perPage=20", "/merchant/wallet"],
  "/reconciliation": (_, nowMs) => [
    "/reconciliation/breaks?page=1&perPage=20&state=open",
    `/reconciliation?date=${lagosDay(nowMs - DAY_MS)}`,
  ],
  "/reconciliation/ledger": () => ["/ledger/trial-balance"],
  "/imports": () => [
    "/wallet/bulk-credit-customer-records?page=1&perPage=20",
    "/transfer/bank/batch?page=1&perPage=20",
    "/wallet/bulk-create-customers?page=1&perPage=20",
  ],
  "/imports/new": none,
  "/imports/[kind]/[batchId]": ({ kind, batchId }) => [
    kind === "create"
      ? `/wallet/bulk-create-customers/${batchId}`
      : `/wallet/bulk-credit-customer-status?batchId=${batchId}`,
  ],
  "/approvals": () => [
    ...["/transaction/requesters", "/transaction/pending?status=PENDING&sort=newest&perPage=20", CHANGES],
    "/transaction/pending?status=PENDING&page=1&perPage=1",
    "/transaction/pending?status=PENDING&scope=mine&page=1&perPage=1",
  ],
  "/approvals/[id]": ({ id }) => [`/transaction/pending/${id}`],
  "/statements": none,
  "/audit": () => ["/merchant/audit-log?without=session&page=1&perPage=25"],
  "/reference": none,
  "/webhooks": () => [WEBHOOK_SETTINGS, "/merchant/webhook/subscriptions"],
  "/webhooks/new": () => [WEBHOOK_EVENTS, WEBHOOK_SETTINGS],
  "/webhooks/[id]": ({ id }) => [`/merchant/webhook/subscription/${id}`, WEBHOOK_SETTINGS],
  "/webhooks/deliveries": (_, nowMs) => deliveriesReads(nowMs),
  "/webhooks/deliveries/[id]": ({ id }, nowMs) => [`/merchant/webhook/delivery/${id}`, ...deliveriesReads(nowMs)],
  "/webhooks/signature": () => [WEBHOOK_EVENTS],
  "/settings": none,
  "/settings/account": () => [
    ...["/merchant/profile", "/merchant/settings", "/merchant/balance-alert", CHANGES, VERIFICATION],
  ],
  "/settings/verification": () => [VERIFICATION],
  "/settings/keys": () => ["/merchant/access-keys", "/merchant/restricted-keys"],
  "/settings/team": () => ["/team/invitations?page=1&perPage=20", "/team/roles", CHANGES, MEMBERS],
  "/settings/roles": () => ["/team/roles"],
  "/settings/me": () =>
    ["two-factor", "passkeys", "sessions", "sign-in-failures", "preferences"].map((what) => `/user/${what}`),
};

/** Pages without parameters first: `/wallets/new` is not a wallet. */
const ROUTES = Object.entries(FIRST_READS)
  .map(([route, reads]) => ({ pattern: patternOf(route), isFixed: !route.includes("["), reads }))
  .toSorted((left, right) => Number(right.isFixed) - Number(left.isFixed));

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/\[(\w+)\]/g, "(?<$1>[\\w-]+)").replace("[...missing]", "$.")}$`);
}

/**
 * Starts the reads that the page of this request needs first, with the session's token. The page is rendered with the replies that arrive
 * in time; the others follow in the same document. None for a navigation inside a loaded page. Decisions 0009, 0180.
 */
export async function startFirstReads(session: Session): Promise<FirstReads> {
  const incoming = await headers();
  const token = await currentToken();
  if (incoming.get("sec-fetch-dest") !== "document" || !token || token.accessEndsAt <= Date.now()) {
    return { atMs: Date.now(), replies: {} };
  }
  const read = (path: string) => readReply(path, session, token.accessToken, incoming);
  const page = routeOf(incoming.get(PATH_HEADER) ?? "");
  const nowMs = Date.now();
  const paths = new Set([...frameReads(session, nowMs), ...page.reads(page.ids, nowMs)]);
  const replies = [...paths].filter((path) => maySend(path, session)).map((path) => [path, read(path)] as const);
  return { atMs: nowMs, replies: Object.fromEntries(page.isFixed ? await orLater(replies) : replies) };
}

/** The replies that arrive before the document has to start, and the others as promises. Decision 0180. */
async function orLater(reads: (readonly [path: string, reply: Promise<string | null>])[]) {
  const inTime = new AbortController();
  const late = setTimeout(RENDERED_WITHIN_MS, null, { signal: inTime.signal }).catch(() => null);
  const replies = await Promise.all(
    reads.map(async ([path, reply]) => [path, (await Promise.race([reply, late])) ?? reply] as const),
  );
  inTime.abort();
  return replies;
}

/** A page with filters in its address sends its own reads. */
function routeOf(page: string): Pick<(typeof ROUTES)[number], "isFixed" | "reads"> & { ids: Ids } {
  for (const { pattern, ...route } of ROUTES) {
    const found = pattern.exec(page);
    if (found) return { ...route, ids: found.groups ?? {} };
  }
  return { isFixed: true, reads: none, ids: {} };
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
