import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePort } from "../../scripts/system/ports.ts";
import { creditWallet } from "../domain/batches/single/credit-wallet.ts";
import type { Context, Services } from "../domain/context.ts";
import { fundMerchantWallet } from "../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "../domain/merchant/sign-up/create-merchant.ts";
import { deliverMessages } from "../domain/messages/deliver-messages.ts";
import { setTransactionPin } from "../domain/wallets/controls/set-transaction-pin.ts";
import { openTransport, signCalls } from "../sandbox-bank/callbacks.ts";
import { TEST_SECRETS_KEY, testContext, testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey, testMember } from "../testing/factories.ts";
import { expectBooksToBalance } from "../testing/invariants.ts";
import { bankEnvironment } from "../testing/processes/bank-process.ts";
import { type ServiceProcess, startServiceProcess } from "../testing/processes/service-process.ts";
import { TEST_BANK_SECRETS } from "../testing/sandbox-bank.ts";
import { bearerOf } from "../testing/sign-in.ts";

// Bounds that hold over several service processes on one database: each has its own memory, caches and ledger connection.

const REQUESTS = 200;
const database = useTestDatabase();
let services: Services;
let merchant: CreatedMerchant;
let ctx: Context;
let key: string;
let processes: ServiceProcess[];

beforeAll(async () => {
  services = testServices(database, { clock: { now: () => new Date() } });
  merchant = await createTestMerchant(services, { canDebitCustomer: true });
  ctx = testContext(services, { tenant: merchant.sandbox });
  key = `Bearer ${await sandboxPrivateKey(services, merchant)}`;
  await fundMerchantWallet(ctx, { amount: 10_000_000 });
  // Nothing listens there: the callbacks of this file come from the tests.
  const env = { SECRETS_KEY: TEST_SECRETS_KEY, ...bankEnvironment(9) };
  const start = async () => startServiceProcess(database.url, await findFreePort(), { env });
  processes = [await start(), await start()];
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await expectBooksToBalance(database.pool);
  await services.committer.close();
});

type Reply = { status: number; code: string | undefined };

/** Sends one body many times, to the processes in turn. */
async function storm(count: number, path: string, body: object, authorization = key): Promise<Reply[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const reply = await fetch(`${processes[nth % processes.length]?.address}/v1${path}`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const { code } = (await reply.json()) as { code?: string };
      return { status: reply.status, code };
    }),
  );
}

