import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor, Context, Services } from "../../domain/context.ts";
import { createCommitter } from "../../ledger/commit-movements.ts";
import { expectApprovalsToBeConsistent, submitTestTransfer } from "../../testing/approvals.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices, testSign } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import { submitUncheckedMove } from "../batches/single/submit-single-move.ts";
import { Failure } from "../failure.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "../merchant/sign-up/create-merchant.ts";
import { freezeWallet } from "../wallets/controls/freeze-wallet.ts";
import { approveTransaction } from "./approve-transaction.ts";
import { expireApprovals } from "./expire-approvals.ts";
import { removeTransaction } from "./remove-transaction.ts";

const UNCHECKED = { preview: null, answer: () => ({}) };
const database = useTestDatabase();
const clock = testClock();
let services: Services;
let merchant: CreatedMerchant;
let maker: Context;
let approver: Context;
let platform: Context;
let from: string;
let to: string;

beforeAll(() => {
  services = testServices(database, { clock });
});
beforeEach(async () => {
  merchant = await createTestMerchant(services, { canDebitCustomer: true });
  platform = testContext(services, { tenant: merchant.sandbox });
  maker = await as("Operator");
  approver = await as("Admin");
  from = (await createTestWallet(approver)).customerId;
  to = (await createTestWallet(approver)).customerId;
  await fundMerchantWallet(platform, { amount: 10_000_000 });
  await creditWallet(platform, { customerId: from, amount: 3_000_000 });
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(() => services.committer.close());

async function as(role: "Admin" | "Operator" | "Support"): Promise<Context> {
  return testContext(services, { tenant: merchant.sandbox, actor: await testMember(services, merchant, role) });
}

function submit(amount = 500_000, ctx = maker): Promise<string> {
  return submitTestTransfer(ctx, { fromCustomerId: from, toCustomerId: to, amount });
}

describe("approving", () => {
  it("moves what was submitted, once, under the approval's own ID and reference", async () => {
    const id = await submit();
    expect(await balanceOf(to)).toBe(0n);
    expect(await approveTransaction(approver, { transactionId: id, comment: "Called the customer." })).toEqual({});
    expect(await balanceOf(from)).toBe(2_499_000n);
    expect(await balanceOf(to)).toBe(500_000n);
    expect(await approvalOf(id)).toMatchObject({
      status: "APPROVED",
      decided_by: approver.actor.id,
      comment: "Called the customer.",
      transaction: id,
      self_approved: false,
    });
    expect(await historyOf(id)).toEqual([
      { action: "approval.submit", actor_id: maker.actor.id, reason: null },
      { action: "approval.approve", actor_id: approver.actor.id, reason: "Called the customer." },
    ]);
  });

  it("moves credits and debits, with the reference that the request brought", async () => {
    const request = { customerId: to, amount: 700, reference: "PAYROLL-0001" };
    const credit = await submitUncheckedMove(maker, "credit", request, UNCHECKED);
    expect(credit.reference).toBe("PAYROLL-0001");
    await approveTransaction(approver, { transactionId: credit.id });
    const debit = { customerId: to, amount: 300, pin: "1234" };
    const { id } = await submitUncheckedMove(maker, "debit", debit, UNCHECKED);
    await approveTransaction(approver, { transactionId: id });
    expect(await balanceOf(to)).toBe(400n);
    expect((await approvalOf(id)).request).toEqual({ customerId: to, amount: 300 });
  });

  it("fails with the reason after a freeze, leaves a failed transaction and moves nothing", async () => {
    const id = await submit();
    await freezeWallet(approver, { customerId: from, reason: "Reported stolen" });
    await expect(approveTransaction(approver, { transactionId: id, comment: "Fine." })).rejects.toMatchObject({
      message: "Source wallet is not active.",
    });
    expect(await approvalOf(id)).toMatchObject({ status: "FAILED", reason: "Source wallet is not active." });
    expect(await balanceOf(to)).toBe(0n);
    const { rows } = await database.pool.query(
      "select status, failure, amount, fee_base from transactions where id = $1",
      [id],
    );
    expect(rows).toEqual([
      { status: "failed", failure: "Source wallet is not active.", amount: 500_000n, fee_base: 1_000n },
    ]);
    await expect(approveTransaction(approver, { transactionId: id })).rejects.toMatchObject({
      code: "approval_decided",
      message: "This transaction is no longer pending. Nothing was done.",
    });
  });

  it("fails where the account no longer allows the kind, before any money is looked at", async () => {
    const transfer = await submit();
    const request = { customerId: from, amount: 300 };
    const debit = await submitUncheckedMove(maker, "debit", request, UNCHECKED);
    await database.pool.query(
      "update tenant_settings set internal_transfers = false, can_debit_customer = false where tenant = $1",
      [merchant.sandbox.id],
    );
    for (const [id, code] of [
      [transfer, "internal_transfers_off"],
      [debit.id, "customer_debit_off"],
    ] as const) {
      await expect(approveTransaction(approver, { transactionId: id })).rejects.toMatchObject({ code });
      expect((await approvalOf(id)).status).toBe("FAILED");
    }
  });

  it("that fails leaves the request's own reference free for the next one", async () => {
    const request = { customerId: from, amount: 9_000_000, reference: "PAYOUT-00001" };
    const first = await submitUncheckedMove(maker, "debit", request, UNCHECKED);
    await expect(approveTransaction(approver, { transactionId: first.id })).rejects.toBeInstanceOf(Failure);
    const smaller = { ...request, amount: 9_000 };
    const second = await submitUncheckedMove(maker, "debit", smaller, UNCHECKED);
    await approveTransaction(approver, { transactionId: second.id });
    const third = await submitUncheckedMove(maker, "debit", smaller, UNCHECKED);
    await expect(approveTransaction(approver, { transactionId: third.id })).rejects.toMatchObject({
      message: "Reference already exist.",
    });
    expect((await approvalOf(third.id)).status).toBe("FAILED");
  });

  it("stays pending when the ledger cannot take it: nothing was done", async () => {
    const id = await submit();
    const closed = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign });
    await closed.close();
    const attempt = approveTransaction({ ...approver, committer: closed }, { transactionId: id });
    await expect(attempt).rejects.toMatchObject({ code: "unavailable" });
    expect((await approvalOf(id)).status).toBe("PENDING");
    await approveTransaction(approver, { transactionId: id });
    expect(await balanceOf(to)).toBe(500_000n);
  });

  it("commits its answer with its effect, whether it was approved or failed", async () => {
    const rendered = (key: string) => ({
      key,
      requestHash: Buffer.from(key),
      render: (result: object) => ({
        status: 200,
        headers: {},
        body: JSON.stringify(Object.keys(result)) + JSON.stringify(result),
      }),
    });
    const good = await submit();
    await approveTransaction({ ...approver, pendingAnswer: rendered("good") }, { transactionId: good });
    const bad = await submit(2_500_000);
    const failing = approveTransaction({ ...approver, pendingAnswer: rendered("bad") }, { transactionId: bad });
    await expect(failing).rejects.toMatchObject({ code: "single_limit_exceeded" });
    const { rows } = await database.pool.query(
      "select key, body from idempotency_keys where tenant = $1 order by key",
      [merchant.sandbox.id],
    );
    expect(rows).toEqual([
      { key: "bad", body: expect.stringContaining("single_limit_exceeded") },
      { key: "good", body: '["payload"]{"payload":{}}' },
    ]);
  });
});

