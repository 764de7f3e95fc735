import { beforeAll, describe, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { countDiscardedRows } from "../../testing/discarded-rows.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import { type DeliveryFilter, findDeliveries } from "./delivery-lists.ts";
import { type EventFilter, findLoggedEvents } from "./event-log.ts";

const database = useTestDatabase();
const ROWS = 20_000;
const FAILING = "0190d8a0-0000-7000-8000-0000000000a1";
const SOUND = "0190d8a0-0000-7000-8000-0000000000a2";
const page = { limit: 20, offset: 0 };
let tenant: number;

/** Inserts two subscriptions of a merchant. One in fifty deliveries failed, all of one subscription and one type. */
beforeAll(async () => {
  ({ tenant } = await openTestBooks(database.pool, { wallets: 0 }));
  await database.pool.query(
    `with made as (
       select gen_random_uuid() as id, gen_random_uuid() as event, i % 50 = 0 as failed,
         case when i % 2 = 0 then $2::uuid else $3::uuid end as subscription,
         case when i % 4 < 2 and i % 50 > 0 then 'wallet.debit' else 'wallet.credit' end as type
       from generate_series(1, ${ROWS}) i
     ), events as (
       insert into webhook_events (tenant, id, type, body, webhook_mode, fanout, at)
       select $1, event, type, '{}', 'BOTH', '[]', now() from made
     )
     insert into webhook_deliveries (tenant, id, event_id, kind, subscription_id, event_type, status, error_code, delivered_at, created_at)
     select $1, id, event, 'subscription', subscription, type, case when failed then 'failed' else 'success' end,
       case when failed then 'timeout' end, case when not failed then now() end, now()
     from made`,
    [tenant, FAILING, SOUND],
  );
  await database.pool.query("analyze webhook_deliveries, webhook_events");
}, 60_000);

describe("finds without reading other rows", () => {
  it.each<[string, DeliveryFilter]>([
    ["all deliveries", {}],
    ["deliveries before their first attempt, of which there are none", { status: "pending" }],
    ["deliveries that are tried again, of which there are none", { status: "retrying" }],
    ["failed deliveries", { status: "failed" }],
    ["failed deliveries of a subscription", { status: "failed", subscriptionId: FAILING }],
    ["failed deliveries of a subscription without any", { status: "failed", subscriptionId: SOUND }],
    ["failed deliveries of a type without any", { status: "failed", eventType: "wallet.debit" }],
    ["deliveries with an error code", { errorCode: "timeout" }],
  ])("%s", async (_what, filter) => {
    const ask = countDiscardedRows(database.pool, (db) => findDeliveries(db, tenant, filter, page));
    expect(await ask).toBeLessThan(10);
  });

  it.each<[string, EventFilter]>([
    ["all events", {}],
    ["events of a type without any", { eventType: "transfer.failed" }],
  ])("%s", async (_what, filter) => {
    const ask = countDiscardedRows(database.pool, (db) => findLoggedEvents(db, tenant, filter, page));
    expect(await ask).toBeLessThan(10);
  });
});

it("no index of deliveries names a column that a success changes, so results leave the indexes alone", async () => {
  const { rows } = await database.pool.query<{ column: string }>(
    `select distinct a.attname as column from pg_depend d
     join pg_index i on i.indexrelid = d.objid and i.indrelid = d.refobjid
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where d.classid = 'pg_class'::regclass and d.refobjid = 'webhook_deliveries'::regclass and d.refobjsubid > 0`,
  );
  const columns = rows.map(({ column }) => column);
  expect(columns).toContain("error_code");
  // An error code and a time of the next attempt stay null.
  const changed = ["status", "attempts", "http_status", "response_ms", "response", "last_attempt_at", "delivered_at"];
  expect(columns.filter((column) => changed.includes(column))).toEqual([]);
});