function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of replies) {
    const name = code ?? String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

it("200 concurrent debits of a wallet with money for 10 take 10", async () => {
  const { customerId } = await createTestWallet(ctx);
  await creditWallet(ctx, { customerId, amount: 10_500 });
  expect(tally(await storm(REQUESTS, "/wallet/debit", { customerId, amount: 1_000 }))).toEqual({
    200: 10,
    insufficient_balance: REQUESTS - 10,
  });
});

it("200 concurrent transfers within a daily limit for 10 move 10", async () => {
  const from = await createTestWallet(ctx);
  const to = await createTestWallet(ctx);
  await creditWallet(ctx, { customerId: from.customerId, amount: 1_000_000 });
  await database.pool.query("update tier_rules set daily_limit = 10500 where tenant = $1 and tier = 1", [
    ctx.tenant.id,
  ]);
  const body = { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount: 1_000 };
  expect(tally(await storm(REQUESTS, "/transfer/wallet", body))).toEqual({
    200: 10,
    daily_limit_exceeded: REQUESTS - 10,
  });
});

it("of 100 concurrent wrong PINs five are checked, and the right one is then refused", async () => {
  const { customerId } = await createTestWallet(ctx);
  await creditWallet(ctx, { customerId, amount: 10_000 });
  await setTransactionPin(ctx, { customerId, pin: "4821" });
  await database.pool.query("update tenant_settings set require_pin_for_debit = true where tenant = $1", [
    ctx.tenant.id,
  ]);
  // The fifth wrong entry locks the PIN, so it already says so.
  const wrong = await storm(100, "/wallet/debit", { customerId, amount: 100, pin: "1111" });
  expect(tally(wrong)).toEqual({ pin_wrong: 4, pin_locked: 96 });
  expect(tally(await storm(2, "/wallet/debit", { customerId, amount: 100, pin: "4821" }))).toEqual({ pin_locked: 2 });
  await database.pool.query("update tenant_settings set require_pin_for_debit = false where tenant = $1", [
    ctx.tenant.id,
  ]);
});

it("of 20 concurrent approvals by two members one moves the money", async () => {
  const { customerId } = await createTestWallet(ctx);
  const operator = await testMember(services, merchant, "Operator");
  const submitting = await bearerOf(services, operator.email, "dashboard");
  const submitted = await fetch(`${processes[0]?.address}/v1/wallet/credit`, {
    method: "POST",
    headers: { ...submitting, "content-type": "application/json" },
    body: JSON.stringify({ customerId, amount: 5_000 }),
  });
  const transactionId = submitted.headers.get("location")?.split("/").at(-1);
  const approvals = [];
  for (const role of ["Admin", "Admin"] as const) {
    const { email } = await testMember(services, merchant, role);
    const { authorization } = await bearerOf(services, email, "dashboard");
    approvals.push(storm(10, "/transaction/approve", { transactionId }, authorization));
  }
  expect(tally((await Promise.all(approvals)).flat())).toEqual({ 200: 1, approval_decided: 19 });
});

it("of 20 concurrent acceptances of an invitation one makes a member", async () => {
  const { email: owner } = await testMember(services, merchant, "MainMerchant");
  const { authorization } = await bearerOf(services, owner);
  const roles = (await (
    await fetch(`${processes[0]?.address}/v1/team/roles`, { headers: { authorization } })
  ).json()) as { data: { id: string; name: string }[] };
  const roleId = roles.data.find(({ name }) => name === "Support")?.id;
  const email = "invited@processes.example";
  expect(tally(await storm(1, "/team/invitations", { roleId, email }, authorization))).toEqual({ 201: 1 });
  await deliverMessages(services);
  const { rows } = await database.pool.query<{ text: string }>(
    `select text from development_outbox where "to" = $1 order by created_at desc limit 1`,
    [email],
  );
  const invitationCode = /code is (\S+)/.exec(rows[0]?.text ?? "")?.[1];
  const person = { firstName: "Bola", lastName: "Ade", phoneNumber: "08031234567", password: "a-long-pass-phrase" };
  const accepted = tally(await storm(20, "/team/invitations/accept", { ...person, invitationCode }));
  expect(accepted[201]).toBe(1);
  const members = await database.pool.query(
    "select from members m join users u on u.id = m.user_id where u.email = $1",
    [email],
  );
  expect(members.rows).toHaveLength(1);
});

it("a bank transfer that both processes are told of at the same moment is booked once", async () => {
  const { walletId, accountNumber } = await createTestWallet(ctx);
  const banks = processes.map(({ address }) => openTransport(`${address}/v1`));
  const calls = banks.map(({ send }) =>
    signCalls(send, { secret: TEST_BANK_SECRETS.callbackSecret, clock: { now: () => new Date() } }),
  );
  const bodies = Array.from({ length: 12 }, (_, n) =>
    JSON.stringify({
      event: "inbound",
      sessionID: `0000582603021000${String(n).padStart(14, "0")}`,
      beneficiaryAccountNumber: accountNumber,
      amount: "50.00",
      originatorAccountName: "ADA OBI",
      originatorAccountNumber: "0123456789",
      sourceInstitutionCode: "000058",
      narration: "",
      time: new Date().toISOString(),
    }),
  );
  for (const body of bodies) {
    const statuses = await Promise.all([...calls, ...calls, ...calls].map((call) => call("events", body)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  const { rows } = await database.pool.query(
    `select count(*)::int as credits, sum(c.amount)::int as booked, max(a.balance)::int as balance
     from bank_credits c join wallets w on w.tenant = c.tenant and w.id = c.wallet_id
     join accounts a on a.tenant = w.tenant and a.id = w.account_id where c.wallet_id = $1`,
    [walletId],
  );
  expect(rows).toEqual([{ credits: 12, booked: 60_000, balance: 60_000 }]);
  await Promise.all(banks.map((bank) => bank.close()));
});
