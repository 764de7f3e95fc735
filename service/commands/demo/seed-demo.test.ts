import { afterAll, beforeAll, expect, test } from "vitest";
import { lockDemoSeed } from "../../db/demo-seed.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { openTestBank, type TestBank } from "../../testing/sandbox-bank.ts";
import { CommandRefused } from "../platform-command.ts";
import { DEMO_CUSTOMERS } from "./demo-people.ts";
import { createRandom } from "./random.ts";
import { DEMO_DAYS, type SeedOptions, seedDemo } from "./seed-demo.ts";
import { createSimulatedClock, createSimulatedIds, DAY_MS } from "./simulated-time.ts";

const database = useTestDatabase();
const until = new Date("2026-11-19T13:02:11Z");
const lines: string[] = [];
let seeding: SeedOptions;
let bank: TestBank;

beforeAll(async () => {
  const clock = createSimulatedClock(new Date(until.getTime() - DEMO_DAYS * DAY_MS));
  const random = createRandom(1);
  bank = await openTestBank(database, { clock });
  const { providers } = testServices(database);
  const ids = createSimulatedIds(clock, random);
  const services = testServices(database, { clock, ids, providers: { ...providers, ...bank.providers } });
  seeding = { services, clock, random, until, log: (line) => lines.push(line) };
  await expectInterruptedSeedToBeReported();
  expect(await seedDemo(seeding)).toBe(true);
});
afterAll(async () => {
  await seeding.services.committer.close();
  await bank.close();
});

// It fails before it writes anything but its marker, so that the rest of this file can continue.
async function expectInterruptedSeedToBeReported() {
  const broken = { ...seeding, services: { ...seeding.services, ids: { next: () => kill() } } };
  await expect(seedDemo(broken)).rejects.toThrow("killed");
  await expect(seedDemo(seeding)).rejects.toThrow("A former seed was killed half-way");
  await database.pool.query("delete from demo_seed");
}

function kill(): never {
  throw new Error("killed");
}

async function select(sql: string, ...values: unknown[]) {
  return (await database.pool.query(sql, values)).rows;
}

test("the books balance, and no balance exists without an entry", async () => {
  await expectBooksToBalance(database.pool);
  expect(await select("select from accounts where balance <> 0 and seq = 0")).toEqual([]);
});

test("40 customers in every state, and a merchant wallet with money", async () => {
  const [counts] = await select(
    `select count(*)::int as customers,
       count(*) filter (where not a.frozen and a.tier = 1)::int as active1,
       count(*) filter (where not a.frozen and a.tier = 2)::int as active2,
       count(*) filter (where not a.frozen and a.tier = 3)::int as active3,
       count(*) filter (where w.freeze_cause = 'staff')::int as staff,
       count(*) filter (where w.freeze_cause = 'staff' and a.balance > 0)::int as staff_with_money,
       count(*) filter (where w.freeze_cause = 'identity')::int as identity,
       count(*) filter (where a.post_no_credit)::int as no_credit,
       count(*) filter (where a.balance = 0)::int as empty,
       count(*) filter (where w.pin_hash is not null)::int as pins
     from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id
     join tenants t on t.id = w.tenant join merchants m on m.id = t.merchant_id
     where m.business_name = 'Ada Ventures' and w.customer_id is not null`,
  );
  expect(counts.customers).toBe(DEMO_CUSTOMERS.length);
  expect(counts.customers).toBe(40);
  for (const [state, count] of Object.entries(counts)) expect(count, state).toBeGreaterThan(1);
  const merchants = await select("select balance from accounts where kind = 'merchant' and balance > 0");
  expect(merchants).toHaveLength(2);
});