describe("who may approve", () => {
  it("looks at the team as it is now, not at the session", async () => {
    const id = await submit();
    await setLimit(approver.actor, 499_999n);
    await expect(approveTransaction(approver, { transactionId: id })).rejects.toMatchObject({
      code: "approval_limit_exceeded",
      message: "Your approval limit is ₦4,999.99; this is ₦5,000.00.",
    });
    await database.pool.query("update members set removed_at = now() where id = $1", [approver.actor.id]);
    await expect(approveTransaction(approver, { transactionId: id })).rejects.toMatchObject({
      code: "permission_missing",
    });
    expect((await approvalOf(id)).status).toBe("PENDING");
  });

  it.each<["Operator" | "Support"]>([["Operator"], ["Support"]])("refuses %s", async (role) => {
    const id = await submit();
    await expect(approveTransaction(await as(role), { transactionId: id })).rejects.toMatchObject({
      message: "You do not have the permission APPROVE_TRANSFER.",
    });
  });

  it("takes a custom role that holds the permission, and not one that lacks it", async () => {
    const id = await submit();
    const treasurer = await as("Support");
    const give = async (permissions: string[]) => {
      const role = services.ids.next();
      await database.pool.query(
        "insert into roles (id, merchant_id, name, permissions, created_at, updated_at) values ($1, $2, $3, $4, now(), now())",
        [role, merchant.sandbox.merchantId, `Role ${role}`, permissions],
      );
      await database.pool.query("update members set role_id = $2 where id = $1", [treasurer.actor.id, role]);
    };
    await give(["BROWSE_TRANSACTIONS"]);
    await expect(approveTransaction(treasurer, { transactionId: id })).rejects.toMatchObject({
      code: "permission_missing",
    });
    await give(["BROWSE_TRANSACTIONS", "APPROVE_TRANSFER"]);
    expect(await approveTransaction(treasurer, { transactionId: id })).toEqual({});
  });

  it("lets nobody approve their own while another could, and records it where nobody else can", async () => {
    const id = await submit(500_000, approver);
    const own = { code: "approval_own", message: "You submitted this transaction. Another member must approve it." };
    await expect(approveTransaction(approver, { transactionId: id })).rejects.toMatchObject(own);
    await database.pool.query("update members set approval_limit = 499999 where id <> $1", [approver.actor.id]);
    expect(await approveTransaction(approver, { transactionId: id })).toEqual({});
    expect(await approvalOf(id)).toMatchObject({ status: "APPROVED", self_approved: true, creator: approver.actor.id });
  });

  it("knows no approval of another merchant or mode", async () => {
    const id = await submit();
    const stranger = await createTestMerchant(services);
    const actor = await testMember(services, stranger, "Admin");
    for (const ctx of [
      testContext(services, { tenant: stranger.sandbox, actor }),
      { ...approver, tenant: merchant.production },
    ]) {
      const unknown = { code: "approval_not_found", message: "Pending transaction not found." };
      await expect(approveTransaction(ctx, { transactionId: id })).rejects.toMatchObject(unknown);
      await expect(removeTransaction(ctx, { transactionId: id, reason: "x" })).rejects.toMatchObject(unknown);
    }
  });
});

