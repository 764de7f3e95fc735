import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Services } from "../../domain/context.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import { debitWallet } from "../batches/single/debit-wallet.ts";
import type { Context } from "../context.ts";
import { AnsweredBefore } from "../idempotency.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import { listAuditLog } from "../merchant/list-audit-log.ts";
import { freezeWallet } from "../wallets/controls/freeze-wallet.ts";
import { transferBetweenCustomers } from "./transfer-between-customers.ts";

const database = useTestDatabase();
let services: Services;
let ctx: Context;
let from: string;
let to: string;

beforeAll(() => {
  services = testServices(database);
});
beforeEach(async () => {
  const merchant = await createTestMerchant(services, { canDebitCustomer: true });
  ctx = testContext(services, { tenant: merchant.sandbox });
  from = (await createTestWallet(ctx)).customerId;
  to = (await createTestWallet(ctx)).customerId;
  await fundMerchantWallet(ctx, { amount: 10_000_000 });
  await creditWallet(ctx, { customerId: from, amount: 3_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => services.committer.close());

describe("transferBetweenCustomers", () => {
  it("answers the fields of spec 4.18: the source pays the fee on top", async () => {
    const { data } = await transferBetweenCustomers(ctx, { fromCustomerId: from, toCustomerId: to, amount: 1_500_000 });
    expect(data).toMatchObject({
      amount: 1_500_000,
      reference: expect.stringMatching(/^[0-9A-Z]{26}$/),
      total: 1_501_000,
      transaction_fee: 1_000,
      fee_breakdown: { base_fee: 1_000, merchant_fee: 0, total_fee: 1_000 },
      source_customer_id: from,
      target_customer_id: to,
    });
    expect(await balanceOf(from)).toBe(1_499_000n);
    expect(await balanceOf(to)).toBe(1_500_000n);
    expect(await auditedActions()).toContain("transfer.create");
  });

  it.each<[string, { to?: "self" | "stranger"; amount: number; first?: number }, string, string]>([
    ["to the same customer", { to: "self", amount: 1 }, "same_wallet", "Source and destination cannot be the same."],
    ["to a stranger", { to: "stranger", amount: 1 }, "wallets_not_found", "One or both wallets not found."],
    ["above the single limit", { amount: 2_000_001 }, "single_limit_exceeded", "Single transaction limit exceeded."],
    [
      "of more than there is",
      { amount: 1_999_999, first: 1_500_000 },
      "insufficient_balance",
      "Insufficient balance on source wallet to complete this transfer.",
    ],
  ])("refuses a transfer %s in the spec's words", async (_title, move, code, message) => {
    if (move.first) await transferBetweenCustomers(ctx, { fromCustomerId: from, toCustomerId: to, amount: move.first });
    const target = move.to ? { self: from, stranger: services.ids.next() }[move.to] : to;
    const before = await balanceOf(from);
    await expect(
      transferBetweenCustomers(ctx, { fromCustomerId: from, toCustomerId: target, amount: move.amount }),
    ).rejects.toMatchObject({ code, message });
    expect(await balanceOf(from)).toBe(before);
  });

  it("names the numbers behind a refusal by the daily limit", async () => {
    await creditWallet(ctx, { customerId: from, amount: 5_000_000 });
    for (const amount of [2_000_000, 2_000_000]) {
      await transferBetweenCustomers(ctx, { fromCustomerId: from, toCustomerId: to, amount });
    }
    await expect(
      transferBetweenCustomers(ctx, { fromCustomerId: from, toCustomerId: to, amount: 1_500_000 }),
    ).rejects.toMatchObject({
      message: "Customer daily tier limit exceeded",
      errors: [{ limit: 5_000_000, spent: 4_000_000, amount: 1_500_000 }],
    });
  });

  it("refuses from and to a frozen wallet", async () => {
    await freezeWallet(ctx, { customerId: from, reason: "Reported stolen" });
    await expect(
      transferBetweenCustomers(ctx, { fromCustomerId: from, toCustomerId: to, amount: 1 }),
    ).rejects.toMatchObject({ message: "Source wallet is not active." });
    await expect(
      transferBetweenCustomers(ctx, { fromCustomerId: to, toCustomerId: from, amount: 1 }),
    ).rejects.toMatchObject({ message: "Destination wallet is not active." });
  });

  it("is refused while internal transfers are off", async () => {
    await database.pool.query("update tenant_settings set internal_transfers = false where tenant = $1", [
      ctx.tenant.id,
    ]);
    await expect(
      transferBetweenCustomers(ctx, { fromCustomerId: from, toCustomerId: to, amount: 1 }),
    ).rejects.toMatchObject({ code: "internal_transfers_off" });
  });

  it("commits the answer with its effect; the same key then gets it and moves nothing", async () => {
    const pendingAnswer = {
      key: "transfer-1",
      requestHash: Buffer.from("hash"),
      render: (result: object) => ({ status: 200, headers: {}, body: JSON.stringify(result) }),
    };
    const keyed = { ...ctx, pendingAnswer };
    const reply = await transferBetweenCustomers(keyed, { fromCustomerId: from, toCustomerId: to, amount: 500 });
    const again = transferBetweenCustomers(keyed, { fromCustomerId: from, toCustomerId: to, amount: 500 });
    await expect(again).rejects.toBeInstanceOf(AnsweredBefore);
    await expect(again).rejects.toMatchObject({ answer: { body: JSON.stringify({ payload: reply }) } });
    expect(await balanceOf(to)).toBe(500n);
  });
});

describe("creditWallet and debitWallet", () => {
  it("move between the merchant's and the customer's wallet and keep the caller's reference", async () => {
    const { data } = await creditWallet(ctx, { customerId: to, amount: 700, reference: "PAYROLL-0001" });
    expect(data).toMatchObject({ amount: 700, reference: "PAYROLL-0001", customer_id: to, transaction_fee: 0 });
    await debitWallet(ctx, { customerId: to, amount: 300 });
    expect(await balanceOf(to)).toBe(400n);
    expect(await auditedActions()).toEqual(expect.arrayContaining(["wallet.credit", "wallet.debit"]));
  });

  it("refuse a used reference, too much, and a frozen wallet with the batch's reasons", async () => {
    await creditWallet(ctx, { customerId: to, amount: 700, reference: "PAYROLL-0002" });
    const again = creditWallet(ctx, { customerId: to, amount: 1, reference: "PAYROLL-0002" });
    await expect(again).rejects.toMatchObject({ message: "Reference already exist." });
    await expect(debitWallet(ctx, { customerId: to, amount: 701 })).rejects.toMatchObject({
      message: "Insufficient balance",
      errors: [{ balance: 700, needed: 701 }],
    });
    await freezeWallet(ctx, { customerId: to, reason: "x" });
    await expect(creditWallet(ctx, { customerId: to, amount: 1 })).rejects.toMatchObject({
      code: "destination_inactive",
      message: "Wallet is not active.",
    });
  });

  it("debit only where the merchant may", async () => {
    await database.pool.query("update tenant_settings set can_debit_customer = false where tenant = $1", [
      ctx.tenant.id,
    ]);
    await expect(debitWallet(ctx, { customerId: from, amount: 1 })).rejects.toMatchObject({
      code: "customer_debit_off",
    });
  });
});

async function balanceOf(customerId: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    "select a.balance from wallets w join accounts a on a.id = w.account_id where w.customer_id = $1",
    [customerId],
  );
  return rows[0]?.balance ?? -1n;
}

async function auditedActions(): Promise<string[]> {
  const { data } = await listAuditLog(ctx, { page: 1, perPage: 100 });
  return data.map((line) => line.action);
}
