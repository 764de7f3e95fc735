import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor, Context, Services } from "../../domain/context.ts";
import { expectApprovalsToBeConsistent, submitTestTransfer } from "../../testing/approvals.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "../merchant/sign-up/create-merchant.ts";
import { freezeWallet } from "../wallets/controls/freeze-wallet.ts";
import { approveTransaction } from "./approve-transaction.ts";
import { expireApprovals } from "./expire-approvals.ts";
import { getPendingTransaction } from "./get-pending-transaction.ts";
import { removeTransaction } from "./remove-transaction.ts";

const database = useTestDatabase();
const clock = testClock();
let services: Services;
let merchant: CreatedMerchant;
let maker: Context;
let approver: Context;
let second: Context;
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
  second = await as("Admin");
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

/** Submits under the rule that every amount needs two approvers. */
function submitForTwo(amount = 500_000, ctx = maker): Promise<string> {
  const rules = { noApprovalBelow: null, twoApproversFrom: 1n };
  if (ctx.actor.kind !== "member") throw new Error("only a member submits");
  return submit(amount, { ...ctx, actor: { ...ctx.actor, rules } });
}

const renderAnswer = () => ({ status: 200, headers: {}, body: "{}" });

it("the first is recorded, moves nothing and cannot be the second; the second moves the money once", async () => {
  const id = await submitForTwo();
  expect(await approveTransaction(approver, { transactionId: id, comment: "Called." })).toEqual({
    message: "Approval successfully recorded. Another member must approve the transaction.",
  });
  expect(await balanceOf(to)).toBe(0n);
  const { data } = await getPendingTransaction(second, { id });
  expect(data).toMatchObject({
    status: "PENDING",
    approvals: { needed: 2, first: { by: approver.actor.id, byName: approver.actor.name, comment: "Called." } },
    checks: { now: { approval: { needed: 2 } } },
    viewer: { canApprove: true, canDecline: true },
  });
  const own = (await getPendingTransaction(approver, { id })).data.viewer;
  expect(own).toMatchObject({ canApprove: false, canDecline: true });
  await expect(approveTransaction(approver, { transactionId: id })).rejects.toMatchObject({
    code: "approval_repeated",
  });
  expect(await approveTransaction(second, { transactionId: id })).toEqual({});
  expect(await balanceOf(to)).toBe(500_000n);
  expect((await historyOf(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ["approval.submit", maker.actor.id],
    ["approval.approve_first", approver.actor.id],
    ["approval.approve", second.actor.id],
  ]);
  const { history } = (await getPendingTransaction(maker, { id })).data;
  expect(history.map(({ action }) => action)).toEqual(["SUBMITTED", "FIRST_APPROVED", "APPROVED"]);
});

it("are others than the initiator, even where nobody else can approve", async () => {
  const id = await submitForTwo(1_000, approver);
  await expect(approveTransaction(approver, { transactionId: id })).rejects.toMatchObject({ code: "approval_own" });
  for (const { actor } of [second]) await setLimit(actor, 1n);
  await expect(approveTransaction(approver, { transactionId: id })).rejects.toMatchObject({ code: "approval_own" });
});

it("refuses an approval by somebody who saw another first approver", async () => {
  const id = await submitForTwo();
  await approveTransaction(approver, { transactionId: id, firstApprover: null });
  await expect(approveTransaction(second, { transactionId: id, firstApprover: null })).rejects.toMatchObject({
    code: "approval_changed",
  });
  await approveTransaction(second, { transactionId: id, firstApprover: approver.actor.id });
  expect((await approvalOf(id)).status).toBe("APPROVED");
});

it("checks again for the second, who makes it FAILED if a check fails by then", async () => {
  const id = await submitForTwo();
  await approveTransaction(approver, { transactionId: id });
  await freezeWallet(approver, { customerId: from, reason: "Reported stolen" });
  expect((await getPendingTransaction(second, { id })).data.checks.now?.allowed).toBe(false);
  await expect(approveTransaction(second, { transactionId: id })).rejects.toMatchObject({ code: "source_inactive" });
  expect(await approvalOf(id)).toMatchObject({ status: "FAILED", decided_by: second.actor.id });
});

it("drops a first approval whose member lost the limit: the next approver is the first", async () => {
  const id = await submitForTwo();
  await approveTransaction(approver, { transactionId: id });
  await setLimit(approver.actor, 1n);
  const { first } = (await getPendingTransaction(second, { id })).data.approvals;
  expect(first).toMatchObject({ by: approver.actor.id, isValid: false });
  await approveTransaction(second, { transactionId: id });
  expect(await approvalOf(id)).toMatchObject({ status: "PENDING", first_approver: second.actor.id });
  await approveTransaction(await as("Admin"), { transactionId: id });
  expect((await approvalOf(id)).status).toBe("APPROVED");
});

it("the first may still decline it", async () => {
  const id = await submitForTwo();
  await approveTransaction(approver, { transactionId: id });
  await removeTransaction(approver, { transactionId: id, reason: "Called again" });
  expect((await approvalOf(id)).status).toBe("DECLINED");
});

it("stores the answer of the first approval with it", async () => {
  const id = await submitForTwo();
  const pendingAnswer = { key: `first-${id}`, requestHash: Buffer.alloc(32), render: renderAnswer };
  await approveTransaction({ ...approver, pendingAnswer }, { transactionId: id });
  const { rows } = await database.pool.query("select body from idempotency_keys where key = $1", [`first-${id}`]);
  expect(rows).toHaveLength(1);
});

it("the database refuses an approved request without two different approvers", async () => {
  const id = await submitForTwo();
  const approve = `update approvals set status = 'APPROVED', decision = gen_random_uuid(), decided_at = now(),
    decided_by = $2, first_approver = $3, first_approved_at = case when $3::uuid is not null then now() end where id = $1`;
  for (const [by, first] of [
    [second.actor.id, null],
    [second.actor.id, second.actor.id],
    [maker.actor.id, second.actor.id],
    [second.actor.id, maker.actor.id],
  ]) {
    await expect(database.pool.query(approve, [id, by, first])).rejects.toMatchObject({ code: "23514" });
  }
});

it("at once: one first approval, by two people or by one in two sessions, 20 times each", async () => {
  for (const other of [second, approver]) {
    for (let round = 0; round < 20; round += 1) {
      const id = await submitForTwo(1_000);
      const results = await Promise.allSettled(
        [approver, other].map((ctx) => approveTransaction(ctx, { transactionId: id, firstApprover: null })),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const result of results) {
        if (result.status === "fulfilled") continue;
        expect(["approval_changed", "approval_repeated"]).toContain(result.reason.code);
      }
      expect((await approvalOf(id)).status).toBe("PENDING");
      expect((await historyOf(id)).map(({ action }) => action)).toEqual(["approval.submit", "approval.approve_first"]);
    }
  }
  expect(await balanceOf(to)).toBe(0n);
});

it("second approvals, a decline, a withdrawal and the expiry at once: exactly one decides, 20 times", async () => {
  const third = await as("Admin");
  let approved = 0n;
  for (let round = 0; round < 20; round += 1) {
    const id = await submitForTwo(1_000);
    await approveTransaction(approver, { transactionId: id });
    const deciders: (() => Promise<unknown>)[] = [
      () => approveTransaction(second, { transactionId: id }),
      () => approveTransaction(third, { transactionId: id }),
      () => removeTransaction(third, { transactionId: id, reason: "No" }),
      () => removeTransaction(maker, { transactionId: id, reason: "Sorry" }),
      () => expireNow(id),
    ];
    await Promise.allSettled(deciders.map((_, index) => deciders[(index + round) % deciders.length]?.()));
    const { status } = await approvalOf(id);
    expect(["APPROVED", "DECLINED", "EXPIRED"]).toContain(status);
    expect(await historyOf(id)).toHaveLength(3);
    if (status === "APPROVED") approved += 1n;
  }
  expect(await balanceOf(to)).toBe(1_000n * approved);
});

it("first approvals against a decline and a withdrawal at once: what is decided stays decided, 20 times", async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = await submitForTwo(1_000);
    await Promise.allSettled([
      approveTransaction(approver, { transactionId: id }),
      removeTransaction(second, { transactionId: id, reason: "No" }),
      removeTransaction(maker, { transactionId: id, reason: "Sorry" }),
    ]);
    expect((await approvalOf(id)).status).toBe("DECLINED");
  }
  expect(await balanceOf(to)).toBe(0n);
});

/** Lets the expiry job run on this request as if its time had come. */
async function expireNow(id: string): Promise<void> {
  const at = clock.now();
  await database.pool.query("update approvals set expires_at = $2 where id = $1 and status = 'PENDING'", [id, at]);
  await expireApprovals(services);
}

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