describe("declining, withdrawing, expiring", () => {
  it("an approver declines with a reason; nothing moves", async () => {
    const id = await submit();
    await removeTransaction(approver, { transactionId: id, reason: "Wrong details" });
    expect(await approvalOf(id)).toMatchObject({ status: "DECLINED", reason: "Wrong details", transaction: null });
    expect((await historyOf(id)).map((row) => row.action)).toEqual(["approval.submit", "approval.decline"]);
    await expect(approveTransaction(approver, { transactionId: id })).rejects.toMatchObject({
      code: "approval_decided",
    });
  });

  it("the initiator withdraws their own, also without the permission to approve", async () => {
    const id = await submit();
    await removeTransaction(maker, { transactionId: id, reason: "Sent by mistake" });
    expect((await historyOf(id)).map((row) => row.action)).toEqual(["approval.submit", "approval.withdraw"]);
  });

  it("who may not approve may not decline what others submitted", async () => {
    const id = await submit(500_000, approver);
    await expect(removeTransaction(maker, { transactionId: id, reason: "No" })).rejects.toMatchObject({
      code: "permission_missing",
    });
    const limited = await as("Admin");
    await setLimit(limited.actor, 1n);
    await expect(removeTransaction(limited, { transactionId: id, reason: "No" })).rejects.toMatchObject({
      code: "approval_limit_exceeded",
    });
  });

  it("expires after 30 days, not before; what is late cannot be approved even before the job ran", async () => {
    const id = await submit();
    clock.advance(30 * 86_400_000 - 1);
    const second = await submit();
    expect(await expireApprovals(services)).toBe(0);
    clock.advance(1);
    await expect(approveTransaction(approver, { transactionId: id })).rejects.toMatchObject({
      code: "approval_decided",
    });
    expect(await expireApprovals(services)).toBeGreaterThan(0);
    expect(await approvalOf(id)).toMatchObject({ status: "EXPIRED", decided_by: null, decided_by_name: "Expiry" });
    expect((await approvalOf(second)).status).toBe("PENDING");
    expect(await expireApprovals(services)).toBe(0);
    expect((await historyOf(id)).at(-1)).toMatchObject({
      action: "approval.expire",
      reason: "Nobody decided in time.",
    });
  });

  it("expires more than one group", async () => {
    for (let made = 0; made < 203; made += 1) await submit(100);
    clock.advance(30 * 86_400_000);
    expect(await expireApprovals(services)).toBeGreaterThanOrEqual(203);
  });
});

