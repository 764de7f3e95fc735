import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const database = useTestDatabase();
let app: MoneyApp;
let admin: { authorization: string };
let wallet: CreatedWallet;
let other: CreatedWallet;
beforeAll(async () => {
  app = await openMoneyApp(database);
  admin = await bearerOf(app.services, (await testMember(app.services, app.merchant, "Admin")).email);
  await fundMerchantWallet(app.ctx, { amount: 1_000_000 });
});
beforeEach(async () => {
  wallet = await createTestWallet(app.ctx);
  other = await createTestWallet(app.ctx);
});
afterAll(() => app.close());

const enable = (body: object, headers = admin) => app.call("POST", "/wallet/enable-post-no-credit", body, headers);
const disable = (body: object, headers = admin) => app.call("POST", "/wallet/disable-post-no-credit", body, headers);
const shown = async () => (await app.call("GET", `/wallet/customer?customerId=${wallet.customerId}`)).body.wallet;

async function setPin(body: object) {
  const reply = await app.app.inject({
    method: "PUT",
    url: "/v1/wallet/transaction-pin",
    headers: { authorization: app.authorization },
    payload: body,
  });
  return { status: reply.statusCode, body: reply.json() };
}

describe("post-no-credit", () => {
  test("blocks credits and incoming transfers, not outgoing ones, until it is disabled", async () => {
    const { customerId } = wallet;
    await app.call("POST", "/wallet/credit", { customerId, amount: 10_000 });
    await app.call("POST", "/wallet/credit", { customerId: other.customerId, amount: 10_000 });
    expect(await enable({ customerId, reason: "Suspicious credits" })).toMatchObject({
      status: 200,
      body: { status: true, message: "Post no credit successfully enabled." },
    });
    const blocked = {
      postNoCredit: true,
      postNoCreditReason: "Suspicious credits",
      postNoCreditBy: expect.stringMatching(/^Admin Tester/),
    };
    expect(await shown()).toMatchObject({ ...blocked, postNoCreditAt: expect.stringMatching(/Z$/) });
    expect(await app.call("POST", "/wallet/credit", { customerId, amount: 100 })).toMatchObject({
      status: 400,
      body: { message: "Post no credit is enabled." },
    });
    const into = { fromCustomerId: other.customerId, toCustomerId: customerId, amount: 100 };
    const refused = await app.call("POST", "/transfer/wallet", into);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(/^Post no credit has been enabled on the beneficiary account\./);
    const out = { fromCustomerId: customerId, toCustomerId: other.customerId, amount: 100 };
    expect((await app.call("POST", "/transfer/wallet", out)).status).toBe(200);
    expect(await disable({ customerId })).toMatchObject({
      status: 200,
      body: { message: "Post no credit successfully disabled." },
    });
    const allowed = { postNoCreditAt: null, postNoCreditReason: null, postNoCreditBy: null };
    expect(await shown()).toMatchObject({ postNoCredit: false, ...allowed });
    expect((await app.call("POST", "/wallet/credit", { customerId, amount: 100 })).status).toBe(200);
  });

  test("refuses private keys and other roles, naming the allowed roles", async () => {
    const { customerId } = wallet;
    const { email } = await testMember(app.services, app.merchant, "Operator");
    for (const headers of [{ authorization: app.authorization }, await bearerOf(app.services, email)]) {
      for (const act of [enable, disable]) {
        expect(await act({ customerId }, headers)).toMatchObject({
          status: 403,
          body: { status: false, message: "Only MainMerchant or Admin can do this." },
        });
      }
    }
    expect((await shown()).postNoCredit).toBe(false);
  });

  test("appears in the activity with actor and reason, once even if enabled twice", async () => {
    const { customerId } = wallet;
    await enable({ customerId, reason: "Suspicious credits" });
    expect((await enable({ customerId, reason: "Again" })).status).toBe(200);
    const { data } = (await app.call("GET", `/wallet/${customerId}/activity`)).body;
    const logged = data.filter((line: { action?: string }) => line.action === "wallet.enable_post_no_credit");
    expect(logged).toMatchObject([{ actorKind: "member", reason: "Suspicious credits" }]);
  });

  test("refuses a malformed customer ID with 400 and names the field", async () => {
    for (const customerId of ["17", wallet.accountNumber, null, undefined]) {
      expect(await enable({ customerId })).toMatchObject({ status: 400, body: { errors: [{ field: "customerId" }] } });
    }
  });
});

describe("PUT /wallet/transaction-pin", () => {
  test("sets and replaces the PIN, and returns only whether one is set", async () => {
    const { customerId } = wallet;
    expect((await shown()).isPinSet).toBe(false);
    for (const pin of ["4821", "9035"]) {
      expect(await setPin({ customerId, pin })).toEqual({
        status: 200,
        body: { status: true, message: "Wallet transaction PIN successfully set." },
      });
    }
    expect((await shown()).isPinSet).toBe(true);
    const { data } = (await app.call("GET", `/wallet/${customerId}/activity`)).body;
    expect(data.filter((line: { action?: string }) => line.action === "wallet.set_pin")).toHaveLength(2);
  });

  test.each(["123", "12345", "12a4", "", " 1234", "１２３４", 1234, null, undefined])(
    "refuses %j with 400 and sets no PIN",
    async (pin) => {
      expect(await setPin({ customerId: wallet.customerId, pin })).toMatchObject({
        status: 400,
        body: { status: false, errors: [{ field: "pin" }] },
      });
      expect((await shown()).isPinSet).toBe(false);
    },
  );
});
