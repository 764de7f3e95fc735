import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { receiveBankCredit } from "../../domain/bank-credits/receive-bank-credit.ts";
import { recordReport } from "../../domain/payouts/record-outcome.ts";
import { enableWallet } from "../../domain/wallets/controls/enable-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import { setPostNoCredit } from "../../domain/wallets/controls/set-post-no-credit.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { openTestBank, TEST_BANK_SECRETS, type TestBank } from "../../testing/sandbox-bank.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const database = useTestDatabase({ connections: 20 });
const clock = testClock();
let bank: TestBank;
let money: MoneyApp;
let second: MoneyApp;
let admin: string;
/** The full proof: INBOUND_CALLBACKS=10000. */
const CALLBACKS = Number(process.env.INBOUND_CALLBACKS ?? 300);
let made = 0;

beforeAll(async () => {
  bank = await openTestBank(database, { clock });
  const { providers } = testServices(database, { clock });
  money = await openMoneyApp(database, { clock, providers: { ...providers, ...bank.providers } });
  second = await openMoneyApp(database, { clock, providers: { ...providers, ...bank.providers } });
  bank.connect(money.app);
  const { email } = await testMember(money.services, money.merchant, "Admin");
  admin = (await bearerOf(money.services, email)).authorization;
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  expect(await sumOf("inbound_suspense")).toBe(await suspended());
});
afterAll(async () => {
  await bank.close();
  await money.close();
  await second.close();
});

type Event = ReturnType<typeof incoming>;
function incoming(accountNumber: string, amount: string, overrides: object = {}) {
  made += 1;
  return {
    event: "inbound",
    sessionID: `000058260302100000${String(made).padStart(12, "0")}`,
    beneficiaryAccountNumber: accountNumber,
    amount,
    originatorAccountName: "ADA OBI",
    originatorAccountNumber: "0123456789",
    sourceInstitutionCode: "000058",
    narration: "School fees",
    time: clock.now().toISOString(),
    ...overrides,
  };
}

/** Signs a body as the bank does. `age` in seconds. */
function signed(body: string, { age = 0, secret = TEST_BANK_SECRETS.callbackSecret } = {}) {
  const timestamp = String(Math.floor(clock.now().getTime() / 1000) - age);
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return { "content-type": "application/json", "x-bank-timestamp": timestamp, "x-bank-signature": signature };
}