test("customers in every state of identity", async () => {
  const [counts] = await select(
    `select count(*) filter (where c.bvn_last4 is null and c.nin_verified_at is not null)::int as nin_only,
       count(*) filter (where c.bvn_verified_at is not null and c.nin_last4 is null)::int as bvn_only,
       count(*) filter (where c.bvn_verified_at is not null and c.nin_verified_at is not null and a.tier < 3)::int as ready,
       count(*) filter (where c.bvn_last4 is not null and c.bvn_verified_at is null)::int as bvn_failed,
       count(*) filter (where c.nin_last4 is not null and c.nin_verified_at is null)::int as nin_failed,
       count(*) filter (where w.freeze_cause = 'identity' and c.bvn_verified_at is not null)::int as may_be_enabled,
       count(*) filter (where c.phone_verified_at is not null)::int as phones
     from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id
     join customers c on c.tenant = w.tenant and c.id = w.customer_id`,
  );
  for (const [state, count] of Object.entries(counts)) expect(count, state).toBeGreaterThan(0);
  expect(await select("select from messages")).toEqual([]);
  expect(await select("select from development_outbox")).toEqual([]);
});

test("frozen by different members, each with a reason; a refused enable is audited", async () => {
  const freezes = await select("select distinct actor_name from audit_log where action = 'wallet.freeze'");
  expect(freezes.map((row) => row.actor_name).sort()).toEqual(["Adaeze Nwọsu", "Chidi Ọbiọra", "Tólá Bánkọ́lé"]);
  expect(await select("select from audit_log where action = 'wallet.freeze' and reason is null")).toEqual([]);
  expect(await select("select reason from audit_log where action = 'wallet.enable_refused'")).toEqual([
    { reason: "BVN Lookup failed" },
  ]);
});

test("transactions of 90 days: credits, debits and transfers, in chronological order", async () => {
  const [span] = await select(
    `select count(*)::int as transactions, count(distinct kind)::int as kinds,
       count(distinct (at at time zone 'Africa/Lagos')::date)::int as days, min(at) as first, max(at) as last
     from transactions`,
  );
  expect(span.transactions).toBeGreaterThan(400);
  expect(span.kinds).toBe(13);
  expect(span.days).toBeGreaterThan(80);
  expect(span.first.getTime()).toBeGreaterThan(until.getTime() - 90 * DAY_MS);
  expect(span.last.getTime()).toBeLessThanOrEqual(until.getTime());
  const [{ disordered }] = await select(
    `select count(*)::int as disordered from
       (select at, lag(at) over (partition by tenant, account order by seq) as before from entries) e where at < before`,
  );
  expect(disordered).toBe(0);
});

test("four pending transactions, one above an approver's limit; one approved, declined, failed and expired each", async () => {
  await expectApprovalsToBeConsistent(database.pool);
  const approvals = await select(
    `select a.status, r.name as role, a.kind, count(*)::int, bool_or(a.amount > 5000000) as large
     from approvals a join members m on m.id = a.creator join roles r on r.id = m.role_id
     group by 1, 2, 3 order by 1, 2, 3`,
  );
  expect(approvals).toEqual([
    { status: "APPROVED", role: "Operator", kind: "credit", count: 1, large: false },
    { status: "DECLINED", role: "Operator", kind: "debit", count: 1, large: false },
    { status: "EXPIRED", role: "Operator", kind: "transfer", count: 1, large: false },
    { status: "FAILED", role: "Operator", kind: "debit", count: 1, large: true },
    { status: "PENDING", role: "Admin", kind: "credit", count: 1, large: false },
    { status: "PENDING", role: "Operator", kind: "payout", count: 1, large: expect.any(Boolean) },
    { status: "PENDING", role: "Operator", kind: "transfer", count: 2, large: true },
  ]);
  const limits = await select("select approval_limit from members where approval_limit is not null");
  expect(limits).toEqual([{ approval_limit: 5_000_000n }]);
});

