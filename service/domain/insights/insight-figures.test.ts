import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { insightRowsPath } from "../../../contract/insight-links.ts";
import { type InsightRow, insightRowEndpoints } from "../../../contract/insight-rows.ts";
import type { InsightKind } from "../../../contract/insights.ts";
import { claimDueAttempts } from "../../db/payouts/payout-attempts.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { createTestCard, openTestIssuer, type TestCard, testIssuer } from "../../testing/cards.ts";
import { catchUpRollups } from "../../testing/catch-up-rollups.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { holdTestPayout, readTestPayout } from "../../testing/payouts.ts";
import { readBatch } from "../batches/json/batch-request.ts";
import { moveBatch } from "../batches/json/move-batch.ts";
import { debitWallet } from "../batches/single/debit-wallet.ts";
import type { Context, Services } from "../context.ts";
import { Failure } from "../failure.ts";
import { foldRollups } from "../merchant/analytics/fold-rollups.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import { findPayoutView } from "../payouts/get-payout.ts";
import { recordOutcome } from "../payouts/record-outcome.ts";
import { getTransaction } from "../transactions/get-transaction.ts";
import { getReceipt } from "../transactions/receipts/get-receipt.ts";
import { transferBetweenCustomers } from "../transfers/transfer-between-customers.ts";
import { getCardSums } from "./get-card-sums.ts";
import { getCashPosition } from "./get-cash-position.ts";
import { getCharges } from "./get-charges.ts";
import { getSuccessRates } from "./get-success-rates.ts";
import { getVolumes } from "./get-volumes.ts";
import { listInsightRows } from "./list-insight-rows.ts";

const RAIL = "insights-rail";
const DAY_MS = 86_400_000;
const database = useTestDatabase({ connections: 20 });
let clock: TestClock;
let issuer: ReturnType<typeof openTestIssuer>;
let money: MoneyApp;
let services: Services;
let ctx: Context;
let span: { startDate: string; endDate: string };

