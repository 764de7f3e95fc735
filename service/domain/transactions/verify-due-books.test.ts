import { beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { fundWallets, openTestBooks, type TestBooks } from "../../testing/ledger/books.ts";
import type { Services } from "../context.ts";
import { verifyDueBooks, verifyLedger, verifyTenant } from "./verify-ledger.ts";

const database = useTestDatabase();
const clock = testClock("2026-03-01T10:00:00Z");
const HOUR_MS = 3_600_000;
let services: Services;
const merchants: TestBooks[] = [];

beforeAll(async () => {
  services = testServices(database.runtime, { clock });
  for (let n = 0; n < 3; n += 1) {
    const books = await openTestBooks(database.pool, { wallets: 2 });
    await fundWallets(services.committer, books, 1_000n);
    merchants.push(books);
  }
  // A round has proven their new rows; nothing has read all of them since.
  await verifyLedger(services);
  await database.pool.query("update ledger_checks set full_checked_at = null");
});

it("verifies the books of each merchant once a day, however often a worker starts", async () => {
  expect(await verifyDueBooks(services)).toEqual({ tenants: 3, wrong: [] });
  expect(await verifyDueBooks(services)).toEqual({ tenants: 0, wrong: [] });
  clock.advance(23 * HOUR_MS);
  await verifyLedger(services);
  expect(await verifyDueBooks(services)).toEqual({ tenants: 0, wrong: [] });
  clock.advance(2 * HOUR_MS);
  expect(await verifyDueBooks(services)).toEqual({ tenants: 3, wrong: [] });
});

it("does not count a check of new rows as one of all rows", async () => {
  clock.advance(25 * HOUR_MS);
  for (const { tenant } of merchants) await verifyTenant(services, tenant);
  expect((await verifyDueBooks(services)).tenants).toBe(3);
  clock.advance(25 * HOUR_MS);
  const [first] = merchants;
  if (first) await verifyTenant(services, first.tenant, { full: true });
  expect((await verifyDueBooks(services)).tenants).toBe(2);
});

it("verifies each merchant once when several workers start together", async () => {
  clock.advance(25 * HOUR_MS);
  const all = await Promise.all([services, services, services].map((one) => verifyDueBooks(one)));
  expect(all.reduce((sum, { tenants }) => sum + tenants, 0)).toBe(3);
});

it("finds an old row that was changed", async () => {
  clock.advance(25 * HOUR_MS);
  const client = await database.pool.connect();
  await client.query("set session_replication_role = replica");
  const { rows } = await client.query<{ tenant: number }>(
    `update entries set delta = delta + 1
     where (tenant, account, seq) in (select tenant, account, seq from entries where tenant = $1 limit 1) returning tenant`,
    [merchants[1]?.tenant],
  );
  client.release(true);
  expect(rows).toHaveLength(1);
  const { tenants, wrong } = await verifyDueBooks(services);
  expect(tenants).toBe(3);
  expect(wrong.map(({ tenantId }) => tenantId)).toEqual([merchants[1]?.tenant]);
});

it("leaves out books that another check reads", async () => {
  clock.advance(25 * HOUR_MS);
  const [first] = merchants;
  await inTransaction(database.pool, async (tx) => {
    await tx.query("select pg_advisory_xact_lock(7107, $1)", [first?.tenant]);
    expect((await verifyDueBooks(services)).tenants).toBe(2);
  });
  expect((await verifyDueBooks(services)).tenants).toBe(1);
});

it("goes on with the other books where one cannot be verified, and reports that", async () => {
  clock.advance(25 * HOUR_MS);
  const [first] = merchants;
  const { rows } = await database.pool.query<{ since: Date }>(
    "select max(full_checked_at) as since from ledger_checks",
  );
  await database.pool.query("update ledger_checks set full_checked_at = null where tenant = $1", [first?.tenant]);
  await database.pool.query(
    `alter table ledger_checks add constraint breaks check (tenant <> ${first?.tenant}) not valid`,
  );
  await expect(verifyDueBooks(services)).rejects.toThrow("books of some merchants");
  await database.pool.query("alter table ledger_checks drop constraint breaks");
  const later = "select from ledger_checks where full_checked_at > $1";
  expect((await database.pool.query(later, [rows[0]?.since])).rowCount).toBe(2);
  expect((await verifyDueBooks(services)).tenants).toBe(1);
});
