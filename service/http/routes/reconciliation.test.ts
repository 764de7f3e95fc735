import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { receiveBankCredit } from "../../domain/bank-credits/receive-bank-credit.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import type { Context } from "../../domain/context.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { recordReport } from "../../domain/payouts/record-outcome.ts";
import { compareSettlements } from "../../domain/reconciliation/compare-settlements.ts";
import { getReconciliation } from "../../domain/reconciliation/get-reconciliation.ts";
import { listBreaks } from "../../domain/reconciliation/list-breaks.ts";
import { pullSettlements } from "../../domain/reconciliation/pull-settlements.ts";
import { purgeSettlementLines } from "../../domain/reconciliation/purge-settlement-lines.ts";
import { acceptSettlement, receiveSettlement } from "../../domain/reconciliation/receive-settlement.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { holdTestPayout } from "../../testing/payouts.ts";
import { openTestBank, type TestBank } from "../../testing/sandbox-bank.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const database = useTestDatabase({ connections: 20 });
const clock = testClock();
let bank: TestBank;
let money: MoneyApp;
let merchant: CreatedMerchant;
let ctx: Context;
let admin: string;
let made = 0;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  bank = await openTestBank(database, { clock });
  const { providers } = testServices(database, { clock });
  money = await openMoneyApp(database, { clock, providers: { ...providers, ...bank.providers } });
  bank.connect(money.app);
});
beforeEach(async () => {
  merchant = await createTestMerchant(money.services);
  ctx = testContext(money.services, { tenant: merchant.sandbox });
  await fundMerchantWallet(ctx, { amount: 100_000_000 });
  await signIn();
});
async function signIn(): Promise<void> {
  admin = (await bearerOf(money.services, (await testMember(money.services, merchant, "Admin")).email)).authorization;
}

afterEach(() => expectBooksToBalance(database.pool));
afterAll(async () => {
  await bank.close();
  await money.close();
});

const dayOf = (at: Date) => new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10);
const call = async (method: "GET" | "POST" | "PATCH", path: string, body?: object) =>
  (await money.call(method, path, body, { authorization: admin })).body;

async function credit(accountNumber: string, amount: bigint): Promise<string> {
  made += 1;
  const sessionId = `000058260302100000${String(made).padStart(12, "0")}`;
  const sender = { senderName: "Ada Obi", senderBankCode: "000058", senderAccountNumber: "0123456789" };
  const transfer = { kind: "inbound", sessionId, accountNumber, amount, narration: "", at: clock.now() } as const;
  await receiveBankCredit(ctx, { name: "sandbox", mode: "SANDBOX" }, { ...transfer, ...sender });
  return sessionId;
}

async function paid(amount: bigint): Promise<string> {
  const { sessionId } = await holdTestPayout(ctx, { amount });
  await recordReport(money.services, { name: "sandbox" }, { sessionId, result: { outcome: "succeeded", code: "00" } });
  return sessionId;
}

const line = (session: string, direction: "in" | "out", naira: string, status = "succeeded") =>
  `${session},${direction},${naira},${status},${clock.now().toISOString()}`;

/** Uploads a file as a member does and lets the worker compare it. */
async function settle(lines: readonly string[], key = "session_id"): Promise<number> {
  const text = [`${key},direction,amount,status,time`, ...lines].join("\n");
  const form = ["--x", 'content-disposition: form-data; name="date"', "", dayOf(clock.now())];
  const file = [
    "--x",
    'content-disposition: form-data; name="file"; filename="day.csv"',
    "content-type: text/csv",
    "",
    text,
  ];
  const reply = await money.app.inject({
    method: "POST",
    url: "/v1/reconciliation/files",
    headers: { authorization: admin, "content-type": "multipart/form-data; boundary=x" },
    payload: [...form, ...file, "--x--", ""].join("\r\n"),
  });
  if (reply.statusCode === 202) expect(await compareSettlements(money.services)).toEqual({ files: 1 });
  return reply.statusCode;
}

async function day(books = "bank") {
  return (await call("GET", `/reconciliation?date=${dayOf(clock.now())}&books=${books}`)).data;
}