test("a finished upload with some rejected rows, each for a different reason, and a running upload", async () => {
  const batches = await select("select reference, status, total, accepted, rejected from batches order by created_at");
  expect(batches).toEqual([
    { reference: "SALARIES-0001", status: "completed", total: 12, accepted: 12, rejected: 0 },
    { reference: "BONUSES-00001", status: "partially_completed", total: 15, accepted: 11, rejected: 4 },
  ]);
  const reasons = await select("select reason from batch_items where status = 'rejected' order by row");
  expect(new Set(reasons.map(({ reason }) => reason)).size).toBe(4);
  expect(
    await select("select status, total, created, skipped, paused_until > $1 as paused from wallet_imports", until),
  ).toEqual([{ status: "processing", total: 5, created: 0, skipped: 2, paused: false }]);
});

test("five members with their roles, and a second merchant without access to the first", async () => {
  const members = await select(
    `select u.email, r.name from members m join users u on u.id = m.user_id join roles r on r.id = m.role_id order by u.email`,
  );
  expect(members).toEqual([
    { email: "admin@demo.example", name: "Admin" },
    { email: "approver@demo.example", name: "Admin" },
    { email: "operator@demo.example", name: "Operator" },
    { email: "owner@demo.example", name: "MainMerchant" },
    { email: "owner@zuma.example", name: "MainMerchant" },
    { email: "support@demo.example", name: "Support" },
  ]);
});

test("two subscriptions: deliveries to them succeeded, came late, failed or are pending, and no other merchant has any", async () => {
  const subscriptions = await select("select url, active from webhook_subscriptions");
  expect(subscriptions).toHaveLength(2);
  const counts = await select(
    `select status, attempts, count(*)::int from webhook_deliveries where not is_test group by 1, 2 order by 1, 2`,
  );
  expect(counts.map(({ status, attempts }) => [status, attempts])).toEqual([
    ["failed", 3],
    ["retrying", 1],
    ["success", 1],
    ["success", 2],
  ]);
  expect(
    await select("select from webhook_deliveries where status = 'retrying' and next_retry_at > $1", until),
  ).toHaveLength(1);
  expect(await select("select from webhook_deliveries where is_test")).toHaveLength(1);
  expect(await select("select from outbox where fanned_out_at is null")).toEqual([]);
  expect(await select("select distinct tenant from webhook_events")).toHaveLength(1);
  expect(await select("select from webhook_hours where success > 0")).not.toEqual([]);
  const [{ early }] = await select(
    `select count(*)::int as early from webhook_attempts a join webhook_attempts b on b.delivery_id = a.delivery_id and b.n = a.n + 1
     where b.started_at < a.started_at + case a.n when 1 then interval '60 s' else interval '300 s' end`,
  );
  expect(early).toBe(0);
});

test("narrations, notes, tags, saved views, file names and a queueing subscription, so that no screen is empty", async () => {
  const [words] = await select(
    `select count(distinct narration)::int > 8 as narrations, bool_or(note is not null) as notes,
       bool_or(narration is null) as without from transactions`,
  );
  expect(words).toEqual({ narrations: true, notes: true, without: true });
  expect(await select("select distinct author_name from wallet_notes")).toEqual([{ author_name: "Hauwa Ƙwairanga" }]);
  expect(
    await select(
      "select list, count(distinct member_id)::int as members, count(*)::int as views from saved_views group by 1 order by 1",
    ),
  ).toEqual([
    { list: "transactions", members: 4, views: 4 },
    { list: "wallets", members: 4, views: 8 },
  ]);
  expect(
    await select("select file_name from batches union all select file_name from wallet_imports order by 1"),
  ).toEqual(["new-customers.csv", "october-salaries.csv", "sales-bonuses.csv"].map((file_name) => ({ file_name })));
  expect(await select("select overflow from webhook_subscriptions order by 1")).toEqual([
    { overflow: "fail" },
    { overflow: "queue" },
  ]);
  expect(await select("select tag, count(*)::int as wallets from wallet_tags group by 1 order by 1")).toEqual([
    { tag: "vip", wallets: 2 },
    { tag: "wholesale", wallets: 3 },
  ]);
});

test("prints its steps and no secret", () => {
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.join("\n")).not.toMatch(/sk_|demo-password|222\d{8}/);
});

