import { beforeAll, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import { inTransaction } from "../pool.ts";
import { compareSessions, compareUnreported, findUndecidedSessions } from "./settlement-comparison.ts";

const database = useTestDatabase();
const [OPEN, PAID, REPORTED, OTHERS] = [300, 2_000, 200, 20_000];
const OLD_FILE = "0190d8a0-0000-7000-8000-000000000001";
const FILE = "0190d8a0-0000-7000-8000-000000000002";
const at = new Date("2026-03-02T10:00:00Z");
const span = { from: new Date("2026-03-01T23:00:00Z"), until: new Date("2026-03-02T23:00:00Z") };
let [known, joined] = [0, 0];

/** Payouts with one attempt each, whose sessions begin with a digit. */
async function payOut(tenant: number, digit: string, count: number, state: "processing" | "succeeded"): Promise<void> {
  const ended = state === "succeeded" ? at : null;
  await database.pool.query(
    `insert into payouts (tenant, id, reference, state, source, stripe, wallet_id, amount, fee, vat, duty, bank_code, bank_name,
       account_number, account_name, name_match, narration, actor, actor_name, created_at, updated_at, ended_at)
     select $1, gen_random_uuid(), $2 || lpad(n::text, 29, '0'), $3, 1, 0, gen_random_uuid(), 100, 0, 0, 0, '000014', 'Bank',
       '0123456789', 'Ada Obi', 'FULL', '', 'job:test', 'Test', $4, $4, $5 from generate_series(1, $6::int) n`,
    [tenant, digit, state, at, ended, count],
  );
  await database.pool.query(
    `insert into payout_attempts (tenant, payout, n, session_id, rail, state, outcome, created_at, ended_at)
     select tenant, id, 1, reference, 'bank', case when ended_at is null then 'sent' else 'ended' end,
       case when ended_at is not null then 'succeeded' end, created_at, ended_at from payouts where tenant = $1`,
    [tenant],
  );
}

async function report(tenant: number, file: string): Promise<void> {
  await database.pool.query(
    `insert into settlement_files (tenant, id, rail, day, name, state, uploaded_by_name, created_at)
     values ($1, $2, 'bank', '2026-03-02', 'File', 'waiting', 'Test', $3)`,
    [tenant, file, at],
  );
}

/** Lines of payouts that were paid, in a file that is there. */
async function addLines(tenant: number, file: string, digit: string, count: number): Promise<void> {
  await database.pool.query(
    `insert into settlement_lines (tenant, file, session_id, direction, amount, status, at)
     select $1, $2, $3 || lpad(n::text, 29, '0'), 'out', 100, 'succeeded', $4 from generate_series(1, $5::int) n`,
    [tenant, file, digit, at, count],
  );
}

/** The statistics know a merchant with open payouts and an old file, but neither the new files nor another merchant. */
beforeAll(async () => {
  const tables = ["payouts", "payout_attempts", "settlement_lines"];
  for (const table of tables) await database.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  known = (await openTestBooks(database.pool, { wallets: 0 })).tenant;
  joined = (await openTestBooks(database.pool, { wallets: 0 })).tenant;
  await payOut(known, "1", OPEN, "processing");
  await report(known, OLD_FILE);
  await addLines(known, OLD_FILE, "9", OPEN);
  await database.pool.query(`analyze ${tables.join(", ")}`);
  await report(known, FILE);
  await addLines(known, FILE, "1", OPEN);
  await addLines(known, FILE, "8", OTHERS);
  await payOut(joined, "2", PAID, "succeeded");
  await report(joined, FILE);
  await addLines(joined, FILE, "2", REPORTED);
});

it("looks up the lines of open payouts, not the payouts of all lines of a new file", async () => {
  const file = { tenant: known, id: FILE, rail: "bank" };
  expect(await findUndecidedSessions(database.pool, file, 500)).toHaveLength(OPEN);
  expect(await countReadRows(database.pool, (db) => findUndecidedSessions(db, file, 500))).toBeLessThan(OTHERS / 2);
});

it("looks up each session of a file once, for a merchant that the statistics do not know", async () => {
  const file = { tenant: joined, id: FILE, rail: "bank", day: "2026-03-02" };
  const part = { span, at, after: "", limit: 10_000 };
  const step = await inTransaction(database.pool, (tx) => compareSessions(tx, file, part));
  expect(step.compared).toMatchObject({ matched: REPORTED, breaks: 0, others: 0 });
  const read = await inTransaction(database.pool, (tx) => countReadRows(tx, (db) => compareSessions(db, file, part)));
  expect(read).toBeLessThan(5 * PAID);
});

it("looks up each session that a file lacks once, for a merchant that the statistics do not know", async () => {
  const file = { tenant: joined, id: FILE, rail: "bank", day: "2026-03-02" };
  const lacking = await inTransaction(database.pool, (tx) => compareUnreported(tx, file, { span, at }));
  expect(lacking).toBe(PAID - REPORTED);
  const read = await inTransaction(database.pool, (tx) =>
    countReadRows(tx, (db) => compareUnreported(db, file, { span, at })),
  );
  expect(read).toBeLessThan(10 * PAID);
});