it("says that both sides agree to the kobo, also for the sandbox bank's own file", async () => {
  const wallet = await createTestWallet(ctx);
  for (const naira of [100n, 250n])
    await bank.sendInbound({ accountNumber: wallet.accountNumber, amount: naira * 100n + 7n });
  await bank.settle();
  const chunks = [];
  for await (const chunk of await bank.providers.sandboxBank.settlementFile(dayOf(clock.now()))) chunks.push(chunk);
  const [, ...lines] = Buffer.concat(chunks).toString().trim().split(/\r?\n/);
  expect(await settle(lines)).toBe(202);
  expect(await day()).toMatchObject({
    opening: { ours: 0, bank: 0, difference: 0 },
    in: { ours: 35_014, bank: 35_014, difference: 0 },
    out: { ours: 0, bank: 0, difference: 0 },
    closing: { ours: 35_014, bank: 35_014, difference: 0 },
    breaksOfDay: 0,
    files: [{ state: "matched", lines: 2, matched: 2, breaks: 0 }],
  });
});

it("finds each kind of difference, and explains the float by them", async () => {
  const wallet = await createTestWallet(ctx);
  const [same, amount, twice] = [
    await credit(wallet.accountNumber, 10_000n),
    await credit(wallet.accountNumber, 20_000n),
    await credit(wallet.accountNumber, 30_000n),
  ];
  const [gone, status] = [await paid(40_000n), await paid(50_000n)];
  const unknown = "9".repeat(30);
  const lines = [
    line(same, "in", "100.00"),
    line(amount, "in", "190.00"),
    line(twice, "in", "300.00"),
    line(twice, "in", "300.00"),
    line(status, "out", "500.00", "failed"),
    line(unknown, "in", "77.00"),
  ];
  expect(await settle(lines)).toBe(202);
  const { breaks, counts } = await call("GET", "/reconciliation/breaks");
  const found = Object.fromEntries(
    breaks.map((one: { sessionId: string; kind: string; difference: number }) => [
      one.sessionId,
      [one.kind, one.difference],
    ]),
  );
  expect(found).toEqual({
    [amount]: ["amount_differs", -1_000],
    [twice]: ["duplicate", 30_000],
    [status]: ["status_differs", 50_000],
    [gone]: ["missing_there", 40_000],
    [unknown]: ["missing_here", 7_700],
  });
  expect(counts.byKind).toEqual({
    missing_here: 1,
    missing_there: 1,
    amount_differs: 1,
    status_differs: 1,
    duplicate: 1,
  });
  const summary = await day();
  expect(summary).toMatchObject({ closing: { ours: -30_000, bank: 96_700, difference: 126_700 }, explained: 126_700 });

  const idOf = (session: string) => breaks.find((one: { sessionId: string }) => one.sessionId === session).id;
  const resolve = (session: string, resolution: string) =>
    call("POST", `/reconciliation/breaks/${idOf(session)}/resolve`, { resolution, note: "Agreed with the bank" });
  expect((await resolve(unknown, "bank_verdict")).code).toBe("break_choice_impossible");
  const once = await Promise.all([resolve(unknown, "book_difference"), resolve(unknown, "book_difference")]);
  expect(once.map(({ status: isDone }) => isDone).sort()).toEqual([false, true]);
  for (const session of [amount, twice]) expect((await resolve(session, "book_difference")).status).toBe(true);
  for (const session of [status, gone]) expect((await resolve(session, "bank_verdict")).status).toBe(true);
  expect(await day()).toMatchObject({ closing: { ours: 96_700, bank: 96_700, difference: 0 }, explained: 0 });
  // What the bank had more waits as suspended credits, which a member credits to a wallet.
  const { credits } = await call("GET", "/bank-credits?state=suspended");
  const arrived = credits.find((one: { sessionId: string }) => one.sessionId === unknown);
  expect(arrived).toMatchObject({ amount: 7_700, reason: "settlement", wallet: null });
  const credited = await call("POST", `/bank-credits/${arrived.id}/credit`, { accountNumber: wallet.accountNumber });
  expect(credited).toMatchObject({ status: true, credit: { state: "credited" } });
});

