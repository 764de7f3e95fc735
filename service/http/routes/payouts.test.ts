import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { openTestBank, type TestBank } from "../../testing/sandbox-bank.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const GTBANK = "000013";
const ACCOUNT = "0123456711";
const database = useTestDatabase();
const clock = testClock();
let money: MoneyApp;
let bank: TestBank;
let payer: CreatedWallet;

beforeAll(async () => {
  bank = await openTestBank(database, { clock });
  // No worker runs here: payouts stay held, and nobody waits for them.
  const { providers } = testServices(database, { clock });
  money = await openMoneyApp(database, { clock, payoutWaitMs: 0, providers: { ...providers, ...bank.providers } });
});
beforeEach(async () => {
  payer = await createTestWallet(money.ctx, { firstName: "Chidi", lastName: "Okafor" });
  await fundMerchantWallet(money.ctx, { amount: 10_000_000 });
  await creditWallet(money.ctx, { customerId: payer.customerId, amount: 3_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(async () => {
  await money.close();
  await bank.close();
});

const bodyOf = (more: object = {}) => ({
  amount: 1_000_000,
  sortCode: GTBANK,
  accountNumber: ACCOUNT,
  narration: "Rent",
  ...more,
});
const send = (more: object = {}, headers: Record<string, string> = {}) =>
  money.call("POST", "/transfer/bank/customer", { customerId: payer.customerId, ...bodyOf(more) }, headers);

async function balanceOf({ customerId }: { customerId: string }): Promise<bigint> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    "select a.balance from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id where w.customer_id = $1",
    [customerId],
  );
  return rows[0]?.balance ?? -1n;
}

async function holderOf(accountNumber = ACCOUNT): Promise<string> {
  const { body } = await money.call(
    "GET",
    `/transfer/account/details?sortCode=${GTBANK}&accountNumber=${accountNumber}`,
  );
  return body.account.accountName;
}

describe("banks and their accounts", () => {
  it("lists banks with their codes, and finds them by words and codes", async () => {
    const { body } = await money.call("GET", "/transfer/banks");
    expect(body.banks.length).toBeGreaterThan(20);
    expect(body.banks).toContainEqual(expect.objectContaining({ code: GTBANK, cbnCode: "058" }));
    const found = await money.call("GET", "/transfer/banks?search=zenith");
    expect(found.body.banks.map((one: { name: string }) => one.name)).toEqual([expect.stringMatching(/zenith/i)]);
  });

  it("never guesses between NIP and CBN codes: 000011 is Unity, 011 is First Bank", async () => {
    const nameAt = async (sortCode: string) =>
      (await money.call("GET", `/transfer/account/details?sortCode=${sortCode}&accountNumber=${ACCOUNT}`)).body.account
        .bankName;
    expect(await nameAt("000011")).toMatch(/unity/i);
    expect(await nameAt("011")).toMatch(/first bank/i);
  });

  it("names the holder, answers 404 for an unknown account and 400 for an unknown bank", async () => {
    expect(await holderOf()).toMatch(/\w/);
    const at = (query: string) => money.call("GET", `/transfer/account/details?${query}`);
    expect(await at(`sortCode=${GTBANK}&accountNumber=0123456707`)).toMatchObject({ status: 404 });
    expect(await at(`sortCode=999998&accountNumber=${ACCOUNT}`)).toMatchObject({
      status: 400,
      body: { code: "bank_unknown" },
    });
    const own = await at(`sortCode=090999&accountNumber=${payer.accountNumber}`);
    expect(own.body.account.accountName).toBe("Chidi Okafor");
  });
});

describe("the enquiries of a merchant", () => {
  const details = (accountNumber: string, headers: Record<string, string> = {}) =>
    money.call(
      "GET",
      `/transfer/account/details?sortCode=${GTBANK}&accountNumber=${accountNumber}`,
      undefined,
      headers,
    );

  it("take a few places at the bank: other merchants and its own payments do not wait for them", async () => {
    await holderOf();
    const { enquire } = bank.rail;
    const slow = Promise.withResolvers<void>();
    const asked: string[] = [];
    const spy = vi.spyOn(bank.rail, "enquire").mockImplementation(async (account) => {
      asked.push(account.accountNumber);
      if (account.accountNumber.startsWith("7")) await slow.promise;
      return await enquire(account);
    });
    try {
      const replies: Awaited<ReturnType<typeof details>>[] = [];
      const lookUps = Array.from({ length: 100 }, async (_, n) =>
        replies.push(await details(`7${String(n).padStart(7, "0")}11`)),
      );
      await vi.waitFor(() => expect(replies).toHaveLength(80), 20_000);
      const refused = { status: 429, headers: { "retry-after": "5" }, body: { code: "rate_limited" } };
      expect(replies[0]).toMatchObject(refused);
      expect(asked).toHaveLength(4);
      const other = await createTestMerchant(money.services);
      const authorization = `Bearer ${await sandboxPrivateKey(money.services, other)}`;
      expect((await details("0123456712", { authorization })).status).toBe(200);
      expect((await send()).status).toBe(202);
      slow.resolve();
      await Promise.all(lookUps);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    } finally {
      slow.resolve();
      spy.mockRestore();
    }
  });
});

describe("sending to a bank", () => {
  it("holds amount, fee, VAT and duty, with the attempt and its session ID in the same commit", async () => {
    const { status, body } = await send({ note: "Ticket 4711", metadata: { flat: "4B" } });
    expect([status, body.message]).toEqual([202, "Transaction is processing."]);
    expect(body.transfer).toEqual({
      amount: 1_000_000,
      charges: 2_500,
      vat: 188,
      duty: 5_000,
      total: 1_007_688,
      reference: expect.stringMatching(/^[0-9A-Z]{26}$/),
      sessionId: expect.stringMatching(/^999001\d{24}$/),
      destination: `${ACCOUNT}/${GTBANK}`,
      transactionReference: expect.stringMatching(/^[0-9a-f-]{36}$/),
      description: "Rent",
      metadata: { flat: "4B" },
      state: "held",
    });
    expect(await balanceOf(payer)).toBe(3_000_000n - 1_007_688n);
    const { payout } = (await money.call("GET", `/transfer/bank/${body.transfer.reference}`)).body;
    expect(payout).toMatchObject({
      state: "held",
      accountName: await holderOf(),
      nameMatch: "BANK",
      note: "Ticket 4711",
      timeline: [{ state: "held" }],
      attempts: [{ number: 1, rail: "sandbox", state: "ready", sessionId: body.transfer.sessionId }],
      entries: [{ from: "wallet", to: "payout_hold", amount: 1_000_000, fee: 7_688 }],
      viewer: { canCancel: true, canQuery: false },
    });
    const statement = await money.call("GET", `/transaction/customer?customerId=${payer.customerId}`);
    expect(statement.body.transactions[0]).toMatchObject({
      category: "BANK_TRANSFER",
      type: "DEBIT",
      fee: 7_500,
      vat: 188,
      total: 1_007_688,
    });
    const { transaction } = (await money.call("GET", `/transaction/info?reference=${body.transfer.reference}`)).body;
    expect(transaction).toMatchObject({ fee: 7_500, vat: 188, total: 1_007_688, fee_breakdown: { total_fee: 7_688 } });
    const url = `/v1/transaction/download/customer?customerId=${payer.customerId}`;
    const file = await money.app.inject({ url, headers: { authorization: money.authorization } });
    expect(file.body).toContain("1000000,7500,188,1007688");
  });

  it("pays from the merchant's wallet, and lists payouts with the number in each state", async () => {
    const { body } = await money.call("POST", "/transfer/bank", bodyOf({ reference: "RENT-000001" }));
    expect(body.transfer.reference).toBe("RENT-000001");
    const { payouts, counts } = (await money.call("GET", "/transfer/bank?state=held&search=rent-000001")).body;
    expect(payouts).toMatchObject([{ reference: "RENT-000001", source: { customerId: null } }]);
    expect(counts).toMatchObject({ held: 1, succeeded: 0 });
    expect(
      await money.call("POST", "/transfer/bank", bodyOf({ reference: "RENT-000001", allowDuplicate: true })),
    ).toMatchObject({
      status: 400,
      body: { code: "reference_exists" },
    });
  });

  it("refuses with the first failed check, and moves nothing", async () => {
    const name = await holderOf();
    const codeOf = async (more: object) => (await send(more)).body.code;
    expect(await codeOf({ sortCode: "999998" })).toBe("bank_unknown");
    expect(await codeOf({ amount: 2_999_999 })).toBe("single_limit_exceeded");
    expect(await codeOf({ accountNumber: "0123456707" })).toBe("bank_account_unknown");
    const mismatch = (await send({ accountName: "Nobody Known" })).body;
    expect([mismatch.code, mismatch.message]).toEqual(["account_name_mismatch", expect.stringContaining(name)]);
    expect((await send({ narration: "Réunion" })).body).toMatchObject({ code: "validation_failed" });
    await freezeWallet(money.ctx, { customerId: payer.customerId, reason: "Lost phone" });
    expect(await codeOf({})).toBe("source_inactive");
    expect(await balanceOf(payer)).toBe(3_000_000n);
  });

  it("two at once that together exceed the wallet with their charges: one", async () => {
    const wallet = await createTestWallet(money.ctx);
    // Twice the amount would fit; twice the amount with its charges does not.
    await creditWallet(money.ctx, { customerId: wallet.customerId, amount: 2_000_000 + 7_688 });
    const pay = (accountNumber: string) =>
      money.call("POST", "/transfer/bank/customer", { customerId: wallet.customerId, ...bodyOf({ accountNumber }) });
    const replies = await Promise.all([pay("0123456711"), pay("0123456712")]);
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 400]);
  });

  it("refuses the same payment within two minutes, also at the same moment, unless it is meant", async () => {
    const replies = await Promise.all([send({ amount: 200_000 }), send({ amount: 200_000 })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect((await send({ amount: 200_000 })).body.code).toBe("possible_duplicate");
    expect((await send({ amount: 200_000, allowDuplicate: true })).status).toBe(202);
    clock.advance(120_001);
    expect((await send({ amount: 200_000 })).status).toBe(202);
  });

  it("answers a repeated key with the first answer, and holds once", async () => {
    const key = { "idempotency-key": "payout-1" };
    const first = await send({ amount: 300_000 }, key);
    expect(first.status).toBe(202);
    expect(await send({ amount: 300_000 }, key)).toMatchObject({ status: 202, body: first.body });
    expect(await balanceOf(payer)).toBe(3_000_000n - 300_000n - 1_075n);
  });

  it("pays a number of ours in the books: no rail, no duty, done", async () => {
    const receiver = await createTestWallet(money.ctx, { firstName: "Bola", lastName: "Ige" });
    const own = { sortCode: "090999", accountNumber: receiver.accountNumber, accountName: "Bola Ige" };
    const { status, body } = await send(own);
    expect([status, body.transfer.state, body.transfer.duty, body.transfer.sessionId]).toEqual([
      200,
      "succeeded",
      0,
      null,
    ]);
    expect(await balanceOf(receiver)).toBe(1_000_000n);
    expect((await send({ ...own, accountNumber: "2200000000" })).body.code).toBe("bank_account_unknown");
  });

  it("debits a customer for the merchant's own number only where debits need no PIN", async () => {
    const { data } = (await money.call("GET", "/merchant/wallet")).body;
    const own = { sortCode: "090999", accountNumber: data.accountNumber };
    const set = (columns: string) =>
      database.pool.query(`update tenant_settings set ${columns} where tenant = $1`, [money.ctx.tenant.id]);
    await set("can_debit_customer = true, require_pin_for_debit = true");
    expect(await send(own)).toMatchObject({ status: 400, body: { code: "debit_pin_required" } });
    expect(await balanceOf(payer)).toBe(3_000_000n);
    await set("require_pin_for_debit = false");
    expect(await send(own)).toMatchObject({ status: 200, body: { transfer: { state: "succeeded" } } });
    await set("can_debit_customer = false");
  });
});

describe("previews and approvals", () => {
  it("shows charges, the bank's name and every reason, and moves nothing", async () => {
    const { body } = await money.call("POST", "/transfer/bank/customer/preview", {
      customerId: payer.customerId,
      ...bodyOf({ amount: 400_000, accountName: `${(await holderOf()).split(" ")[0]} Unknownson` }),
    });
    expect(body.data).toMatchObject({ charges: 1_000, vat: 75, duty: 0, total: 401_075, bank: { code: GTBANK } });
    expect(body.data.account.accountName).toBe(await holderOf());
    expect(await balanceOf(payer)).toBe(3_000_000n);
  });

  it("a dashboard session submits; the approver's consent holds the money under the request's reference", async () => {
    const operator = await testMember(money.services, money.merchant, "Operator");
    const approver = await testMember(money.services, money.merchant, "Admin");
    const headers = await bearerOf(money.services, operator.email, "dashboard");
    const submitted = await send({ amount: 500_000 }, headers);
    expect(submitted).toMatchObject({
      status: 200,
      body: { message: "Transaction successfully submitted for approval." },
    });
    expect(submitted.body.transfer).toBeUndefined();
    expect(await balanceOf(payer)).toBe(3_000_000n);
    const as = await bearerOf(money.services, approver.email, "dashboard");
    const [item] = (await money.call("GET", "/transaction/pending", undefined, as)).body.data;
    expect(item).toMatchObject({ kind: "payout", target: { name: await holderOf(), accountNumber: ACCOUNT } });
    const details = (await money.call("GET", `/transaction/pending/${item.id}`, undefined, as)).body.data;
    expect(details.checks.now).toMatchObject({
      allowed: true,
      charges: 1_000,
      account: { accountName: await holderOf() },
    });
    expect((await money.call("POST", "/transaction/approve", { transactionId: item.id }, as)).status).toBe(200);
    expect(await balanceOf(payer)).toBe(3_000_000n - 501_075n);
    const { payout } = (await money.call("GET", `/transfer/bank/${item.reference}`)).body;
    expect(payout).toMatchObject({ id: item.id, approvalId: item.id, state: "held" });
  });
});

describe("saved accounts", () => {
  it("keep the bank's name, are of one customer or of the merchant, and can be removed", async () => {
    const saved = await money.call("POST", "/beneficiary", { sortCode: "058", accountNumber: ACCOUNT });
    const beneficiary = { bankCode: GTBANK, name: await holderOf(), customerId: null };
    expect(saved).toMatchObject({ status: 201, body: { beneficiary } });
    const again = await money.call("POST", "/beneficiary", { sortCode: GTBANK, accountNumber: ACCOUNT });
    expect(again.body.beneficiary.id).toBe(saved.body.beneficiary.id);
    const own = { sortCode: GTBANK, accountNumber: ACCOUNT, customerId: payer.customerId };
    expect((await money.call("POST", "/beneficiary", own)).status).toBe(201);
    const listed = await money.call("GET", `/beneficiary?customerId=${payer.customerId}&search=${ACCOUNT.slice(0, 4)}`);
    expect(listed.body.beneficiaries).toHaveLength(1);
    expect((await money.call("GET", "/beneficiary")).body.metadata.totalRecords).toBe(1);
    const { id } = saved.body.beneficiary;
    expect((await money.call("DELETE", `/beneficiary/${id}`)).status).toBe(200);
    expect((await money.call("DELETE", `/beneficiary/${id}`)).body.code).toBe("beneficiary_not_found");
    const unknown = { ...own, customerId: "0190a000-0000-7000-8000-000000000001" };
    expect((await money.call("POST", "/beneficiary", unknown)).body.code).toBe("customer_not_found");
  });
});

it("moves the sandbox bank's clock, forward only", async () => {
  const before = clock.now().getTime();
  const { status, body } = await money.call("POST", "/sandbox/bank/advance", { seconds: 90 });
  expect([status, Date.parse(body.now) >= before + 90_000]).toEqual([200, true]);
  expect((await money.call("POST", "/sandbox/bank/advance", { seconds: -1 })).body.code).toBe("validation_failed");
});