async function deliver(
  event: object,
  options: { app?: MoneyApp; path?: string; age?: number; secret?: string; headers?: Record<string, string> } = {},
) {
  const payload = JSON.stringify(event);
  const reply = await (options.app ?? money).app.inject({
    method: "POST",
    url: `/v1/rails/${options.path ?? "sandbox/events"}`,
    headers: { ...signed(payload, options), ...options.headers },
    payload,
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function sumOf(kind: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ sum: bigint }>(
    "select coalesce(sum(balance), 0)::bigint as sum from accounts where kind = $1",
    [kind],
  );
  return rows[0]?.sum ?? 0n;
}

async function suspended(): Promise<bigint> {
  const { rows } = await database.pool.query<{ sum: bigint }>(
    `select coalesce(sum(c.amount), 0)::bigint as sum from bank_credits c left join payouts p on p.id = c.payout
     where c.state = 'suspended' or p.state in ('failed', 'cancelled', 'reversed')`,
  );
  return rows[0]?.sum ?? 0n;
}

async function balanceOf(accountNumber: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    "select a.balance from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id where w.account_number = $1",
    [accountNumber],
  );
  return rows[0]?.balance ?? 0n;
}

const list = async (query = "") => (await money.call("GET", `/bank-credits${query}`)).body;

describe("a bank transfer that arrives", () => {
  it("credits the wallet of its number and names its sender", async () => {
    const wallet = await createTestWallet(money.ctx);
    expect(
      await bank.sendInbound({ accountNumber: wallet.accountNumber, amount: 1_500_050n, senderName: "Ada Obi" }),
    ).toMatchObject({ outcome: "sent" });
    await bank.settle();
    expect(await balanceOf(wallet.accountNumber)).toBe(1_500_050n);
    const { transactions } = (await money.call("GET", `/transaction/customer?customerId=${wallet.customerId}`)).body;
    expect(transactions).toMatchObject([
      { type: "CREDIT", amount: 1_500_050, category: "WALLET_FUNDED_THROUGH_BANK_TRANSFER" },
    ]);
    expect(transactions[0].description).toMatch(/^From Ada Obi, /i);
    const { credits, counts } = await list(`?walletId=${wallet.walletId}`);
    expect(credits).toMatchObject([{ state: "credited", reason: null, transactionId: transactions[0].id }]);
    expect(counts).toEqual({ credited: 1, suspended: 0, returned: 0 });
    expect((await bank.books()).float).toBe(-(await sumOf("bank_float")));
  });

  it("credits the merchant's own wallet", async () => {
    const { data } = (await money.call("GET", "/merchant/wallet")).body;
    const number = data?.accountNumber as string;
    expect((await deliver(incoming(number, "250.00"))).status).toBe(200);
    expect(await balanceOf(number)).toBe(25_000n);
  });

  it("is credited once, however often it is reported, also in two processes at once", async () => {
    const wallet = await createTestWallet(money.ctx);
    const event = incoming(wallet.accountNumber, "100.00");
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => deliver(event, { app: nth % 2 ? money : second })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    clock.advance(60_000);
    expect((await deliver(event)).status).toBe(200);
    expect(await balanceOf(wallet.accountNumber)).toBe(10_000n);
  });

  it("is credited although a caller used the reference of its session", async () => {
    const wallet = await createTestWallet(money.ctx);
    const event = incoming(wallet.accountNumber, "10.00");
    await money.call("POST", "/merchant/fund-wallet", { amount: 100_000 });
    const reference = `sandbox-${event.sessionID}`;
    await money.call("POST", "/wallet/credit", { customerId: wallet.customerId, amount: 500, reference });
    expect((await deliver(event)).status).toBe(200);
    expect(await balanceOf(wallet.accountNumber)).toBe(1_500n);
  });

  it("is credited although its texts hold characters that no database takes", async () => {
    const wallet = await createTestWallet(money.ctx);
    const event = incoming(wallet.accountNumber, "30.00", {
      narration: "rent \ud83d",
      originatorAccountName: "ADA\u0000\u202eOBI",
    });
    expect((await deliver(event)).status).toBe(200);
    expect(await balanceOf(wallet.accountNumber)).toBe(3_000n);
    const { credits } = await list(`?search=${event.sessionID}`);
    expect(credits).toMatchObject([{ narration: expect.stringMatching(/^rent/), sender: { name: "ADA OBI" } }]);
  });

  it("is credited whichever characters its rail names it with, and needs a person where the sender's bank is missing", async () => {
    const wallet = await createTestWallet(money.ctx);
    const sent = {
      kind: "inbound",
      accountNumber: wallet.accountNumber,
      amount: 4_000n,
      senderName: "Ada Obi",
      senderBankCode: "",
      senderAccountNumber: "XXXXXX6789",
      narration: "",
      at: clock.now(),
    } as const;
    const rail = { name: "paystack", mode: "SANDBOX" } as const;
    for (const sessionId of ["xlhnk0xh2l", "uybxnzf7-1", "T_8"]) {
      expect(await receiveBankCredit(money.ctx, rail, { ...sent, sessionId })).toBe("credited");
    }
    expect(await balanceOf(wallet.accountNumber)).toBe(12_000n);
    await freezeWallet(money.ctx, { customerId: wallet.customerId, reason: "Fraud report" });
    expect(await receiveBankCredit(money.ctx, rail, { ...sent, sessionId: "frozen9z" })).toBe("suspended");
    const { id } = (await list("?search=frozen9z")).credits[0];
    const reply = await money.call("POST", `/bank-credits/${id}/return`, { reason: "Fraud" }, { authorization: admin });
    expect(reply).toMatchObject({ status: 400, body: { code: "bank_credit_without_sender" } });
    const { body } = await money.call("GET", `/bank-credits/${id}`, undefined, { authorization: admin });
    expect(body.credit.viewer).toEqual({ canCredit: true, canReturn: false });
  });

  it("for a number that is not ours is recorded without a booking", async () => {
    const before = await sumOf("bank_float");
    const production = await createTestWallet({ ...money.ctx, tenant: money.merchant.production });
    for (const number of ["1234567890", production.accountNumber]) {
      const event = incoming(number, "99.00");
      expect((await deliver(event)).status).toBe(200);
      expect((await deliver(event)).status).toBe(200);
    }
    expect(await sumOf("bank_float")).toBe(before);
    expect((await database.pool.query("select from refused_bank_credits")).rowCount).toBe(2);
  });
});

describe("a wallet that cannot take a bank transfer", () => {
  async function suspend(amount = "500.00") {
    const wallet = await createTestWallet(money.ctx);
    await freezeWallet(money.ctx, { customerId: wallet.customerId, reason: "Fraud report" });
    const event = incoming(wallet.accountNumber, amount);
    expect((await deliver(event)).status).toBe(200);
    const { credits } = await list(`?search=${event.sessionID}`);
    return { wallet, event, credit: credits[0] as { id: string; state: string; reason: string } };
  }

  it("leaves the money in suspense with the reason, and says it by an event", async () => {
    const { wallet, credit } = await suspend();
    expect(credit).toMatchObject({ state: "suspended", reason: "wallet_frozen" });
    expect(await balanceOf(wallet.accountNumber)).toBe(0n);
    const outbox = await database.pool.query(
      "select from outbox where kind = 'wallet.credit.suspended' and object_id = $1",
      [credit.id],
    );
    expect(outbox.rowCount).toBe(1);
  });

  it("is one with post no credit, and one whose maximum balance would be exceeded", async () => {
    const { customerId, accountNumber } = await createTestWallet(money.ctx);
    const reasonOf = async (event: Event) => {
      expect((await deliver(event)).status).toBe(200);
      return (await list(`?search=${event.sessionID}`)).credits[0].reason;
    };
    await setPostNoCredit(money.ctx, { customerId, postNoCredit: true, reason: "Dispute" });
    expect(await reasonOf(incoming(accountNumber, "1.00"))).toBe("post_no_credit");
    await setPostNoCredit(money.ctx, { customerId, postNoCredit: false, reason: "Settled" });
    expect(await reasonOf(incoming(accountNumber, "400000000000.00"))).toBe("max_balance_exceeded");
  });

  it("gets the money from suspense once it can take it, and only once", async () => {
    const { wallet, credit } = await suspend();
    const credited = () =>
      money.call("POST", `/bank-credits/${credit.id}/credit`, { reason: "Cleared" }, { authorization: admin });
    expect(await credited()).toMatchObject({ status: 400, body: { code: "destination_inactive" } });
    const details = await money.call("GET", `/bank-credits/${credit.id}`, undefined, { authorization: admin });
    expect(details.body.credit).toMatchObject({
      obstacle: "Destination wallet is not active.",
      viewer: { canCredit: true, canReturn: true },
    });
    await enableWallet(money.ctx, { customerId: wallet.customerId });
    const replies = await Promise.all([credited(), credited(), credited()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await balanceOf(wallet.accountNumber)).toBe(50_000n);
    expect((await list(`?search=${credit.id}`)).credits).toEqual([]);
    const { body } = await money.call("GET", `/bank-credits/${credit.id}`);
    expect(body.credit).toMatchObject({ state: "credited", resolution: "Cleared", reason: "wallet_frozen" });
    const { transactionId, transactionReference } = body.credit;
    for (const path of [
      `/merchant/transaction/${transactionReference}`,
      `/transaction/${transactionReference}/receipt`,
    ]) {
      const found = await money.call("GET", path);
      expect([path, found.status, JSON.stringify(found.body).includes(transactionId)]).toEqual([path, 200, true]);
    }
  });
});

describe("a suspended transfer that goes to another wallet", () => {
  it("needs a member who may approve its amount", async () => {
    const [wallet, other] = [await createTestWallet(money.ctx), await createTestWallet(money.ctx)];
    await freezeWallet(money.ctx, { customerId: wallet.customerId, reason: "Fraud report" });
    const event = incoming(wallet.accountNumber, "640.00");
    await deliver(event);
    const { id } = (await list(`?search=${event.sessionID}`)).credits[0];
    const limited = await testMember(money.services, money.merchant, "Admin");
    const { authorization } = await bearerOf(money.services, limited.email);
    const creditAs = (authorization: string) =>
      money.call("POST", `/bank-credits/${id}/credit`, { accountNumber: other.accountNumber }, { authorization });
    await database.pool.query("update members set approval_limit = 63999 where id = $1", [limited.id]);
    expect(await creditAs(authorization)).toMatchObject({ status: 403, body: { code: "approval_limit_exceeded" } });
    expect(await balanceOf(other.accountNumber)).toBe(0n);
    expect((await creditAs(admin)).status).toBe(200);
    expect(await balanceOf(other.accountNumber)).toBe(64_000n);
  });
});

describe("a suspended transfer that goes back", () => {
  it("is a payout from suspense, and is suspended again if the payout fails", async () => {
    const wallet = await createTestWallet(money.ctx);
    await freezeWallet(money.ctx, { customerId: wallet.customerId, reason: "Fraud report" });
    const event = incoming(wallet.accountNumber, "640.00");
    await deliver(event);
    const { id } = (await list(`?search=${event.sessionID}`)).credits[0];
    const back = () => money.call("POST", `/bank-credits/${id}/return`, { reason: "Fraud" }, { authorization: admin });
    const replies = await Promise.all([back(), back()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { body } = await money.call("GET", `/bank-credits/${id}`);
    expect(body.credit).toMatchObject({ state: "returned", resolution: "Fraud" });
    const { rows } = await database.pool.query(
      "select p.reference, p.amount, p.account_number, p.bank_code, a.state from payouts p join payout_attempts a on a.payout = p.id where p.returns = $1",
      [id],
    );
    expect(rows).toEqual([
      {
        reference: body.credit.payoutReference,
        amount: 64_000n,
        account_number: "0123456789",
        bank_code: "000058",
        state: "ready",
      },
    ]);
    expect(await sumOf("payout_hold")).toBe(64_000n);
    const verdict = async (responseCode: string) => {
      const attempts = await database.pool.query(
        "select a.session_id as session from payouts p join payout_attempts a on a.payout = p.id where p.returns = $1 order by p.created_at desc, p.id desc",
        [id],
      );
      const event = { event: "payout", transactionId: attempts.rows[0].session, responseCode };
      for (let n = 0; n < 2; n += 1) expect((await deliver(event)).status).toBe(200);
    };
    await verdict("05");
    expect((await list(`?search=${event.sessionID}&state=suspended`)).credits).toMatchObject([{ id }]);
    expect(await sumOf("payout_hold")).toBe(0n);
    expect((await back()).status).toBe(200);
    await verdict("00");
    expect((await list(`?search=${event.sessionID}`)).credits).toMatchObject([{ id, state: "returned" }]);
    expect(await sumOf("payout_hold")).toBe(0n);
    // The bank takes it back a day later.
    const { rows: sent } = await database.pool.query<{ session: string }>(
      `select a.session_id as session from payouts p join payout_attempts a on a.tenant = p.tenant and a.payout = p.id
       where p.returns = $1 and p.state = 'succeeded'`,
      [id],
    );
    const reversed = { outcome: "reversed", code: "reversed" } as const;
    const session = sent[0]?.session ?? "";
    await recordReport(money.services, { name: "sandbox" }, { sessionId: session, result: reversed });
    expect((await list(`?search=${event.sessionID}`)).credits).toMatchObject([{ id, state: "suspended" }]);
    await enableWallet(money.ctx, { customerId: wallet.customerId });
    const credited = await money.call(
      "POST",
      `/bank-credits/${id}/credit`,
      { reason: "Cleared" },
      { authorization: admin },
    );
    expect(credited.status).toBe(200);
    expect(await balanceOf(wallet.accountNumber)).toBe(64_000n);
  });
});

describe("a request of a rail", () => {
  it.each<[string, (event: Event) => ReturnType<typeof deliver>]>([
    ["with another secret", (event) => deliver(event, { secret: "x".repeat(32) })],
    ["older than five minutes", (event) => deliver(event, { age: 301 })],
    ["from the future", (event) => deliver(event, { age: -301 })],
    ["without a signature", (event) => deliver(event, { headers: { "x-bank-signature": "" } })],
    ["with another body", (event) => deliver(event, { headers: signed(JSON.stringify({ ...event, amount: "1.00" })) })],
    ["without meaning", (event) => deliver({ ...event, event: "gift" })],
    ["of another kind", (event) => deliver(event, { path: "sandbox/enquiry" })],
  ])("%s is refused and books nothing", async (_, send) => {
    const wallet = await createTestWallet(money.ctx);
    const reply = await send(incoming(wallet.accountNumber, "77.00"));
    expect(reply).toMatchObject({ status: 401, body: { code: "rail_signature_refused" } });
    expect(await balanceOf(wallet.accountNumber)).toBe(0n);
  });

  it("of a rail that does not exist is 404, and a large one 413", async () => {
    expect((await deliver(incoming("1234567890", "1.00"), { path: "other/events" })).status).toBe(404);
    const large = incoming("1234567890", "1.00", { narration: "x".repeat(70_000) });
    expect((await deliver(large)).status).toBe(413);
  });

  it("about a number is answered with the name of its wallet in this mode", async () => {
    const wallet = await createTestWallet(money.ctx);
    const ask = (accountNumber: string) => deliver({ event: "enquiry", accountNumber }, { path: "sandbox/enquiry" });
    expect(await ask(wallet.accountNumber)).toMatchObject({ status: 200, body: { accountName: "Chidi Okafor" } });
    const production = await createTestWallet({ ...money.ctx, tenant: money.merchant.production });
    expect(await ask(production.accountNumber)).toMatchObject({ status: 404 });
    expect(await ask("1234567890")).toMatchObject({ status: 404, body: { code: "bank_account_not_found" } });
  });
});

describe("POST /sandbox/bank-transfer", () => {
  it("makes the sandbox bank send a transfer to a number of the merchant, and to no other", async () => {
    const wallet = await createTestWallet(money.ctx);
    const body = { accountNumber: wallet.accountNumber, amount: 123_45, senderName: "Bola Ade", narration: "Rent" };
    const reply = await money.call("POST", "/sandbox/bank-transfer", body);
    expect(reply).toMatchObject({ status: 200, body: { transfer: { accountNumber: wallet.accountNumber } } });
    await bank.settle();
    expect(await balanceOf(wallet.accountNumber)).toBe(123_45n);
    const other = await createTestMerchant(money.services);
    const foreign = await createTestWallet({ ...money.ctx, tenant: other.sandbox });
    const refused = await money.call("POST", "/sandbox/bank-transfer", {
      ...body,
      accountNumber: foreign.accountNumber,
    });
    expect(refused).toMatchObject({ status: 400, body: { code: "wallet_not_found" } });
  });
});

/** Reports that are open simultaneously. INBOUND_OPEN=10000 sends all of them together, so that the service refuses some with 503. */
const OPEN_REPORTS = Number(process.env.INBOUND_OPEN ?? 128);

/** Reports as the bank does: a few together, and again after each answer that is not 2xx. Returns how many were repeated for that reason. */
async function reportAll(reports: readonly Event[]): Promise<number> {
  const waiting = reports.entries();
  let repeated = 0;
  const senders = Array.from({ length: OPEN_REPORTS }, async () => {
    for (const [n, event] of waiting) {
      for (let { status } = await deliver(event, { app: n % 2 ? money : second }); status !== 200; ) {
        expect(status).toBe(503);
        repeated += 1;
        await pause(20);
        // Any process may get the repetition.
        ({ status } = await deliver(event, { app: repeated % 2 ? money : second }));
      }
    }
  });
  await Promise.all(senders);
  return repeated;
}

it(`${CALLBACKS} transfers, every third reported again, some for frozen wallets: each booked once, suspense exact`, async () => {
  const wallets = await Promise.all(Array.from({ length: 6 }, () => createTestWallet(money.ctx)));
  for (const { customerId } of wallets.slice(4)) {
    await freezeWallet(money.ctx, { customerId, reason: "Fraud report" });
  }
  const before = { float: await sumOf("bank_float"), suspense: await sumOf("inbound_suspense") };
  const events = Array.from({ length: CALLBACKS }, (_, n) =>
    incoming(wallets[n % 6]?.accountNumber ?? "", `${(n % 90) + 1}.00`),
  );
  const reports = events.flatMap((event, n) => (n % 3 === 0 ? [event, event] : [event]));
  const repeated = await reportAll(reports);
  const total = (of: readonly Event[]) => of.reduce((sum, { amount }) => sum + BigInt(amount.replace(".", "")), 0n);
  for (const { accountNumber } of wallets.slice(0, 4)) {
    const own = events.filter(({ beneficiaryAccountNumber }) => beneficiaryAccountNumber === accountNumber);
    expect(await balanceOf(accountNumber)).toBe(total(own));
  }
  expect(before.float - (await sumOf("bank_float"))).toBe(total(events));
  const frozen = events.filter((_, n) => n % 6 >= 4);
  const suspense = (await sumOf("inbound_suspense")) - before.suspense;
  expect(suspense).toBe(total(frozen));
  process.stdout.write(
    `inbound: ${events.length} transfers, ${reports.length} reports, ${repeated} repeated after 503, ${frozen.length} suspended with ${suspense} kobo: each booked once\n`,
  );
}, 300_000);