it("ends a payout without a verdict by a definite line", async () => {
  const { sessionId, reference } = await holdTestPayout(ctx, { amount: 60_000n });
  await database.pool.query("update payout_attempts set state = 'sent', sent_at = $2 where session_id = $1", [
    sessionId,
    clock.now(),
  ]);
  const pending = { outcome: "unknown", code: "09", reason: "In progress" } as const;
  await recordReport(money.services, { name: "sandbox" }, { sessionId, result: pending });
  expect(await settle([line(sessionId, "out", "600.00")])).toBe(202);
  expect((await call("GET", `/transfer/bank/${reference}`)).payout).toMatchObject({ state: "succeeded" });
  expect((await call("GET", "/reconciliation/breaks")).breaks).toEqual([]);
});

it("counts a payout that is reversed on a later day on both days as the bank does", async () => {
  const session = await paid(80_000n);
  const first = line(session, "out", "800.00");
  expect(await settle([first])).toBe(202);
  const paidOn = await day();
  expect(paidOn).toMatchObject({ out: { ours: 80_000, bank: 80_000 }, closing: { difference: 0 } });
  clock.advance(2 * DAY_MS);
  await signIn();
  await recordReport(
    money.services,
    { name: "sandbox" },
    { sessionId: session, result: { outcome: "reversed", code: "00" } },
  );
  expect(await settle([line(session, "out", "800.00", "reversed")])).toBe(202);
  expect(await day()).toMatchObject({
    out: { ours: -80_000, bank: -80_000 },
    closing: { ours: 0, bank: 0, difference: 0 },
    breaksOfDay: 0,
    timing: 0,
  });
  // The file of the first day, once more and late: it still agrees with what we had at the end of that day.
  clock.advance(-2 * DAY_MS);
  await signIn();
  expect(await settle([first])).toBe(202);
  expect(await day()).toMatchObject({
    out: { ours: 80_000, bank: 80_000 },
    closing: { difference: 0 },
    breaksOfDay: 0,
  });
});

it("resolves a difference by itself when a later file agrees, and keeps owner and note", async () => {
  const wallet = await createTestWallet(ctx);
  const session = await credit(wallet.accountNumber, 10_000n);
  await settle([]);
  const [open] = (await call("GET", "/reconciliation/breaks")).breaks;
  expect(open).toMatchObject({ kind: "missing_there", choices: ["book_difference", "no_booking"] });
  const member = await testMember(money.services, merchant, "Admin", { firstName: "Tolu", lastName: "Bankole" });
  const changed = await call("PATCH", `/reconciliation/breaks/${open.id}`, {
    ownerId: member.id,
    note: "Asked the bank",
  });
  expect(changed.break).toMatchObject({ owner: { name: "Tolu Bankole" }, note: "Asked the bank" });
  await settle([line(session, "in", "100.00")]);
  expect((await call("GET", "/reconciliation/breaks")).breaks).toEqual([]);
  const [ended] = (await call("GET", "/reconciliation/breaks?state=resolved")).breaks;
  expect(ended).toMatchObject({ resolution: "agreed", note: "Asked the bank" });
});

it("refuses a file with a line that it does not understand, and keeps nothing of it", async () => {
  for (const wrong of [
    "x y,in,1.00,succeeded,2026-03-02T10:00:00Z",
    "123,up,1.00,succeeded,2026-03-02T10:00:00Z",
    "123,in,1.005,succeeded,2026-03-02T10:00:00Z",
    "123,in,1.00,lost,2026-03-02T10:00:00Z",
    "123,in,1.00,succeeded,today",
  ]) {
    expect(await settle([wrong])).toBe(400);
  }
  const { rows } = await database.pool.query("select id from settlement_files where tenant = $1", [ctx.tenant.id]);
  expect(rows).toEqual([]);
});

