import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { events as catalogue } from "../../../contract/events.ts";
import { findPayoutItems } from "../../db/payouts/payout-batches.ts";
import { inTransaction } from "../../db/pool.ts";
import { findBatchFacts } from "../../db/webhooks/ended-file-facts.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { digestOf } from "../../domain/payouts/batches/pending-batch.ts";
import { createPayoutRunner } from "../../domain/payouts/run-payouts.ts";
import { eventsOfBatch } from "../../domain/transactions/events-of.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { openTestBank, type TestBank } from "../../testing/sandbox-bank.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const GTBANK = "000013";
const database = useTestDatabase();
const clock = testClock();
let money: MoneyApp;
let bank: TestBank;

beforeAll(async () => {
  bank = await openTestBank(database, { clock });
  // No worker runs here: payouts stay held.
  const { providers } = testServices(database, { clock });
  money = await openMoneyApp(database, { clock, payoutWaitMs: 0, providers: { ...providers, ...bank.providers } });
});
beforeEach(async () => {
  // Earlier tests paid the same accounts.
  clock.advance(121_000);
  await fundMerchantWallet(money.ctx, { amount: 10_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(async () => {
  await money.close();
  await bank.close();
});

const item = (more: object = {}) => ({
  amount: 400_000,
  sortCode: GTBANK,
  accountNumber: "0123456711",
  narration: "Salary",
  ...more,
});
type Items = readonly object[];
const send = (items: Items, headers: Record<string, string> = {}, query = "") =>
  money.call("POST", `/transfer/bank/batch${query}`, items, headers);
const batchOf = async (id: string) => (await money.call("GET", `/transfer/bank/batch/${id}?perPage=100`)).body;

async function merchantBalance(): Promise<bigint> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    "select sum(balance)::bigint as balance from accounts where tenant = $1 and kind = 'merchant'",
    [money.ctx.tenant.id],
  );
  return rows[0]?.balance ?? -1n;
}

/** Makes the approval one for the stored items, as if they had been submitted so. */
async function redigest(approval: string, batch: string): Promise<void> {
  const rows = await findPayoutItems(database.pool, money.ctx.tenant.id, batch, {
    status: "pending",
    limit: 10,
    offset: 0,
  });
  await database.pool.query(
    "update approvals set request = request || jsonb_build_object('digest', $2::text) where id = $1",
    [approval, digestOf(rows)],
  );
}

async function holderOf(accountNumber: string): Promise<string> {
  const query = `sortCode=${GTBANK}&accountNumber=${accountNumber}`;
  return (await money.call("GET", `/transfer/account/details?${query}`)).body.account.accountName;
}

/** The published ends of a batch, each as the data of its event. */
async function endsOf(id: string): Promise<object[]> {
  const tenant = money.ctx.tenant.id;
  const { rows } = await database.pool.query<{ at: Date }>(
    "select at from outbox where tenant = $1 and kind = 'batch.completed' and object_id = $2",
    [tenant, id],
  );
  const [fact] = await inTransaction(database.pool, (tx) => findBatchFacts(tx, [{ tenant, id }]));
  if (!fact) throw new Error("no such batch");
  return rows.flatMap(({ at }) =>
    eventsOfBatch(fact, at).map(({ data }) => {
      expect(catalogue["batch.completed"].data.parse(data)).toEqual(data);
      return data;
    }),
  );
}

describe("a batch of payouts", () => {
  it("is published once, when the last of its payouts has its end", async () => {
    const own = await createTestWallet(money.ctx, { firstName: "Bola", lastName: "Ige" });
    const first = await send([
      item(),
      item({ accountNumber: "0123456712", reference: "LAST-0000001" }),
      item({ accountNumber: "0123456766" }),
      item({ sortCode: "090999", accountNumber: own.accountNumber }),
      item({ sortCode: "999998" }),
    ]);
    const { batchId } = first.body.data;
    expect((await batchOf(batchId)).batch).toMatchObject({ accepted: 4, rejected: 1, open: 3, failed: 0 });
    const reason = { reason: "Wrong account" };
    const admin = (await bearerOf(money.services, (await testMember(money.services, money.merchant, "Admin")).email))
      .authorization;
    await money.call("DELETE", "/transfer/bank/LAST-0000001", reason, { authorization: admin });
    expect(await endsOf(batchId)).toEqual([]);
    // Both remaining payouts end at the same moment.
    const runner = createPayoutRunner(money.services);
    await runner.run();
    await runner.drain(30_000);
    expect(await endsOf(batchId)).toMatchObject([
      { batchId, operation: "payout", origin: "json", status: "partially_completed", total: 5, paid: 2, failed: 3 },
    ]);
    expect((await batchOf(batchId)).batch).toMatchObject({ open: 0, failed: 2 });
    const listed = async (query: string) =>
      (await money.call("GET", `/transfer/bank/batch?${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await listed("progress=partially_completed&origin=json")).toEqual([batchId]);
    expect(await listed("progress=processing")).toEqual([]);
    expect(await listed("origin=upload")).toEqual([]);
    const inBooks = await send([item({ sortCode: "090999", accountNumber: own.accountNumber })], {}, "?fileName=a.csv");
    expect(await endsOf(inBooks.body.data.batchId)).toMatchObject([
      { operation: "payout", origin: "upload", status: "completed", total: 1, paid: 1, amount: 400_000 },
    ]);
    expect(await listed("perPage=10")).toEqual([inBooks.body.data.batchId, batchId]);
  });

  it("holds what passes in one commit, and rejects each other item with its own reason", async () => {
    const own = await createTestWallet(money.ctx, { firstName: "Bola", lastName: "Ige" });
    const before = await merchantBalance();
    const { status, body } = await send([
      item({ reference: "SALARY-00001", note: "Ticket 1", metadata: { team: "A" } }),
      item({ amount: 1_000_000, accountNumber: "0123456712", sortCode: "058" }),
      item({ sortCode: "999998" }),
      item({ accountNumber: "0123456707" }),
      item({ accountNumber: "0123456713", accountName: "Nobody Known" }),
      item(),
      item({ allowDuplicate: true }),
      item({ accountNumber: "0123456714", reference: "SALARY-00001" }),
      item({ sortCode: "090999", accountNumber: own.accountNumber, accountName: "Bola Ige" }),
      item({ amount: 90_000_000, accountNumber: "0123456715" }),
    ]);
    expect([status, body.message]).toEqual([200, "4 of 10 transactions are processing, 6 rejected."]);
    const { all, accepted, rejected, batchId } = body.data;
    expect(all).toHaveLength(10);
    expect(all[0]).toEqual({
      amount: 400_000,
      fee: 1_000,
      vat: 75,
      duty: 0,
      total: 401_075,
      sortCode: GTBANK,
      accountNumber: "0123456711",
      accountName: await holderOf("0123456711"),
      narration: "Salary",
      reference: "SALARY-00001",
    });
    expect(accepted[0]).toMatchObject({
      bankName: expect.stringMatching(/GT|Guaranty/i),
      metadata: { team: "A" },
      state: "held",
    });
    expect(accepted[1]).toMatchObject({ fee: 2_500, vat: 188, duty: 5_000, total: 1_007_688 });
    expect(accepted[3]).toMatchObject({ duty: 0, state: "succeeded" });
    expect(rejected.map(({ code }: { code: string }) => code)).toEqual([
      "bank_unknown",
      "bank_account_unknown",
      "account_name_mismatch",
      "possible_duplicate",
      "reference_exists",
      "insufficient_balance",
    ]);
    expect(rejected[2].reason).toContain(await holderOf("0123456713"));
    const paid = accepted.reduce((sum: bigint, { total }: { total: number }) => sum + BigInt(total), 0n);
    expect(await merchantBalance()).toBe(before - paid);

    const { payouts, metadata } = (await money.call("GET", `/transfer/bank?batchId=${batchId}`)).body;
    expect(metadata.totalRecords).toBe(3);
    expect(new Set(payouts.map(({ sessionId }: { sessionId: string }) => sessionId)).size).toBe(3);
    expect(
      payouts.every((one: { batchId: string; state: string }) => one.batchId === batchId && one.state === "held"),
    ).toBe(true);
    const { payout } = (await money.call("GET", "/transfer/bank/SALARY-00001")).body;
    expect(payout).toMatchObject({
      note: "Ticket 1",
      batchId,
      approvalId: null,
      attempts: [{ number: 1, state: "ready" }],
      entries: [{ to: "payout_hold", amount: 400_000, fee: 1_075 }],
    });
    const { batch, items } = await batchOf(batchId);
    expect(batch).toMatchObject({ status: "accepted", total: 10, accepted: 4, rejected: 6, amount: 2_200_000 });
    expect(items.map((one: { state: string | null }) => one.state)).toEqual([
      ...["held", "held", null, null, null, null, "held", null, "succeeded", null],
    ]);
  });

  it("is paid once under one Idempotency-Key, and one batch reference", async () => {
    const key = { "idempotency-key": "batch-of-payouts-1" };
    const first = await send(
      [item(), item({ amount: 300_000 })],
      key,
      "?batchReference=SALARIES-0001&fileName=may.csv",
    );
    const before = await merchantBalance();
    expect(first.body.data.accepted).toHaveLength(2);
    expect(
      await send([item(), item({ amount: 300_000 })], key, "?batchReference=SALARIES-0001&fileName=may.csv"),
    ).toMatchObject({
      status: 200,
      body: first.body,
    });
    const again = await send([item({ allowDuplicate: true })], {}, "?batchReference=SALARIES-0001");
    expect([again.status, again.body.code]).toEqual([400, "reference_exists"]);
    expect(await merchantBalance()).toBe(before);
    expect((await batchOf(first.body.data.batchId)).batch).toMatchObject({
      reference: "SALARIES-0001",
      fileName: "may.csv",
    });
  });

  it("of equal batches at once pays each account once", async () => {
    const items = [item(), item({ accountNumber: "0123456712" })];
    const replies = await Promise.all([send(items), send(items), send([item()])]);
    const accepted = replies.flatMap(({ body }) => body.data.accepted);
    expect(accepted.map(({ accountNumber }) => accountNumber).sort()).toEqual(["0123456711", "0123456712"]);
    const codes = replies.flatMap(({ body }) => body.data.rejected.map(({ code }: { code: string }) => code));
    expect(codes).toEqual(["possible_duplicate", "possible_duplicate", "possible_duplicate"]);
  });

  it("takes 5,000 items in a body of more than 1 MiB, and refuses more", async () => {
    await fundMerchantWallet(money.ctx, { amount: 700_000_000 });
    const many = (count: number) =>
      Array.from({ length: count }, (_, nth) =>
        item({
          amount: 1_000 + nth,
          note: "A note of some length, as payroll systems write them into every row.",
          metadata: { row: nth },
        }),
      );
    const { status, body } = await send(many(5_000));
    expect([status, body.data.accepted.length, body.data.rejected]).toEqual([200, 5_000, []]);
    const { rows } = await database.pool.query(
      "select count(*)::int as n, count(distinct session_id)::int as sessions from payout_attempts a join payouts p on p.tenant = a.tenant and p.id = a.payout where p.batch = $1",
      [body.data.batchId],
    );
    expect(rows[0]).toEqual({ n: 5_000, sessions: 5_000 });
    const tooMany = await send(many(5_001));
    expect([tooMany.status, tooMany.body.errors[0].field]).toEqual([400, "body"]);
    expect((await send([item(), { ...item(), amount: 0 }])).body.errors[0].field).toBe("[1].amount");
    const tooLarge = await send([item({ metadata: { text: "x".repeat(4_194_304) } })]);
    expect([tooLarge.status, tooLarge.body.message]).toEqual([413, "The body is larger than the limit of 4 MiB."]);
  });

  it("is checked before: banks, names, charges, reasons and warnings, and moves nothing", async () => {
    const before = await merchantBalance();
    const [first, second] = (await holderOf("0123456711")).split(" ");
    const checked = await money.call("POST", "/transfer/bank/batch/preflight", [
      item({ accountName: `${first} ${second} Unknownson` }),
      item({ accountNumber: "0123456707" }),
      item(),
    ]);
    expect(checked.body.data).toMatchObject([
      {
        bank: { code: GTBANK },
        accountName: await holderOf("0123456711"),
        nameMatch: "PARTIAL",
        fee: 1_000,
        vat: 75,
        total: 401_075,
        reason: null,
        warnings: [{ code: "name_partial" }, { code: "check_digit" }],
      },
      { accountName: null, reason: { code: "bank_account_unknown" } },
      { nameMatch: "BANK", reason: { code: "possible_duplicate" } },
    ]);
    expect(await merchantBalance()).toBe(before);
    await send([item({ accountNumber: "0123456716", reference: "PREFLIGHT-0001" })]);
    const used = await money.call("POST", "/transfer/bank/batch/preflight", [item({ reference: "PREFLIGHT-0001" })]);
    expect(used.body.data[0].reason.code).toBe("reference_exists");
    expect(
      (
        await money.call(
          "POST",
          "/transfer/bank/batch/preflight",
          Array.from({ length: 51 }, () => item()),
        )
      ).status,
    ).toBe(400);
  });

  it("asks the bank for 16 names at the same time, also for several requests of the merchant", async () => {
    const { enquire } = bank.rail;
    let open = 0;
    let most = 0;
    const spy = vi.spyOn(bank.rail, "enquire").mockImplementation(async (account) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 50));
      open -= 1;
      return await enquire(account);
    });
    try {
      const named = (n: number) => item({ accountNumber: `9${String(n).padStart(7, "0")}11` });
      const requests = [100, 200, 300].map((from) =>
        money.call(
          "POST",
          "/transfer/bank/batch/preflight",
          Array.from({ length: 50 }, (_, n) => named(from + n)),
        ),
      );
      for (const { body } of await Promise.all(requests)) {
        expect(body.data.map(({ accountName }: { accountName: string | null }) => accountName)).not.toContain(null);
      }
      expect(most).toBe(16);
    } finally {
      spy.mockRestore();
    }
  });
});

describe("a batch of a dashboard session", () => {
  const items = () => [
    item(),
    item({ accountNumber: "0123456712", amount: 500_000 }),
    item({ accountNumber: "0123456707" }),
  ];

  async function members() {
    const [operator, admin] = [
      await testMember(money.services, money.merchant, "Operator"),
      await testMember(money.services, money.merchant, "Admin"),
    ];
    return {
      admin,
      operator: await bearerOf(money.services, operator.email, "dashboard"),
      approver: await bearerOf(money.services, admin.email, "dashboard"),
    };
  }
  async function submit(list: Items = items()) {
    const { operator, approver, admin } = await members();
    const { status, headers, body } = await send(list, operator, "?fileName=may.csv");
    const id = String(headers.location).split("/").at(-1) ?? "";
    return { status, body, id, operator, approver, admin };
  }

  it("is one request for approval; the consent pays its items in one commit", async () => {
    const before = await merchantBalance();
    const { status, body, id, approver } = await submit();
    expect([status, body.message]).toEqual([200, "Transaction successfully submitted for approval."]);
    expect(body.data).toMatchObject({ accepted: [], rejected: [{ code: "bank_account_unknown" }] });
    expect(await merchantBalance()).toBe(before);
    const { data } = (await money.call("GET", `/transaction/pending/${id}`, undefined, approver)).body;
    expect(data).toMatchObject({
      kind: "payout_batch",
      batchId: body.data.batchId,
      amount: 900_000,
      metadata: { fileName: "may.csv", items: 2, rows: 3 },
      checks: {
        atSubmission: { total: 902_150 },
        now: { allowed: true, total: 902_150, charges: 2_000, vat: 150, warnings: [] },
      },
    });
    expect((await batchOf(body.data.batchId)).batch).toMatchObject({ status: "awaiting_approval", approvalId: id });
    expect((await money.call("POST", "/transaction/approve", { transactionId: id }, approver)).status).toBe(200);
    expect(await merchantBalance()).toBe(before - 902_150n);
    const { batch, items: rows } = await batchOf(body.data.batchId);
    expect(batch).toMatchObject({ status: "accepted", accepted: 2, rejected: 1, amount: 900_000, charges: 2_150 });
    expect(rows.map((row: { state: string | null }) => row.state)).toEqual(["held", "held", null]);
    const { payout } = (await money.call("GET", `/transfer/bank/${rows[0].reference}`)).body;
    expect(payout).toMatchObject({ batchId: body.data.batchId, approvalId: id, nameMatch: "BANK" });
    expect((await money.call("POST", "/transaction/approve", { transactionId: id }, approver)).body.code).toBe(
      "approval_decided",
    );
    await expectApprovalsToBeConsistent(database.pool);
  });

  it("keeps the reference of its only item", async () => {
    const { body, id, approver } = await submit([item({ reference: "ONLY-000001" })]);
    expect((await money.call("POST", "/transaction/approve", { transactionId: id }, approver)).status).toBe(200);
    const { payout } = (await money.call("GET", "/transfer/bank/ONLY-000001")).body;
    expect(payout).toMatchObject({ batchId: body.data.batchId, approvalId: id });
  });

  it("that was edited after its submission is void", async () => {
    const { body, id, approver } = await submit();
    const before = await merchantBalance();
    await database.pool.query(
      "update payout_batch_items set account_number = '0123456799' where batch = $1 and row = 2",
      [body.data.batchId],
    );
    const { data } = (await money.call("GET", `/transaction/pending/${id}`, undefined, approver)).body;
    expect(data.checks.now).toMatchObject({ allowed: false, reasons: [{ code: "batch_changed" }] });
    const refused = await money.call("POST", "/transaction/approve", { transactionId: id }, approver);
    expect([refused.status, refused.body.code]).toEqual([400, "batch_changed"]);
    expect(await merchantBalance()).toBe(before);
    expect((await batchOf(body.data.batchId)).batch.status).toBe("failed");
  });

  it("pays nobody under a name that changed, and says so before", async () => {
    const { body, id, approver } = await submit();
    clock.advance(1_000);
    const holder = await holderOf("0123456712");
    // The bank now has another holder for it.
    await database.pool.query(
      "update payout_batch_items set account_name = 'SOMEBODY ELSE' where batch = $1 and row = 2",
      [body.data.batchId],
    );
    await redigest(id, body.data.batchId);
    const { data } = (await money.call("GET", `/transaction/pending/${id}`, undefined, approver)).body;
    expect(data.checks.now.warnings).toMatchObject([{ code: "names_changed" }]);
    expect((await money.call("POST", "/transaction/approve", { transactionId: id }, approver)).status).toBe(200);
    const { batch, items: rows } = await batchOf(body.data.batchId);
    expect(batch).toMatchObject({ accepted: 1, rejected: 2, amount: 400_000 });
    expect(rows[1]).toMatchObject({
      status: "rejected",
      code: "account_name_mismatch",
      reason: expect.stringContaining(holder),
    });
  });

  it("holds members' limits on the sum", async () => {
    const { id, approver, admin } = await submit();
    await database.pool.query(
      "update members set approval_limit = 899999 where user_id = (select id from users where email = $1)",
      [admin.email],
    );
    const refused = await money.call("POST", "/transaction/approve", { transactionId: id }, approver);
    expect([refused.status, refused.body.code]).toEqual([403, "approval_limit_exceeded"]);
  });

  it("ends when it is declined or withdrawn, and moves nothing", async () => {
    const before = await merchantBalance();
    const declined = await submit();
    const withdrawn = await submit();
    const reason = { reason: "Wrong month" };
    expect((await money.call("DELETE", `/transaction/${declined.id}`, reason, declined.approver)).status).toBe(200);
    expect((await money.call("DELETE", `/transaction/${withdrawn.id}`, reason, withdrawn.operator)).status).toBe(200);
    const batches = await Promise.all([declined, withdrawn].map(({ body }) => batchOf(body.data.batchId)));
    expect(batches.map(({ batch }) => [batch.status, batch.withdrawn])).toEqual([
      ["declined", false],
      ["declined", true],
    ]);
    // A batch that paid nobody gives its reference back.
    const query = `?batchReference=${declined.body.data.batchReference}`;
    expect((await send(items(), declined.operator, query)).status).toBe(200);
    expect((await send(items(), declined.operator, query)).body.code).toBe("reference_exists");
    expect(await merchantBalance()).toBe(before);
  });

  it("without a valid item is refused with the reasons", async () => {
    const { status, body } = await submit([item({ sortCode: "999998" })]);
    expect([status, body.code, body.errors[0]]).toEqual([
      400,
      "no_valid_transactions",
      expect.objectContaining({ field: "body[0]", code: "bank_unknown" }),
    ]);
  });
});
