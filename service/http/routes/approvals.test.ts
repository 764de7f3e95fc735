import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import type { Actor, Context } from "../../domain/context.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { bearerOf } from "../../testing/sign-in.ts";

type Headers = Record<string, string>;
type Member = Extract<Actor, { kind: "member" }>;

const database = useTestDatabase();
const clock = testClock();
let money: MoneyApp;
let merchant: CreatedMerchant;
let ctx: Context;
let key: Headers;
let operator: Headers;
let admin: Headers;
let owner: Headers;
let adminActor: Member;
let operatorActor: Member;
let from: string;
let to: string;

beforeAll(async () => {
  money = await openMoneyApp(database, { clock });
});
beforeEach(async () => {
  const { services } = money;
  merchant = await createTestMerchant(services, { canDebitCustomer: true });
  ctx = testContext(services, { tenant: merchant.sandbox });
  key = { authorization: `Bearer ${await sandboxPrivateKey(services, merchant)}` };
  [operatorActor, operator] = await signIn("Operator");
  [adminActor, admin] = await signIn("Admin");
  const { rows } = await database.pool.query<{ email: string }>("select email from users where id = $1", [
    merchant.owner.userId,
  ]);
  owner = await bearerOf(services, rows[0]?.email ?? "", "dashboard");
  from = (await createTestWallet(ctx, { firstName: "Ada" })).customerId;
  to = (await createTestWallet(ctx)).customerId;
  await fundMerchantWallet(ctx, { amount: 10_000_000 });
  await creditWallet(ctx, { customerId: from, amount: 3_000_000 });
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(() => money.close());

async function signIn(role: "Admin" | "Operator" | "Support", channel: "api" | "dashboard" = "dashboard") {
  const actor = await testMember(money.services, merchant, role);
  return [actor, await bearerOf(money.services, actor.email, channel)] as const;
}

async function call(method: "GET" | "POST" | "DELETE", path: string, headers: Headers, body?: object) {
  const reply = await money.app.inject({ method, url: `/v1${path}`, headers, ...(body ? { payload: body } : {}) });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

async function submit(headers = operator, amount = 500_000): Promise<string> {
  const body = { fromCustomerId: from, toCustomerId: to, amount };
  const reply = await call("POST", "/transfer/wallet", headers, body);
  return String(reply.headers.location).replace("/v1/transaction/pending/", "");
}

const approve = (headers: Headers, transactionId: string, more: Headers = {}) =>
  call("POST", "/transaction/approve", { ...headers, ...more }, { transactionId });

describe("a dashboard session", () => {
  it("submits a transfer for approval and lists the possible approvers", async () => {
    const body = { fromCustomerId: from, toCustomerId: to, amount: 500_000 };
    const reply = await call("POST", "/transfer/wallet", operator, body);
    expect(reply).toMatchObject({
      status: 200,
      headers: { location: expect.stringMatching(/^\/v1\/transaction\/pending\/[0-9a-f-]{36}$/) },
    });
    expect(reply.body).toEqual({ status: true, message: "Transaction successfully submitted for approval." });
    const id = String(reply.headers.location).split("/").at(-1) ?? "";
    const details = await call("GET", `/transaction/pending/${id}`, operator);
    expect(details.body.data).toMatchObject({
      id,
      kind: "transfer",
      batchId: null,
      mode: "SANDBOX",
      type: "DEBIT",
      category: "WALLET_TO_WALLET_TRANSFER",
      creator: operatorActor.id,
      creatorName: operatorActor.name,
      status: "PENDING",
      merchantId: merchant.sandbox.merchantId,
      amount: 500_000,
      approvedBy: null,
      selfApproved: false,
      metadata: body,
      createdAt: "2026-03-02T09:00:00.000Z",
      expiresAt: "2026-04-01T09:00:00.000Z",
      viewer: {
        canApprove: false,
        canDecline: false,
        selfApproval: false,
        canWithdraw: true,
        reason: "You do not have the permission APPROVE_TRANSFER.",
      },
      checks: {
        atSubmission: { allowed: true, total: 501_000, approval: { required: true } },
        now: { allowed: true, approval: { required: true, needed: 1, approvers: ["Ada Obi", adminActor.name] } },
      },
      history: [{ action: "SUBMITTED", actorName: operatorActor.name, comment: null }],
    });
    expect(details.body.data.checks.atSubmission.approval.approvers).toEqual(["Ada Obi", adminActor.name]);
  });

  it("submits once per Idempotency-Key and repeats the reply and Location", async () => {
    const keyed = { ...operator, "idempotency-key": "submit-once" };
    const body = { fromCustomerId: from, toCustomerId: to, amount: 500_000 };
    const first = await call("POST", "/transfer/wallet", keyed, body);
    const again = await call("POST", "/transfer/wallet", keyed, body);
    expect(again.body).toEqual(first.body);
    expect(again.headers).toMatchObject({ location: first.headers.location, "idempotency-replayed": "true" });
    expect((await call("GET", "/transaction/pending", operator)).body.metadata.totalRecords).toBe(1);
  });

  it("shows checks at submission and current checks separately after a freeze", async () => {
    const id = await submit();
    await freezeWallet(ctx, { customerId: from, reason: "Reported stolen" });
    const { checks } = (await call("GET", `/transaction/pending/${id}`, admin)).body.data;
    expect(checks.atSubmission).toMatchObject({ allowed: true, reasons: [], source: { status: "ACTIVE" } });
    expect(checks.now).toMatchObject({
      allowed: false,
      reasons: [{ code: "source_inactive", message: "Source wallet is not active." }],
      source: { status: "FROZEN" },
    });
    // These members can approve this request. The admin's own requests would have other approvers.
    expect(checks.now.approval).toEqual({ required: true, needed: 1, approvers: ["Ada Obi", adminActor.name] });
  });
});

describe("an API caller", () => {
  it("moves money immediately with a session or a key", async () => {
    const [, session] = await signIn("Admin", "api");
    for (const headers of [key, session]) {
      const reply = await call("POST", "/transfer/wallet", headers, {
        fromCustomerId: from,
        toCustomerId: to,
        amount: 100,
      });
      expect(reply).toMatchObject({
        status: 200,
        body: { message: "Transaction successfully completed.", data: { amount: 100, total: 1_100 } },
      });
    }
    expect((await call("GET", "/transaction/pending", key)).body).toMatchObject({
      data: [],
      metadata: { totalRecords: 0 },
    });
  });

  it("reads pending requests with a key but cannot approve or remove them", async () => {
    const id = await submit();
    const { viewer } = (await call("GET", `/transaction/pending/${id}`, key)).body.data;
    expect(viewer).toEqual({
      canApprove: false,
      canDecline: false,
      selfApproval: false,
      canWithdraw: false,
      reason: "Only a member can approve this.",
    });
    expect(await approve(key, id)).toMatchObject({
      status: 403,
      body: { message: "Private keys do not have the permission APPROVE_TRANSFER." },
    });
    expect((await call("DELETE", `/transaction/${id}`, key, { reason: "x" })).status).toBe(403);
  });
});

describe("POST /transaction/approve", () => {
  it("approves with the exact message and keeps the reference on the statement", async () => {
    const id = await submit();
    const comment = "Called the customer.";
    const reply = await call("POST", "/transaction/approve", admin, { transactionId: id, comment });
    expect(reply).toMatchObject({ status: 200, body: { status: true, message: "Transaction successfully approved." } });
    const { data } = (await call("GET", `/transaction/pending/${id}`, operator)).body;
    expect(data).toMatchObject({
      status: "APPROVED",
      approvedBy: adminActor.id,
      approvedAt: "2026-03-02T09:00:00.000Z",
      checks: { now: null },
      history: [{ action: "SUBMITTED" }, { action: "APPROVED", actorName: adminActor.name, comment }],
      viewer: { canApprove: false, canWithdraw: false, reason: null },
    });
    const { rows } = await database.pool.query(
      "select reference from transactions where id = $1 and status = 'success'",
      [id],
    );
    expect(rows).toEqual([{ reference: data.reference }]);
  });

  it("of two concurrent approvals, one succeeds and the other gets 409", async () => {
    const id = await submit();
    const replies = await Promise.all([approve(admin, id), approve(owner, id)]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    expect(replies.find((reply) => reply.status === 409)?.body).toMatchObject({
      status: false,
      code: "approval_decided",
      message: "This transaction is no longer pending. Nothing was done.",
    });
  });

  it("repeats the reply for the same Idempotency-Key after success or failure", async () => {
    const approvable = await submit();
    const first = await approve(admin, approvable, { "idempotency-key": "approve-1" });
    const again = await approve(admin, approvable, { "idempotency-key": "approve-1" });
    expect(again).toMatchObject({ status: 200, headers: { "idempotency-replayed": "true" }, body: first.body });

    const failing = await submit();
    await freezeWallet(ctx, { customerId: from, reason: "Reported stolen" });
    const failed = await approve(admin, failing, { "idempotency-key": "approve-2" });
    expect(failed).toMatchObject({ status: 400, body: { message: "Source wallet is not active." } });
    expect((await approve(admin, failing, { "idempotency-key": "approve-2" })).body).toEqual(failed.body);
    expect((await call("GET", `/transaction/pending/${failing}`, admin)).body.data).toMatchObject({
      status: "FAILED",
      failureReason: "Source wallet is not active.",
      history: [{ action: "SUBMITTED" }, { action: "FAILED", comment: "Source wallet is not active." }],
    });
  });

  it("stores a rejection before the ledger under the Idempotency-Key", async () => {
    const id = await submit();
    await database.pool.query("update tenant_settings set internal_transfers = false where tenant = $1", [
      merchant.sandbox.id,
    ]);
    const first = await approve(admin, id, { "idempotency-key": "approve-3" });
    expect(first).toMatchObject({ status: 403, body: { code: "internal_transfers_off" } });
    const again = await approve(admin, id, { "idempotency-key": "approve-3" });
    expect(again).toMatchObject({ headers: { "idempotency-replayed": "true" }, body: first.body });
  });

  it("rejects with the reason", async () => {
    const own = await submit(admin);
    expect(await approve(admin, own)).toMatchObject({
      status: 403,
      body: { code: "approval_own", message: "You submitted this transaction. Another member must approve it." },
    });
    const id = await submit();
    expect(await approve(operator, id)).toMatchObject({
      status: 403,
      body: { message: "You do not have the permission APPROVE_TRANSFER." },
    });
    await database.pool.query("update members set approval_limit = 100000 where id = $1", [adminActor.id]);
    expect(await approve(admin, id)).toMatchObject({
      status: 403,
      body: {
        code: "approval_limit_exceeded",
        message: "Your approval limit is ₦1,000.00; this is ₦5,000.00.",
        errors: [{ limit: 100_000, amount: 500_000 }],
      },
    });
    expect(await approve(admin, money.services.ids.next())).toMatchObject({
      status: 404,
      body: { code: "approval_not_found", message: "Pending transaction not found." },
    });
    expect((await call("POST", "/transaction/approve", admin, { transactionId: "1" })).status).toBe(400);
  });
});

describe("DELETE /transaction/{transactionId}", () => {
  it("declines with a required reason", async () => {
    const id = await submit();
    expect((await call("DELETE", `/transaction/${id}`, admin, { reason: " " })).status).toBe(400);
    expect(await call("DELETE", `/transaction/${id}`, admin, { reason: "Wrong details" })).toMatchObject({
      status: 200,
      body: { status: true, message: "Transaction successfully removed." },
    });
    expect((await call("GET", `/transaction/pending/${id}`, operator)).body.data).toMatchObject({
      status: "DECLINED",
      declineReason: "Wrong details",
      approvedBy: null,
      history: [{ action: "SUBMITTED" }, { action: "DECLINED", actorName: adminActor.name, comment: "Wrong details" }],
    });
    expect((await call("DELETE", `/transaction/${id}`, admin, { reason: "Again" })).status).toBe(409);
  });

  it("lets the initiator withdraw and rejects other members without the permission to approve", async () => {
    const id = await submit(operator);
    const [, second] = await signIn("Operator");
    expect(await call("DELETE", `/transaction/${id}`, second, { reason: "Not mine" })).toMatchObject({
      status: 403,
      body: { message: "You do not have the permission APPROVE_TRANSFER." },
    });
    expect((await call("DELETE", `/transaction/${id}`, operator, { reason: "Sent by mistake" })).status).toBe(200);
    const { data } = (await call("GET", `/transaction/pending/${id}`, operator)).body;
    expect(data).toMatchObject({
      status: "DECLINED",
      history: [{}, { action: "WITHDRAWN", comment: "Sent by mistake" }],
    });
  });
});

describe("GET /transaction/pending", () => {
  const list = async (headers: Headers, query = "") =>
    (await call("GET", `/transaction/pending?${query}`, headers)).body as {
      data: { id: string; status: string; viewer: object }[];
      metadata: object;
    };
  const ids = async (headers: Headers, query = "") => (await list(headers, query)).data.map((item) => item.id);

  it("returns every request once across pages, newest first", async () => {
    const newestFirst: string[] = [];
    for (let count = 0; count < 7; count += 1) newestFirst.unshift(await submit(operator, 100 + count));
    expect((await list(admin, "page=1&perPage=3")).metadata).toEqual({
      page: 1,
      perPage: 3,
      totalRecords: 7,
      totalPages: 3,
    });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ids(admin, `page=${page}&perPage=3`)));
    expect(pages.flat()).toEqual(newestFirst);
    expect(pages[3]).toEqual([]);
  });

  it("sorts by time, expiry and amount, and continues behind the last item of a page", async () => {
    const first = await submit(operator, 300);
    clock.advance(1_000);
    const second = await submit(admin, 900);
    clock.advance(1_000);
    const third = await submit(operator, 600);
    await database.pool.query("update approvals set expires_at = $2 where id = $1", [third, clock.now()]);
    for (const [sort, order] of [
      ["newest", [third, second, first]],
      ["oldest", [first, second, third]],
      ["amount", [second, third, first]],
      ["expiry", [third, first, second]],
    ] as const) {
      expect(await ids(admin, `sort=${sort}`)).toEqual(order);
      const seen: string[] = [];
      for (let page = 0; page < 4; page += 1) {
        const after = seen.at(-1);
        const { data, metadata } = await list(admin, `sort=${sort}&perPage=1${after ? `&after=${after}` : ""}`);
        expect(metadata).toMatchObject({ totalRecords: 3 });
        seen.push(...data.map(({ id }) => id));
      }
      expect(seen).toEqual(order);
    }
    expect(await ids(admin, `after=${merchant.sandbox.merchantId}`)).toEqual([]);
    expect((await call("GET", "/transaction/pending?sort=name", admin)).status).toBe(400);
  });

  it("filters by kind and requester, and lists the requesters", async () => {
    const byOperator = await submit(operator);
    const byAdmin = await submit(admin);
    const credit = await call("POST", "/wallet/credit", operator, { customerId: to, amount: 100 });
    const creditId = String(credit.headers.location).replace("/v1/transaction/pending/", "");
    expect(await ids(admin, "kind=credit")).toEqual([creditId]);
    expect(await ids(admin, "kind=transfer")).toEqual([byAdmin, byOperator]);
    expect(await ids(admin, `creator=${operatorActor.id}`)).toEqual([creditId, byOperator]);
    expect(await ids(admin, `creator=${operatorActor.id}&kind=transfer`)).toEqual([byOperator]);
    expect(await ids(operator, `scope=mine&creator=${adminActor.id}`)).toEqual([]);
    expect((await call("GET", "/transaction/requesters", admin)).body.data).toEqual(
      [adminActor, operatorActor].map(({ id, name }) => ({ id, name })),
    );
  });

  it("lists pending requests by default and filters by status, type and category", async () => {
    const pending = await submit();
    const declined = await submit();
    await call("DELETE", `/transaction/${declined}`, admin, { reason: "No" });
    expect(await ids(admin, "status=PENDING")).toEqual([pending]);
    expect(await ids(admin, "status=DECLINED")).toEqual([declined]);
    expect(await ids(admin, "status=EXPIRED")).toEqual([]);
    expect(await ids(admin, "status=ALL")).toEqual([declined, pending]);
    expect(await ids(admin, "")).toEqual([pending]);
    expect(await ids(operator, "scope=mine")).toEqual([pending]);
    expect(await ids(operator, "scope=mine&status=ALL")).toEqual([declined, pending]);
    expect(await ids(admin, "type=CREDIT")).toEqual([]);
    expect(await ids(admin, "status=ALL&type=DEBIT")).toHaveLength(2);
    expect(await ids(admin, "status=ALL&category=WALLET_TO_WALLET_TRANSFER")).toHaveLength(2);
    expect(await ids(admin, "category=CREDIT_CUSTOMER_WALLET")).toEqual([]);
    expect((await call("GET", "/transaction/pending?status=open", admin)).status).toBe(400);
  });

  it("filters by initiator and by approvable requests, consistently with `viewer`", async () => {
    const byOperator = await submit(operator, 400_000);
    const byAdmin = await submit(admin, 100_000);
    const large = await submit(operator, 600_000);
    expect(await ids(operator, "scope=mine")).toEqual([large, byOperator]);
    expect(await ids(operator, "scope=approvable")).toEqual([]);
    expect(await ids(admin, "scope=approvable")).toEqual([large, byOperator]);
    expect(await ids(owner, "scope=approvable")).toEqual([large, byAdmin, byOperator]);

    // The owner's limit no longer covers the admin's request, so the admin may approve it.
    await database.pool.query("update members set approval_limit = 99999 where id = $1", [merchant.owner.memberId]);
    await database.pool.query("update members set approval_limit = 500000 where id = $1", [adminActor.id]);
    expect(await ids(admin, "scope=approvable")).toEqual([byAdmin, byOperator]);
    for (const headers of [owner, admin, operator]) {
      const all = await list(headers);
      const allowed = all.data
        .filter((item) => (item.viewer as { canApprove: boolean }).canApprove)
        .map((item) => item.id);
      expect(await ids(headers, "scope=approvable")).toEqual(allowed);
    }
    const { viewer } = (await call("GET", `/transaction/pending/${byAdmin}`, admin)).body.data;
    expect(viewer).toEqual({
      canApprove: true,
      canDecline: false,
      selfApproval: true,
      canWithdraw: true,
      reason: null,
    });
  });

  it("hides requests of other merchants", async () => {
    const id = await submit();
    const otherMerchant = await createTestMerchant(money.services);
    const other = { authorization: `Bearer ${await sandboxPrivateKey(money.services, otherMerchant)}` };
    expect(await ids(other)).toEqual([]);
    expect(await call("GET", `/transaction/pending/${id}`, other)).toMatchObject({
      status: 404,
      body: { message: "Pending transaction not found." },
    });
  });

  it("reports an expired request", async () => {
    const id = await submit();
    clock.advance(30 * 86_400_000);
    const laterAdmin = await bearerOf(money.services, (adminActor as Member & { email: string }).email, "dashboard");
    expect(await ids(laterAdmin, "scope=approvable")).toEqual([]);
    const { viewer } = (await call("GET", `/transaction/pending/${id}`, laterAdmin)).body.data;
    expect(viewer).toEqual({
      canApprove: false,
      canDecline: false,
      selfApproval: false,
      canWithdraw: false,
      reason: "This has expired.",
    });
    expect((await approve(laterAdmin, id)).status).toBe(409);
  });
});