it("deletes the lines of a file 90 days after its comparison, in chunks, and keeps its figures and breaks", async () => {
  const wallet = await createTestWallet(ctx);
  const session = await credit(wallet.accountNumber, 10_000n);
  await settle([
    line(session, "in", "100.00"),
    ...["1", "2", "3", "4"].map((digit) => line(digit.repeat(30), "in", "1.00")),
  ]);
  const date = dayOf(clock.now());
  const shown = () => getReconciliation(ctx, { date }).then(({ data }) => ({ ...data, asOf: null }));
  const before = await shown();
  expect(before).toMatchObject({ in: { bank: 10_400 }, breaksOfDay: 4, files: [{ lines: 5, matched: 1, breaks: 4 }] });
  const kept = async () =>
    (await database.pool.query("select from settlement_lines where tenant = $1", [ctx.tenant.id])).rowCount;
  clock.advance(89 * DAY_MS);
  await purgeSettlementLines(money.services, 2);
  expect(await kept()).toBe(5);
  clock.advance(2 * DAY_MS);
  admin = (await bearerOf(money.services, (await testMember(money.services, merchant, "Admin")).email)).authorization;
  await settle([line("5".repeat(30), "in", "1.00")]);
  // Two workers share the files.
  await Promise.all([purgeSettlementLines(money.services, 2), purgeSettlementLines(money.services, 2)]);
  expect(await kept()).toBe(1);
  expect({ ...(await shown()), files: before.files, openBreaks: before.openBreaks }).toEqual(before);
  expect(await purgeSettlementLines(money.services)).toBe(0);
});