describe("the database", () => {
  it("accepts one decision and no deletion from any writer", async () => {
    const id = await submit();
    await approveTransaction(approver, { transactionId: id });
    const change = (sql: string) => expect(database.pool.query(sql, [id])).rejects.toMatchObject({ code: "23001" });
    await change("update approvals set status = 'DECLINED' where id = $1");
    await change("delete from approvals where id = $1");
  });

  it("reads a page of the list by its indexes", async () => {
    const id = await submit();
    const client = await database.pool.connect();
    await client.query("set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off");
    const behind = (column: string) =>
      `and (${column}, id) < (select ${column}, id from approvals where tenant = 1 and id = '${id}')`;
    for (const [filter, order] of [
      ["", "created_at desc, id desc"],
      ["and status = 'PENDING'", "created_at desc, id desc"],
      [`and status = 'PENDING' ${behind("created_at")}`, "created_at desc, id desc"],
      [`and status = 'PENDING' ${behind("amount")}`, "amount desc, id desc"],
      ["and status = 'PENDING'", "expires_at, id"],
      [`and creator = '${maker.actor.id}'`, "created_at desc, id desc"],
    ]) {
      const { rows } = await client.query(
        `explain select * from approvals where tenant = 1 ${filter} order by ${order} limit 20`,
      );
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toMatch(/Index Scan using approvals_(newest|by_status|by_creator|by_amount|by_expiry)/);
      expect(plan).not.toContain("Sort");
    }
    client.release(true);
  });
});

describe("races", () => {
  it("of 200 parallel approvals through two processes one moves the money, the others get 409", async () => {
    const second = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign });
    const id = await submit();
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        approveTransaction(index % 2 ? { ...approver, committer: second } : approver, { transactionId: id }),
      ),
    );
    await second.close();
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    const codes = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["approval_decided"]));
    expect(await balanceOf(to)).toBe(500_000n);
  });

  it("of two approvers, one who declines and one who withdraws exactly one decides, 30 times", async () => {
    const other = await as("Admin");
    const deciders: ((id: string) => Promise<unknown>)[] = [
      (id) => approveTransaction(approver, { transactionId: id }),
      (id) => approveTransaction(other, { transactionId: id }),
      (id) => removeTransaction(other, { transactionId: id, reason: "No" }),
      (id) => removeTransaction(maker, { transactionId: id, reason: "Sorry" }),
    ];
    let approved = 0n;
    for (let round = 0; round < 30; round += 1) {
      const id = await submit(1_000);
      const order = deciders.map((_, index) => deciders[(index + round) % deciders.length]);
      const results = await Promise.allSettled(order.map((decide) => decide?.(id)));
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
      for (const result of results) {
        if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "approval_decided" });
      }
      if ((await approvalOf(id)).status === "APPROVED") approved += 1n;
    }
    expect(await balanceOf(to)).toBe(1_000n * approved);
  });

  it("many approvals of one wallet pay out exactly what it can afford", async () => {
    const ids: string[] = [];
    for (let made = 0; made < 40; made += 1) ids.push(await submit(100_000));
    const results = await Promise.allSettled(ids.map((id) => approveTransaction(approver, { transactionId: id })));
    // 3,000,000 pays 29 times 101,000.
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(29);
    expect(await balanceOf(to)).toBe(2_900_000n);
  });
});

async function setLimit(actor: Actor, limit: bigint): Promise<void> {
  await database.pool.query("update members set approval_limit = $2 where id = $1", [actor.id, limit]);
}

async function approvalOf(id: string) {
  const { rows } = await database.pool.query("select * from approvals where id = $1", [id]);
  return rows[0];
}

async function historyOf(id: string) {
  const { rows } = await database.pool.query<{ action: string; actor_id: string; reason: string | null }>(
    "select action, actor_id, reason from audit_log where object_kind = 'approval' and object_id = $1 order by at, id",
    [id],
  );
  return rows;
}

async function balanceOf(customerId: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    "select a.balance from wallets w join accounts a on a.id = w.account_id where w.customer_id = $1",
    [customerId],
  );
  return rows[0]?.balance ?? -1n;
}
