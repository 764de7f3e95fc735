import type pg from "pg";
import { type ApprovalFilter, findApprovals } from "../../service/db/approvals/approvals.ts";
import { type CardFilter, countCards, findCards } from "../../service/db/cards/card-lists.ts";
import { findInsightRows, type RowSelection } from "../../service/db/insights/insight-rows.ts";
import { publishMerchant } from "../../service/db/move-merchant.ts";
import { assignRanges } from "../../service/db/number-ranges.ts";
import { countPayouts, findPayouts, type PayoutFilter } from "../../service/db/payouts/payout-lists.ts";
import type { WalletFilter } from "../../service/db/wallets/wallet-filter.ts";
import { findNextWallets, findWalletPage, keepMatching } from "../../service/db/wallets/wallet-search.ts";
import { type DeliveryFilter, findDeliveries } from "../../service/db/webhooks/delivery-lists.ts";
import { findLoggedEvents } from "../../service/db/webhooks/event-log.ts";
import { evaluateFailures, type FailureFilter, queueFailures } from "../../service/db/webhooks/webhook-replays.ts";

const TENANT = 1;
const ID = "00000000-0000-7000-8000-000000000000";
const PAGE = { limit: 10, offset: 0 };
const NEXT = { ...PAGE, sort: "expiry", after: ID } as const;
const from = new Date("2026-01-01T00:00:00Z");
const to = new Date("2026-01-02T00:00:00Z");

const approvable = { by: ID, limit: 1n, othersUpTo: 1n, at: from };
const approvals: Required<ApprovalFilter> = {
  status: "PENDING",
  type: "CREDIT",
  kind: "transfer",
  category: "wallet",
  creator: ID,
  approvable,
};
const wallets: Required<WalletFilter> = {
  frozen: true,
  tier: 1,
  postNoCredit: false,
  tag: "vip",
  activeIn: { month: "2026-01-01" },
  createdFrom: "2026-01-01",
  createdTo: "2026-01-31",
  minBalance: 1n,
  maxBalance: 2n,
  nearLimit: { of: "daily", today: "2026-01-31" },
};
const weights = [{ kind: "transfer", amount: 1, feeBase: 0, feeMerchant: 0 }] as const;
const insightRows: RowSelection[] = [
  { posted: { weights } },
  { posted: { weights, weekday: 1, hour: 9 } },
  { charged: { charge: "vat", kinds: ["bank_booking"] } },
  { posted: { weights, isUndoneLeftOut: true }, failed: {} },
  { failed: { isSystem: true } },
  ...(["batch", "payout", "transaction"] as const).map((source) => ({ failed: { source, code: "06" } })),
  { card: { what: "authorized" } },
  { card: { what: "authorized", isWithIncrements: true } },
  { card: { what: "cleared" } },
  { card: { what: "refunded" } },
  { card: { what: "declined", code: "late" } },
];
const causes = { systemItems: ["internal"], customerPayouts: ["06"] };
const deliveries: Required<DeliveryFilter> = {
  status: "failed",
  eventType: "wallet.created",
  subscriptionId: ID,
  errorCode: "timeout",
  eventId: ID,
  eventIds: [ID],
  isTest: true,
  from,
  to,
};
const failures: Required<FailureFilter> = {
  subscriptionId: ID,
  eventType: "wallet.created",
  errorCode: "timeout",
  from,
  to,
  ids: [ID],
};
const cards: Required<CardFilter> = {
  customerId: ID,
  status: "frozen",
  type: "VIRTUAL",
  source: "WALLET",
  search: "Ada",
};
const payouts: Required<PayoutFilter> = {
  state: "held",
  bankCode: "000013",
  customerId: ID,
  walletId: ID,
  batch: ID,
  minAmount: 1n,
  maxAmount: 2n,
  openSince: from,
  search: "reference",
  from,
  to,
};
const events = { id: ID, reference: "reference", eventType: "wallet.created", from, to };

/**
 * Calls of the functions that build a statement from the parts of a filter (without parts, with each part, with all
 * parts) or from names of the catalogue.
 */
export const SAMPLES: readonly ((tx: pg.PoolClient) => Promise<unknown>)[] = [
  ...partsOf(approvals).map((filter) => (tx: pg.PoolClient) => findApprovals(tx, TENANT, filter, NEXT)),
  (tx) => findApprovals(tx, TENANT, { approvable: { ...approvable, limit: null, othersUpTo: null } }, NEXT),
  ...partsOf(cards).map((filter) => (tx: pg.PoolClient) => findCards(tx, TENANT, filter, PAGE)),
  ...partsOf(cards).map((filter) => (tx: pg.PoolClient) => countCards(tx, TENANT, filter)),
  ...partsOf(payouts).map((filter) => (tx: pg.PoolClient) => findPayouts(tx, TENANT, filter, PAGE)),
  ...partsOf(payouts).map((filter) => (tx: pg.PoolClient) => countPayouts(tx, TENANT, filter)),
  ...partsOf(wallets).map((filter) => (tx: pg.PoolClient) => findWalletPage(tx, TENANT, filter, PAGE)),
  ...partsOf(wallets).map(
    (filter) => (tx: pg.PoolClient) => findNextWallets(tx, TENANT, filter, { before: 9n, limit: 9 }),
  ),
  (tx) =>
    findNextWallets(
      tx,
      TENANT,
      { activeIn: { week: "2026-01-05" }, nearLimit: { of: "balance" } },
      { before: 9n, limit: 9 },
    ),
  (tx) => keepMatching(tx, TENANT, wallets, [9n]),
  ...insightRows.map(
    (selection) => (tx: pg.PoolClient) =>
      findInsightRows(tx, TENANT, { from: "2026-01-01", to: "2026-01-31" }, selection, { ...PAGE, causes }),
  ),
  ...partsOf(deliveries).map((filter) => (tx: pg.PoolClient) => findDeliveries(tx, TENANT, filter, PAGE)),
  ...partsOf(events).map((filter) => (tx: pg.PoolClient) => findLoggedEvents(tx, TENANT, filter, PAGE)),
  ...partsOf(failures).map((filter) => (tx: pg.PoolClient) => evaluateFailures(tx, TENANT, filter)),
  ...partsOf(failures).map((filter) => (tx: pg.PoolClient) => queueFailures(tx, TENANT, filter, ID)),
  (tx) => assignRanges(tx, 3),
  (tx) => publishMerchant(tx, { merchantId: ID, tenants: [TENANT], persons: [ID] }),
];

function partsOf<T extends object>(whole: T): Partial<T>[] {
  const each = Object.entries(whole).map(([name, value]) => ({ [name]: value }) as Partial<T>);
  return [{}, ...each, whole];
}