it("compares 20,000 lines with little memory", async () => {
  async function* chunks() {
    yield Buffer.from("session_id,direction,amount,status,time\n");
    const at = clock.now().toISOString();
    for (let n = 0; n < 200; n += 1) {
      yield Buffer.from(
        Array.from({ length: 100 }, (_, i) => `8${String(n * 100 + i).padStart(29, "0")},in,1.00,failed,${at}\n`).join(
          "",
        ),
      );
    }
  }
  const before = process.memoryUsage().heapUsed;
  const received = await receiveSettlement(ctx, chunks());
  await acceptSettlement(ctx, { date: dayOf(clock.now()) }, { ...received, sha256: "" });
  await compareSettlements(money.services);
  expect(received.lines).toBe(20_000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(128 * 1024 * 1024);
  expect((await day()).files[0]).toMatchObject({ state: "matched", lines: 20_000, others: 20_000 });
});

describe("a card issuer's file", () => {
  const SHOP = { merchantCurrency: "NGN", rate: "1" };

  /** A card whose payment of 300 naira is cleared and partly refunded, as the issuer reports it. */
  async function spend() {
    const { customerId } = await createTestWallet(ctx);
    const network = bank.providers.cardNetwork;
    const headers = { authorization: admin };
    await creditWallet(ctx, { customerId, amount: 100_000 });
    const { body } = await money.call("POST", "/card", { customerId, address1: "12 Marina Road" }, headers);
    const { rows } = await database.pool.query<{ id: string }>("select issuer_card_id as id from cards where id = $1", [
      body.card.id,
    ]);
    const cardId = rows[0]?.id ?? "";
    const amounts = (amount: bigint) => ({ ...SHOP, amount, merchantAmount: amount });
    const alone = { cardId, authorizationId: null, merchant: null };
    return {
      customerId,
      clear: (amount: bigint) => network.perform({ act: "clear", ...alone, isFinal: true, ...amounts(amount) }),
      refund: (amount: bigint) => network.perform({ act: "refund", ...alone, ...amounts(amount) }),
    };
  }
  /** The issuer's file of today without its header, from the issuer. */
  async function linesOfIssuer(): Promise<string[]> {
    const chunks = [];
    const file = await bank.providers.issuers.SANDBOX.settlementFile?.(dayOf(clock.now()));
    for await (const chunk of file ?? []) chunks.push(chunk);
    return Buffer.concat(chunks).toString().trim().split(/\r?\n/).slice(1);
  }
  const breaksOf = async () => (await call("GET", "/reconciliation/breaks")).breaks;

  it("agrees to the kobo with what we booked, apart from the bank's float", async () => {
    const card = await spend();
    await card.clear(30_007n);
    await card.refund(5_000n);
    const others = (await day()).files.length;
    expect(await settle(await linesOfIssuer(), "event_id")).toBe(202);
    expect(await day("cards")).toMatchObject({
      rail: "cards:sandbox",
      opening: { ours: 0, bank: 0, difference: 0 },
      in: { ours: 5_000, bank: 5_000, difference: 0 },
      out: { ours: 30_007, bank: 30_007, difference: 0 },
      closing: { ours: -25_007, bank: -25_007, difference: 0 },
      breaksOfDay: 0,
    });
    const { files, closing } = await day();
    expect(files).toHaveLength(others + 1);
    expect(files[0]).toMatchObject({ rail: "cards:sandbox", state: "matched", matched: 2, breaks: 0 });
    expect(closing).toMatchObject({ ours: 0, bank: null });
  });

  it("names each difference; what is missing here waits for its event, the rest can be booked", async () => {
    const card = await spend();
    for (const amount of [10_000n, 20_000n, 30_000n]) await card.clear(amount);
    const [less, gone, twice] = (await linesOfIssuer()).filter((one) => /,(100|200|300)\.00,/.test(one)).toSorted();
    // The report of this one is late.
    bank.connect(null);
    await card.refund(4_000n);
    const late = (await linesOfIssuer()).find((one) => one.includes(",40.00,")) ?? "";
    const cheaper = less?.replace(/,(\d)00\.00,/, ",$190.00,") ?? "";
    expect(gone).toBeDefined();
    expect(await settle([cheaper, twice ?? "", twice ?? "", late], "event_id")).toBe(202);
    const kobo = (one = "") => Math.round(Number(one.split(",")[2]) * 100);
    const byKind = Object.fromEntries((await breaksOf()).map((one: { kind: string }) => [one.kind, one]));
    expect(byKind).toMatchObject({
      amount_differs: { difference: kobo(less) - kobo(cheaper), choices: ["book_difference", "no_booking"] },
      duplicate: { difference: -kobo(twice), lines: 2 },
      missing_there: { difference: kobo(gone), direction: "out" },
      missing_here: { difference: 4_000, direction: "in", choices: ["no_booking"] },
    });
    const { closing, explained } = await day("cards");
    expect(closing.difference).toBe(explained);
    expect((await day()).explained).toBe(0);

    bank.connect(money.app);
    clock.advance(60_000);
    await bank.settle();
    const { rows } = await database.pool.query("select resolution from reconciliation_breaks where id = $1", [
      byKind.missing_here.id,
    ]);
    expect(rows).toEqual([{ resolution: "agreed" }]);
    for (const kind of ["amount_differs", "duplicate", "missing_there"]) {
      const path = `/reconciliation/breaks/${byKind[kind].id}/resolve`;
      const done = await call("POST", path, { resolution: "book_difference", note: "The issuer is right" });
      expect(done).toMatchObject({ status: true, break: { state: "resolved" } });
    }
    expect((await day("cards")).closing).toMatchObject({ difference: 0 });
    expect((await day()).closing.ours).toBe(0);
  });

  it("is taken by the worker each day, also without a line of ours", async () => {
    const [card, lost] = [await spend(), await spend()];
    await card.clear(10_000n);
    bank.connect(null);
    await lost.clear(7_000n);
    await database.pool.query("delete from settlement_pulls");
    const today = dayOf(clock.now());
    clock.advance(DAY_MS);
    const pulled = (await Promise.all([pullSettlements(money.services), pullSettlements(money.services)])).flat();
    expect(pulled.filter(({ rail }) => rail === "cards:sandbox")).toMatchObject([{ day: today, unowned: 0 }]);
    while ((await compareSettlements(money.services)).files > 0);
    await signIn();
    const { data } = await call("GET", `/reconciliation?date=${today}&books=cards`);
    expect(data.files).toMatchObject([{ rail: "cards:sandbox", date: today, lines: 2, matched: 1, breaks: 1 }]);
    expect(await breaksOf()).toMatchObject([{ kind: "missing_here", bankAmount: 7_000, date: today }]);
    bank.connect(money.app);
    clock.advance(60_000);
    await bank.settle();
    expect(await breaksOf()).toEqual([]);
  });
});

describe("the worker", () => {
  const files = async () =>
    (
      await database.pool.query<{ tenant: number; state: string; lines: number; day: string }>(
        "select tenant, state, lines, day from settlement_files where uploaded_by_name = 'Daily file' order by tenant",
      )
    ).rows;
  const pull = async (services = money.services) =>
    (await pullSettlements(services)).filter(({ rail }) => rail === "sandbox");

  beforeEach(async () => {
    await database.pool.query("delete from settlement_pulls");
    await database.pool.query("update settlement_files set uploaded_by_name = 'Before'");
  });

  it("takes each day's file once over several workers, and gives each merchant its own lines", async () => {
    const other = testContext(money.services, { tenant: (await createTestMerchant(money.services)).sandbox });
    const [wallet, lost, others] = [
      await createTestWallet(ctx),
      await createTestWallet(ctx),
      await createTestWallet(other),
    ];
    for (const { accountNumber } of [wallet, others]) await bank.sendInbound({ accountNumber, amount: 5_000n });
    await bank.settle();
    // The report of this one never arrives, and one that we have is not in the bank's file.
    bank.connect(null);
    await bank.sendInbound({ accountNumber: lost.accountNumber, amount: 7_000n, skipEnquiry: true });
    const unknownThere = await credit(wallet.accountNumber, 9_000n);
    const today = dayOf(clock.now());
    clock.advance(DAY_MS);
    const days = (await Promise.all([pull(), pull(), pull()])).flat();
    expect(days).toMatchObject([{ day: today, files: 2, unowned: 0 }]);
    expect(await files()).toMatchObject([
      { tenant: ctx.tenant.id, state: "waiting", lines: 2, day: today },
      { tenant: other.tenant.id, state: "waiting", lines: 1, day: today },
    ]);
    while ((await compareSettlements(money.services)).files > 0);
    expect(await pull()).toEqual([]);
    const { breaks } = await listBreaks(ctx, { page: 1, perPage: 10, state: "open" });
    expect(Object.fromEntries(breaks.map(({ kind, difference }) => [kind, difference]))).toEqual({
      missing_here: 7_000,
      missing_there: -9_000,
    });
    expect(breaks.map(({ sessionId }) => sessionId)).toContain(unknownThere);
    bank.connect(money.app);
    await bank.settle();
  });

  it("repeats a day that failed or whose worker died, and catches up after a stop", async () => {
    const wallet = await createTestWallet(ctx);
    await bank.sendInbound({ accountNumber: wallet.accountNumber, amount: 5_000n });
    await bank.settle();
    const first = dayOf(clock.now());
    clock.advance(DAY_MS);
    const { providers } = money.services;
    async function* broken() {
      yield Buffer.from("session_id,direction,amount,status,time\n");
      throw new Error("cut");
    }
    const rail = { ...bank.rail, settlementFile: async () => broken() };
    const cut = { ...money.services, providers: { ...providers, rails: { SANDBOX: [rail], PRODUCTION: [] } } };
    expect(await pull(cut)).toMatchObject([{ day: first, files: 0, problem: "cut" }]);
    expect(await pull()).toEqual([]);
    // A worker that died holds its claim for ten minutes.
    clock.advance(10 * 60_000);
    expect(await pull()).toMatchObject([{ day: first, files: 1 }]);
    clock.advance(2 * DAY_MS);
    expect((await pull()).map(({ day: one }) => one)).toEqual(
      [1, 2].map((days) => dayOf(new Date(Date.parse(`${first}T12:00:00Z`) + days * DAY_MS))),
    );
  });

  it("keeps the file that a member uploaded for the day", async () => {
    const wallet = await createTestWallet(ctx);
    await bank.sendInbound({ accountNumber: wallet.accountNumber, amount: 5_000n });
    await bank.settle();
    await settle([]);
    clock.advance(DAY_MS);
    expect(await pull()).toMatchObject([{ files: 0 }]);
    expect(await files()).toEqual([]);
  });
});