beforeAll(async () => {
  clock = testClock("2026-05-04T22:30:00.000Z");
  issuer = openTestIssuer(clock);
  const { providers } = testServices(database, { clock });
  money = await openMoneyApp(database, {
    clock,
    providers: { ...providers, issuers: { SANDBOX: testIssuer, PRODUCTION: null } },
  });
  services = money.services;
  const merchant = await createTestMerchant(services, { canDebitCustomer: true });
  ctx = testContext(services, { tenant: merchant.sandbox });
  await fundMerchantWallet(ctx, { amount: 900_000_000 });
  const made = await Promise.all(Array.from({ length: 4 }, () => createTestWallet(ctx)));
  const wallets = made.map(({ customerId }) => customerId);
  const card = await createTestCard(ctx, { customerId: wallets[0] ?? "" });
  for (let day = 0; day < 4; day += 1) {
    await busyDay(wallets, day);
    await payByCard(card);
    if (day === 1) await catchUpRollups(services);
    clock.advance(DAY_MS);
  }
  const end = clock.now().getTime() - DAY_MS;
  span = { startDate: lagosDay(new Date(end - DAY_MS)), endDate: lagosDay(new Date(end)) };
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

const amount = () => 1_000 + Math.floor(Math.random() * 50_000);

/** Payments of each kind, rejected items for two reasons, and payouts that end in three ways. */
async function busyDay(wallets: readonly string[], day: number) {
  const items = [
    ...wallets.map((customerId) => ({ customerId, amount: 1_000_000 + amount() })),
    ...Array.from({ length: 1 + day }, () => ({
      customerId: "0190a000-0000-7000-8000-000000000009",
      amount: amount(),
    })),
    { customerId: wallets[0] ?? "", amount: 4_000_000_000 },
  ];
  await moveBatch(ctx, readBatch(ctx, { operation: "credit", by: "customer" }, { transactions: items }));
  await debitWallet(ctx, { customerId: wallets[day] ?? "", amount: amount() });
  const [fromCustomerId, toCustomerId] = [wallets[day] ?? "", wallets[(day + 1) % 4] ?? ""];
  await transferBetweenCustomers(ctx, { fromCustomerId, toCustomerId, amount: amount() });
  for (const [index, code] of ["00", "00", "07", "92"].entries()) {
    const { sessionId } = await holdTestPayout(ctx, { rail: RAIL, amount: BigInt(amount() + index) });
    const now = clock.now();
    const leasedUntil = new Date(now.getTime() + 180_000);
    const lease = services.ids.next();
    await claimDueAttempts(services.db, { rail: RAIL, now, leasedUntil, lease, limit: 10, actorName: "Bank" });
    const result =
      code === "00"
        ? ({ outcome: "succeeded", code } as const)
        : ({ outcome: "failed", code, final: true, reason: "Refused" } as const);
    await recordOutcome(services, await readTestPayout(ctx, sessionId, RAIL), { result, source: "send" });
  }
}

/** One payment that grows, is cleared in two parts and refunded in part; one that stays; two that are declined. */
async function payByCard(card: TestCard) {
  const { authorizationId } = await issuer.authorize(money.app, card, 20_000 + amount());
  const events = [
    issuer.event(card, "increment", { authorizationId, amount: 5_000 }),
    issuer.event(card, "clear", { authorizationId, amount: 9_000 }),
    issuer.event(card, "clear", { authorizationId, amount: 12_000 }),
    issuer.event(card, "refund", { authorizationId, amount: 4_000 }),
  ];
  for (const event of events) expect((await issuer.send(money.app, "events", event)).status).toBe(200);
  const kept = await issuer.authorize(money.app, card, amount());
  expect(kept.decision).toBe("approve");
  await database.pool.query("update cards set per_transaction_limit = 90000 where id = $1", [card.id]);
  for (const tooMuch of [90_001, 95_000]) {
    expect(await issuer.authorize(money.app, card, tooMuch)).toMatchObject({ code: "per_transaction_limit" });
  }
}

const before = () => ({
  startDate: lagosDay(new Date(Date.parse(span.startDate) - 2 * DAY_MS)),
  endDate: lagosDay(new Date(Date.parse(span.startDate) - DAY_MS)),
});

/** One row of plain SQL over the books as numbers. `$1` is the tenant, `$2` and `$3` are the days. */
async function books(sql: string, days: { startDate: string; endDate: string }): Promise<Record<string, number>> {
  const { rows } = await database.pool.query(sql, [ctx.tenant.id, days.startDate, days.endDate]);
  return Object.fromEntries(Object.entries(rows[0]).map(([name, value]) => [name, Number(value)]));
}

const inDays = "(t.at at time zone 'Africa/Lagos')::date between $2 and $3";
const volumeSql = (kinds: string) =>
  `select coalesce(sum(amount), 0) as amount, count(*) as count from transactions t
   where tenant = $1 and status = 'success' and kind in (${kinds}) and ${inDays}`;

/** Each figure is compared while the last days are not folded yet, and afterwards. */
async function whenFoldedOrNot(check: () => Promise<void>) {
  await check();
  await foldRollups(services);
  await check();
  await catchUpRollups(services);
  await check();
}

test("volumes by kind and in all, now and before, equal the transactions", async () => {
  const kinds: Partial<Record<InsightKind, string>> = {
    credits: "'credit'",
    debits: "'debit'",
    transfers: "'transfer'",
    bankTransfers: "'payout', 'merchant_payout'",
    returnedBankTransfers: "'payout_return', 'merchant_payout_return'",
    funding: "'funding'",
    cardPayments: "'card_hold', 'card_increment', 'card_payment'",
    returnedCardPayments: "'card_refund', 'card_release'",
  };
  await whenFoldedOrNot(async () => {
    const volumes = await getVolumes(ctx, span);
    expect(volumes.kinds).toEqual(
      await Promise.all(
        Object.entries(kinds).map(async ([kind, of]) => ({
          kind,
          ...(await books(volumeSql(of), span)),
          before: await books(volumeSql(of), before()),
        })),
      ),
    );
    const payments =
      "'credit', 'debit', 'transfer', 'payout', 'merchant_payout', 'bank_credit', 'merchant_bank_credit', 'card_hold', 'card_increment', 'card_payment'";
    expect(volumes.total).toEqual({
      ...(await books(volumeSql(payments), span)),
      before: await books(volumeSql(payments), before()),
    });
  });
});

test("fees, VAT and duty equal what the accounts of fees and taxes got", async () => {
  const sql = `select coalesce(sum(e.delta) filter (where a.kind = 'merchant_fee'), 0) as "merchantFees",
      coalesce(sum(e.delta) filter (where a.kind = 'platform_fee'), 0) as "platformFees",
      coalesce(sum(e.delta) filter (where a.kind = 'vat_payable'), 0) as vat,
      coalesce(sum(e.delta) filter (where a.kind = 'duty_payable'), 0) as duty
    from entries e join accounts a on a.tenant = e.tenant and a.id = e.account
    where e.tenant = $1 and (e.at at time zone 'Africa/Lagos')::date between $2 and $3`;
  await whenFoldedOrNot(async () => {
    const charges = await getCharges(ctx, span);
    expect(charges).toMatchObject({
      isComplete: true,
      total: await books(sql, span),
      before: await books(sql, before()),
    });
    // Two paid payouts a day.
    expect(charges.total).toMatchObject({ vat: 4 * 188, duty: 4 * 5_000 });
    expect(charges.kinds).toMatchObject([
      { kind: "transfers", vat: 0, duty: 0 },
      { kind: "bankTransfers", merchantFees: 0, platformFees: 4 * 2_500, vat: 4 * 188, duty: 4 * 5_000 },
    ]);
  });
});

test("requests that succeeded and failed, by day and reason, equal batches, payouts and transactions", async () => {
  // An approved transfer that the ledger refused.
  await database.pool.query(
    `insert into transactions (tenant, id, reference, kind, status, failure, source, destination, amount, actor, at)
     select tenant, gen_random_uuid(), 'REFUSED', 'transfer', 'failed', 'Insufficient balance', source, destination, 5, actor, at
     from transactions where tenant = $1 and kind = 'transfer' and (at at time zone 'Africa/Lagos')::date = $2`,
    [ctx.tenant.id, span.endDate],
  );
  const sql = `select
      (select count(*) from transactions t where tenant = $1 and status = 'success' and kind in ('credit', 'debit', 'transfer') and ${inDays})
        + (select count(*) from payouts where tenant = $1 and state = 'succeeded' and (created_at at time zone 'Africa/Lagos')::date between $2 and $3)
        as succeeded,
      (select count(*) from batch_items i join batches b on b.tenant = i.tenant and b.id = i.batch
         where i.tenant = $1 and i.status = 'rejected' and (b.created_at at time zone 'Africa/Lagos')::date between $2 and $3)
        + (select count(*) from payouts where tenant = $1 and code = '07' and (created_at at time zone 'Africa/Lagos')::date between $2 and $3)
        + (select count(*) from transactions t where tenant = $1 and status = 'failed' and ${inDays}) as "customerErrors",
      (select count(*) from payouts where tenant = $1 and code = '92' and (created_at at time zone 'Africa/Lagos')::date between $2 and $3)
        as "systemErrors"`;
  await whenFoldedOrNot(async () => {
    const rates = await getSuccessRates(ctx, span);
    expect(rates).toMatchObject({ total: await books(sql, span), before: await books(sql, before()) });
    for (const { date, ...day } of rates.days)
      expect(day).toEqual(await books(sql, { startDate: date, endDate: date }));
    expect(rates.reasons).toEqual([
      { source: "batch", code: "customer_not_found", reason: "Customer not found.", cause: "CUSTOMER", count: 7 },
      { source: "payout", code: "07", reason: "The account is invalid", cause: "CUSTOMER", count: 2 },
      { source: "payout", code: "92", reason: "Routing error", cause: "SYSTEM", count: 2 },
      expect.objectContaining({ source: "batch", cause: "CUSTOMER", count: 2 }),
      {
        source: "transaction",
        code: "Insufficient balance",
        reason: "Insufficient balance",
        cause: "CUSTOMER",
        count: 1,
      },
    ]);
  });
});

/** Amounts from the books, numbers from the payments that the issuer asked about and its events. */
const cardSql = `with entry as (
    select e.delta, a.kind, t.kind as of from entries e join accounts a on a.tenant = e.tenant and a.id = e.account
    join transactions t on t.tenant = e.tenant and t.id = e.transaction where e.tenant = $1 and ${inDays}
  ), asked as (
    select decline_code, amount from card_authorizations
    where tenant = $1 and decided_in_ms is not null and (created_at at time zone 'Africa/Lagos')::date between $2 and $3
  ), event as (
    select kind from card_events where tenant = $1 and (received_at at time zone 'Africa/Lagos')::date between $2 and $3
  )
  select (select coalesce(sum(delta), 0) from entry where kind = 'card_hold' and of in ('card_hold', 'card_increment')) as authorized,
    (select count(*) from asked where decline_code is null) as "authorizedCount",
    (select coalesce(sum(delta), 0) from entry where kind = 'issuer_settlement' and delta > 0) as cleared,
    (select count(*) from event where kind = 'clear') as "clearedCount",
    (select coalesce(-sum(delta), 0) from entry where kind = 'issuer_settlement' and delta < 0) as refunded,
    (select count(*) from event where kind = 'refund') as "refundedCount",
    (select coalesce(sum(amount), 0) from asked where decline_code is not null) as declined,
    (select count(*) from asked where decline_code is not null) as "declinedCount"`;

test("what cards authorized, cleared, refunded and declined, now and before, equals the books", async () => {
  await whenFoldedOrNot(async () => {
    const cards = await getCardSums(ctx, span);
    const [now, then] = [await books(cardSql, span), await books(cardSql, before())];
    for (const what of ["authorized", "cleared", "refunded", "declined"] as const) {
      expect(cards[what]).toEqual({
        ...{ amount: now[what], count: now[`${what}Count`] },
        before: { amount: then[what], count: then[`${what}Count`] },
      });
    }
    for (const { date, ...day } of cards.days) {
      expect(await books(cardSql, { startDate: date, endDate: date })).toMatchObject(day);
    }
    expect(cards.authorized.count).toBe(4);
    expect(cards.declines).toEqual([
      {
        ...{
          code: "per_transaction_limit",
          reason: "Above the limit of the card for one payment.",
          amount: 2 * 185_001,
        },
        ...{ count: 4, before: { amount: 2 * 185_001, count: 4 } },
      },
    ]);
  });
});

test("an answer that came too late turns an approved card payment into a declined one", async () => {
  const { authorized } = await getCardSums(ctx, span);
  const { rows } = await database.pool.query(
    `update card_authorizations set decline_code = 'late' where id = (
       select id from card_authorizations where tenant = $1 and status = 'approved' and (created_at at time zone 'Africa/Lagos')::date = $2 limit 1
     ) returning id, amount`,
    [ctx.tenant.id, span.endDate],
  );
  const [late] = rows;
  await whenFoldedOrNot(async () => {
    const cards = await getCardSums(ctx, span);
    expect(cards.authorized).toMatchObject({
      amount: authorized.amount - Number(late.amount),
      count: authorized.count - 1,
    });
    expect(cards.declines).toContainEqual(
      expect.objectContaining({ code: "late", count: 1, amount: Number(late.amount) }),
    );
  });
  await database.pool.query("update card_authorizations set decline_code = null where id = $1", [late.id]);
  expect((await getCardSums(ctx, span)).authorized).toEqual(authorized);
});

/** Follows the link of a number page by page; returns what its rows add up to, as the service says and as they do. */
async function rowsBehind(...link: Parameters<typeof insightRowsPath>) {
  const query = Object.fromEntries(new URLSearchParams(insightRowsPath(...link).split("?")[1]));
  const asked = insightRowEndpoints.listInsightRows.query.parse({ ...query, perPage: "7" });
  const rows: InsightRow[] = [];
  for (let page = 1; ; page += 1) {
    const found = await listInsightRows(ctx, { ...asked, page });
    rows.push(...found.rows);
    if (found.rows.length > 0 && page < found.metadata.totalPages) continue;
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(found.metadata.totalRecords).toBe(rows.length);
    expect(found.sum).toBe(rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0));
    expect(rows.map(({ at }) => at)).toEqual(
      rows
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    return { rows, count: rows.length, sum: found.sum };
  }
}

test("the rows behind each number of money add up to it", async () => {
  await whenFoldedOrNot(async () => {
    for (const days of [span, before()]) {
      const cash = await getCashPosition(ctx, days);
      expect(await rowsBehind("moneyIn", days)).toMatchObject({ sum: cash.moneyIn });
      expect(await rowsBehind("moneyOut", days)).toMatchObject({ sum: cash.moneyOut });
      const volumes = await getVolumes(ctx, days);
      const { amount, count } = volumes.total;
      expect(await rowsBehind("volume", days)).toMatchObject({ sum: amount, count });
      for (const of of volumes.kinds) {
        expect(await rowsBehind("volume", days, { kind: of.kind })).toMatchObject({ sum: of.amount, count: of.count });
      }
      const charges = await getCharges(ctx, days);
      for (const figure of ["merchantFees", "platformFees", "vat", "duty"] as const) {
        expect(await rowsBehind(figure, days)).toMatchObject({ sum: charges.total[figure] });
        for (const { kind, ...of } of charges.kinds) {
          expect(await rowsBehind(figure, days, { kind })).toMatchObject({ sum: of[figure] });
        }
      }
    }
    for (const { date, moneyIn, moneyOut } of (await getCashPosition(ctx, span)).days) {
      const day = { startDate: date, endDate: date };
      expect(await rowsBehind("moneyIn", day)).toMatchObject({ sum: moneyIn });
      expect(await rowsBehind("moneyOut", day)).toMatchObject({ sum: moneyOut });
    }
  });
  // The bookings of a payout lead to it.
  const { rows } = await rowsBehind("vat", span);
  expect(rows.length).toBeGreaterThan(0);
  for (const { opens } of rows) expect(opens).toMatchObject({ record: "payout", id: expect.any(String) });
});

test("the rows behind each number of requests and reasons are as many", async () => {
  await whenFoldedOrNot(async () => {
    const { total, days, reasons } = await getSuccessRates(ctx, span);
    for (const { startDate, endDate, ...of } of [
      { ...span, ...total },
      ...days.map(({ date, ...day }) => ({ startDate: date, endDate: date, ...day })),
    ]) {
      const { succeeded, customerErrors, systemErrors } = of;
      const counts = {
        ...{ succeeded, customerErrors, systemErrors },
        failed: customerErrors + systemErrors,
        judged: succeeded + systemErrors,
        requests: succeeded + customerErrors + systemErrors,
      };
      for (const [figure, count] of Object.entries(counts)) {
        expect(await rowsBehind(figure as keyof typeof counts, { startDate, endDate })).toMatchObject({ count });
      }
    }
    expect(reasons.length).toBeGreaterThan(3);
    for (const { source, code, count, reason, cause } of reasons) {
      const behind = await rowsBehind("failed", span, { source, code });
      expect(behind.count).toBe(count);
      for (const row of behind.rows) {
        expect(row).toMatchObject({ reason, cause, code });
        expect(row.opens).not.toBeNull();
      }
    }
  });
});

test("a failed return of a suspended bank credit is no request", async () => {
  const { total, reasons } = await getSuccessRates(ctx, span);
  const { count } = await rowsBehind("failed", span);
  const [id, returns] = [services.ids.next(), services.ids.next()];
  const facts = { id, reference: `PAYOUT-${id}`, state: "processing", code: null, returns };
  await database.pool.query(
    `insert into payouts select (jsonb_populate_record(p, $3::jsonb)).* from payouts p
     where p.tenant = $1 and (p.created_at at time zone 'Africa/Lagos')::date = $2 limit 1`,
    [ctx.tenant.id, span.endDate, facts],
  );
  const { rowCount } = await database.pool.query("update payouts set state = 'failed', code = '92' where id = $1", [
    id,
  ]);
  expect(rowCount).toBe(1);
  await whenFoldedOrNot(async () => {
    expect(await getSuccessRates(ctx, span)).toMatchObject({ total, reasons });
    expect((await rowsBehind("failed", span)).count).toBe(count);
  });
  await database.pool.query("delete from payouts where id = $1", [id]);
});

test("the rows behind each number of cards add up to it", async () => {
  await whenFoldedOrNot(async () => {
    const cards = await getCardSums(ctx, span);
    for (const [at, of] of [
      [span, cards],
      [before(), { ...cards, ...(await getCardSums(ctx, before())) }],
    ] as const) {
      const { authorized, cleared, refunded, declined } = of;
      expect(await rowsBehind("cardAuthorized", at)).toMatchObject({ sum: authorized.amount });
      expect(await rowsBehind("cardApproved", at)).toMatchObject({ count: authorized.count });
      expect(await rowsBehind("cardCleared", at)).toMatchObject({ sum: cleared.amount, count: cleared.count });
      expect(await rowsBehind("cardRefunded", at)).toMatchObject({ sum: refunded.amount, count: refunded.count });
      expect(await rowsBehind("cardDeclined", at)).toMatchObject({ sum: declined.amount, count: declined.count });
    }
    for (const { code, amount, count } of cards.declines) {
      expect(await rowsBehind("cardDeclined", span, { code })).toMatchObject({ sum: amount, count });
    }
  });
});

test("each row of everything that was posted opens its record, or is a booking that has no page", async () => {
  const { rows } = await rowsBehind("posted", span);
  for (const { kind, opens, reference } of rows) {
    if (opens?.record === "transaction") {
      expect(await getTransaction(ctx, { reference: opens.id })).toMatchObject({ reference });
    } else if (opens?.record === "payout") {
      expect(await findPayoutView(ctx, opens.id)).toMatchObject({ reference: opens.id });
    } else {
      expect(kind).toBe("cardPayments");
      await expect(getTransaction(ctx, { reference: reference ?? "" })).rejects.toThrow(Failure);
      await expect(getReceipt(ctx, { reference: reference ?? "" })).rejects.toThrow(Failure);
    }
  }
  expect(new Set(rows.map(({ opens }) => opens?.record))).toEqual(new Set(["transaction", "payout", undefined]));
});

test("a filter that a figure does not have is refused", () => {
  const asked = { figure: "requests", ...span };
  const { query } = insightRowEndpoints.listInsightRows;
  expect(query.safeParse(asked).success).toBe(true);
  for (const filter of [{ kind: "credits" }, { code: "07" }, { hour: "9" }, { source: "batch" }]) {
    expect(query.safeParse({ ...asked, ...filter }).success).toBe(false);
  }
  expect(query.safeParse({ ...asked, figure: "cardDeclined", code: "no code" }).success).toBe(false);
});

test("counts nothing twice while several processes fold, and starts with the past after an upgrade", async () => {
  const expected = await getCharges(ctx, span);
  await database.pool.query("delete from charge_days");
  await database.pool.query("update charge_progress set journal = 0");
  await Promise.all(Array.from({ length: 4 }, () => foldRollups(services)));
  await foldRollups(services);
  expect(await getCharges(ctx, span)).toEqual(expected);
});