test("a second run does nothing", async () => {
  const before = await select("select count(*) from audit_log");
  expect(await seedDemo(seeding)).toBe(false);
  expect(await select("select count(*) from audit_log")).toEqual(before);
});

test("a concurrent second run reports it", async () => {
  const unlock = await lockDemoSeed(database.pool);
  const end = await seedDemo(seeding).catch((error: unknown) => error);
  await unlock?.();
  expect(String(end)).toContain("Another seed runs on this database");
});

test("an interrupted run is reported with the next step", async () => {
  await database.pool.query("update demo_seed set finished_at = null");
  const refused = seedDemo(seeding);
  await expect(refused).rejects.toThrow("A former seed was killed half-way; empty the database and seed again.");
  await expect(refused).rejects.toBeInstanceOf(CommandRefused);
});

test("a week of payouts, of which the bank refused two and left one to a person, one that waits for approval, and saved accounts", async () => {
  // What the bank confirms later depends on when the worker asks again.
  const states = await select(
    `select case when state in ('processing', 'unknown', 'succeeded') then 'paid or asked about' else state end as state,
       count(*)::int as n from payouts group by 1 order by 1`,
  );
  expect(states).toEqual([
    { state: "cancelled", n: 1 },
    { state: "failed", n: 2 },
    { state: "in_review", n: 1 },
    { state: "paid or asked about", n: 18 },
  ]);
  const batches = await select("select file_name, accepted, rejected, open_payouts from payout_batches");
  expect(batches).toEqual([{ file_name: "suppliers.csv", accepted: 4, rejected: 1, open_payouts: 0 }]);
  expect(await select("select status from approvals where kind = 'payout'")).toEqual([{ status: "PENDING" }]);
  expect(await select("select from beneficiaries")).toHaveLength(2);
});

test("a week of bank transfers that arrived, some of them suspended, and yesterday's settlement file with two differences", async () => {
  expect(await select("select state, count(*)::int as n from bank_credits group by 1 order by 1")).toEqual([
    { state: "credited", n: 24 },
    { state: "suspended", n: 3 },
  ]);
  expect(await select("select state, day, breaks, others from settlement_files")).toEqual([
    { state: "matched", day: "2026-11-18", breaks: 2, others: 0 },
  ]);
  expect(await select("select kind from reconciliation_breaks where state = 'open' order by 1")).toEqual([
    { kind: "amount_differs" },
    { kind: "missing_here" },
  ]);
});

test("eight cards, one in each state, with two weeks of payments that the issuer's books have too", async () => {
  const states = await select(
    `select case when status = 'active' and (is_locked) then 'frozen' else status end as state from
       (select status, locked_by_merchant as is_locked from cards) c order by 1`,
  );
  expect(states.map(({ state }) => state)).toEqual([
    "active",
    "closed",
    "frozen",
    "in_production",
    "pending_activation",
    "replaced",
    "requested",
    "shipped",
  ]);
  expect(
    await select("select decline_code from card_authorizations where decline_code is not null order by 1"),
  ).toEqual(
    ["channel_not_allowed", "insufficient_funds", "per_transaction_limit"].map((decline_code) => ({ decline_code })),
  );
  expect(await select("select owed::int from card_authorizations where owed > 0")).toEqual([{ owed: 250_000 }]);
  expect(await select("select held::int from card_authorizations where held > 0 order by 1")).toEqual(
    [816_000, 1_450_000].map((held) => ({ held })),
  );
  const [span] = await select(
    "select count(*)::int as payments, max(created_at) - min(created_at) > interval '12 days' as two_weeks from card_authorizations",
  );
  expect(span).toEqual({ payments: 22, two_weeks: true });
  const ours = await select(
    "select coalesce(sum(case kind when 'clear' then amount else -amount end), 0)::int as settled from card_events where kind in ('clear', 'refund')",
  );
  expect(
    await select("select sum(amount)::int as settled from sandbox_issuer.entries where account = 'shops'"),
  ).toEqual(ours);
  expect(await select("select from sandbox_issuer.authorizations where status = 'asked'")).toEqual([]);
});
