import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { FIRST_APPROVAL } from "../../../contract/approvals.ts";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { SUBMITTED } from "../../../contract/transfers.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { expectApprovalsToBeConsistent } from "../../testing/approvals.ts";
import { type BatchApp, csv, openBatchApp, rowOf } from "../../testing/apps/batch-app.ts";
import { createTestCard } from "../../testing/cards.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { openTestBank, type TestBank } from "../../testing/sandbox-bank.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const AMOUNT = 10_000;
const database = useTestDatabase();
let money: BatchApp;
let bank: TestBank;
let from: CreatedWallet;
let to: CreatedWallet;
let bearers: Record<"api" | "dashboard" | "key", { authorization: string }>;
let approverNames: string[];
let approvers: Record<"first" | "second", { authorization: string }>;

beforeAll(async () => {
  money = await openBatchApp(database);
  bank = await openTestBank(database, { clock: money.services.clock });
  money.services.providers = { ...money.services.providers, ...bank.providers };
  bank.connect(money.app);
  await money.set("can_debit_customer = true");
  bearers = {
    api: await bearerOf(money.services, money.admin.email, "api"),
    dashboard: await money.dashboard(money.admin),
    key: { authorization: money.authorization },
  };
  const others = [
    await testMember(money.services, money.merchant, "Admin"),
    await testMember(money.services, money.merchant, "Admin"),
  ] as const;
  approverNames = others.map(({ name }) => name);
  approvers = { first: await money.dashboard(others[0]), second: await money.dashboard(others[1]) };
  from = await createTestWallet(money.ctx);
  to = await createTestWallet(money.ctx);
  await fundMerchantWallet(money.ctx, { amount: 10_000_000 });
  await createTestCard(money.ctx, { customerId: from.customerId, source: "CARD" });
  for (const { customerId } of [from, to]) await creditWallet(money.ctx, { customerId, amount: 3_000_000 });
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(async () => {
  await money.close();
  await bank.close();
});

describe("an Admin with an approval limit of 100 who signs in without X-Channel", () => {
  it("cannot pay 1,000,000 with that session: it is submitted for another member's approval", async () => {
    await setLimit(100);
    const body = { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount: 1_000_000 };
    const reply = await money.call("POST", "/transfer/wallet", body, bearers.api);
    expect(reply).toMatchObject({ status: 200, body: { status: true, message: SUBMITTED } });
    expect(reply.body).not.toHaveProperty("data");
    const id = String(reply.headers.location).replace("/v1/transaction/pending/", "");
    expect(await money.balanceOf(from)).toBe(3_000_000);
    const approval = await money.call("POST", "/transaction/approve", { transactionId: id }, bearers.api);
    expect(approval).toMatchObject({ status: 403, body: { code: "approval_limit_exceeded" } });
    const preview = await money.call("POST", "/transfer/wallet/preview", body, bearers.api);
    expect(preview.body.data.approval).toEqual({ required: true, needed: 1, approvers: ["Ada Obi", ...approverNames] });
    const small = await money.call("POST", "/transfer/wallet/preview", { ...body, amount: 100 }, bearers.api);
    expect(small.body.data.approval).toEqual({ required: false, needed: 0, approvers: [] });
  });

  it("cannot see, make or roll a key that moves money, which would have no limit", async () => {
    await setLimit(100);
    const restricted = (permission: string) =>
      money.call("POST", "/merchant/restricted-keys", { name: "Shop", permissions: [permission] }, bearers.api);
    for (const reply of [
      await money.call("GET", "/merchant/my-access-keys", undefined, bearers.api),
      await money.call("POST", "/merchant/generate-access-keys", {}, bearers.api),
      await restricted("MANAGE_TRANSFER"),
      await restricted("WALLET_CREDIT_DEBIT"),
      await restricted("TRANSFER_TO_BANK"),
    ]) {
      expect(reply).toMatchObject({ status: 403, body: { code: "key_above_limit" } });
    }
    expect((await restricted("BROWSE_CUSTOMERS")).status).toBe(201);
    await setLimit(null);
    expect((await money.call("GET", "/merchant/my-access-keys", undefined, bearers.api)).status).toBe(200);
  });
});

/** Sends a request of `AMOUNT` in total; batches have two items of half of it, so that only their total can exceed a limit. */
const requests: Record<string, (headers: Record<string, string>) => Promise<{ status: number; body: Body }>> = {
  transferBetweenCustomers: (headers) =>
    post("/transfer/wallet", headers, {
      fromCustomerId: from.customerId,
      toCustomerId: to.customerId,
      amount: AMOUNT,
    }),
  transferBetweenAccounts: (headers) =>
    post("/transfer/wallet-to-wallet", headers, {
      fromWalletId: from.accountNumber,
      toWalletId: to.accountNumber,
      amount: AMOUNT,
    }),
  // Numbers of ours are paid in the books, so no rail is needed.
  sendToBank: (headers) => post("/transfer/bank", headers, toOwnNumber()),
  sendCustomerToBank: (headers) =>
    post("/transfer/bank/customer", headers, { ...toOwnNumber(), customerId: from.customerId }),
  sendBankBatch: (headers) => post("/transfer/bank/batch", headers, [toOwnNumber()]),
  creditWallet: (headers) => post("/wallet/credit", headers, { customerId: to.customerId, amount: AMOUNT }),
  debitWallet: (headers) => post("/wallet/debit", headers, { customerId: to.customerId, amount: AMOUNT }),
  batchCreditByCustomer: (headers) => post("/wallet/batch-credit-customer-wallet", headers, batchOf("customerId")),
  batchDebitByCustomer: (headers) => post("/wallet/batch-debit-customer-wallet", headers, batchOf("customerId")),
  batchCreditByWallet: (headers) => post("/wallet/batch-credit-customer-via-wallet-id", headers, batchOf("walletId")),
  batchTransferFromCustomer: (headers) =>
    post("/wallet/customer-batch-credit-customer-wallet", headers, {
      customerId: from.customerId,
      recipients: [1, 2].map(() => ({ customerId: to.customerId, amount: AMOUNT / 2 })),
    }),
  batchDebitByWallet: (headers) => post("/wallet/batch-debit-customer-via-wallet-id", headers, batchOf("walletId")),
  reverseTransaction: async (headers) =>
    post(`/transaction/${await creditedTransaction()}/reverse`, headers, { reason: "Paid twice" }),
  fundCard: (headers) => post("/card/fund", headers, { customerId: from.customerId, amount: AMOUNT }),
  activateCard: async (headers) => post("/card/activate", headers, { ...(await deliverPrepaidCard()), amount: AMOUNT }),
  unloadCard: async (headers) => {
    const body = { customerId: from.customerId, amount: AMOUNT };
    await money.call("POST", "/card/fund", body, bearers.key);
    return post("/card/unload", headers, body);
  },
  reverseBatch: async (headers) => {
    const batchReference = money.reference();
    await money.call(
      "POST",
      "/wallet/batch-credit-customer-wallet",
      { ...batchOf("customerId"), batchReference },
      bearers.key,
    );
    return post("/wallet/reverse-batch-transaction", headers, { batchReference });
  },
  uploadBatch: (headers) =>
    money.upload(csv(rowOf(from, AMOUNT / 2), rowOf(to, AMOUNT / 2)), { batchReference: money.reference() }, headers),
};

/** The reference of a credit that the private key made. */
async function creditedTransaction(): Promise<string> {
  const made = await money.call("POST", "/wallet/credit", { customerId: to.customerId, amount: AMOUNT }, bearers.key);
  const found = await money.call(
    "GET",
    `/transaction/info?reference=${made.body.data.reference}`,
    undefined,
    bearers.key,
  );
  return found.body.transaction.id;
}

/** A physical prepaid card that its customer has received, and the last six digits of its number. */
async function deliverPrepaidCard() {
  const { customerId } = to;
  const order = { customerId, address1: "12 Marina Road", type: "PHYSICAL", source: "CARD" };
  const { card } = (await money.call("POST", "/card", order, bearers.key)).body;
  for (const _step of ["shipped", "delivered"]) {
    await money.call("POST", "/sandbox/card/ship", { cardId: card.id }, bearers.key);
  }
  const { rows } = await database.pool.query<{ last6: string }>(
    "select right(number, 6) as last6 from sandbox_issuer.cards where reference = $1",
    [card.id],
  );
  return { customerId, last6: rows[0]?.last6 };
}

type Body = { message: string; data?: { status?: string } };

/** Channel, the member's limit, the merchant's switch, and whether the request moves money at once. */
const cases: [keyof typeof bearers, number | null, boolean, "moves" | "submitted"][] = [
  ["api", null, true, "moves"],
  ["api", AMOUNT, true, "moves"],
  ["api", AMOUNT - 1, true, "submitted"],
  ["api", 0, true, "submitted"],
  ["api", null, false, "submitted"],
  ["api", AMOUNT, false, "submitted"],
  ["dashboard", null, true, "submitted"],
  ["dashboard", AMOUNT, true, "submitted"],
  ["key", 0, true, "moves"],
  ["key", 0, false, "moves"],
];

describe.each(Object.keys(requests))("%s", (name) => {
  it.each(cases)("by %s with a limit of %s and the switch %s %s", async (channel, limit, isAllowed, expected) => {
    await setLimit(limit);
    await money.set(`members_may_move_money = ${isAllowed}`);
    const before = await pendingRequests();
    const reply = await requests[name]?.(bearers[channel]);
    expect(reply?.status).toBeLessThan(300);
    const { message, data } = reply?.body ?? { message: "" };
    const isSubmitted = message === SUBMITTED || data?.status === "awaiting_approval";
    expect(isSubmitted ? "submitted" : "moves").toBe(expected);
    expect((await pendingRequests()) - before).toBe(expected === "submitted" ? 1 : 0);
  });
});

/** Channel, the member's limit, the rules (no approval below, two approvers from), and the approvers that the request needs. */
const byRules: [keyof typeof bearers, number | null, [number | null, number | null], 0 | 1 | 2][] = [
  ["dashboard", null, [AMOUNT + 1, null], 0],
  ["dashboard", AMOUNT - 1, [AMOUNT + 1, null], 1],
  ["dashboard", null, [AMOUNT, AMOUNT + 1], 1],
  ["dashboard", null, [1, AMOUNT], 2],
  ["api", null, [null, AMOUNT + 1], 0],
  ["api", null, [null, AMOUNT], 2],
  ["key", null, [null, AMOUNT], 0],
];

describe.each(Object.keys(requests))("%s under approval rules", (name) => {
  it.each(byRules)(
    "by %s with a limit of %s and the rules %j needs %i approvers",
    async (channel, limit, rules, needed) => {
      await setLimit(limit);
      await money.set("members_may_move_money = true");
      await setRules(...rules);
      const before = await pendingRequests();
      expect((await requests[name]?.(bearers[channel]))?.status).toBeLessThan(300);
      expect((await pendingRequests()) - before).toBe(needed === 0 ? 0 : 1);
      if (needed === 0) return;
      const id = await newestRequest();
      const { data } = (await money.call("GET", `/transaction/pending/${id}`, undefined, approvers.first)).body;
      expect(data.approvals).toEqual({ needed, first: null });
      const replies = [];
      for (const headers of [approvers.first, approvers.second].slice(0, needed)) {
        replies.push(await money.call("POST", "/transaction/approve", { transactionId: id }, headers));
      }
      const done = "Transaction successfully approved.";
      expect(replies.map(({ body }) => body.message)).toEqual(needed === 2 ? [FIRST_APPROVAL, done] : [done]);
      expect(await statusOf(id)).toBe("APPROVED");
    },
  );
});

it("every endpoint that asks for approval is in the matrix", () => {
  const declared = (Object.entries(endpoints) as [string, Endpoint][]).filter(
    ([, { money: rule }]) => rule === "approval",
  );
  expect(Object.keys(requests).sort()).toEqual(declared.map(([name]) => name).sort());
});

function post(path: string, headers: Record<string, string>, body: object) {
  return money.call("POST", path, body, headers);
}

function toOwnNumber() {
  return { sortCode: "090999", accountNumber: to.accountNumber, amount: AMOUNT, narration: "Rent" };
}

function batchOf(by: "customerId" | "walletId") {
  return { transactions: [from, to].map((wallet) => ({ [by]: wallet[by], amount: AMOUNT / 2 })) };
}

async function setLimit(limit: number | null): Promise<void> {
  await database.pool.query("update members set approval_limit = $2 where id = $1", [money.admin.id, limit]);
}

async function setRules(noApprovalBelow: number | null, twoApproversFrom: number | null): Promise<void> {
  await money.set(`no_approval_below = ${noApprovalBelow}, two_approvers_from = ${twoApproversFrom}`);
}

async function newestRequest(): Promise<string> {
  const { rows } = await database.pool.query("select id from approvals order by created_at desc, id desc limit 1");
  return rows[0].id;
}

async function statusOf(id: string): Promise<string> {
  const { rows } = await database.pool.query("select status from approvals where id = $1", [id]);
  return rows[0].status;
}

async function pendingRequests(): Promise<number> {
  const { rows } = await database.pool.query("select count(*)::int as n from approvals where status = 'PENDING'");
  return rows[0].n;
}
