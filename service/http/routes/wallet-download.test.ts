import { afterAll, beforeAll, expect, test } from "vitest";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const database = useTestDatabase();
let app: MoneyApp;
let support: { authorization: string };
beforeAll(async () => {
  app = await openMoneyApp(database);
  support = await bearerOf(app.services, (await testMember(app.services, app.merchant, "Support")).email);
  await fundMerchantWallet(app.ctx, { amount: 1_000_000 });
});
afterAll(() => app.close());

async function download(query = "") {
  const reply = await app.app.inject({ url: `/v1/wallet/download?${query}`, headers: support });
  return reply.body.trimEnd().split("\r\n");
}

test("the file has the wallets of the filters, in naira and Lagos time, with escaped formulas", async () => {
  const plain = await createTestWallet(app.ctx, { firstName: "Ada", lastName: "Obi" });
  const formula = await createTestWallet(app.ctx, { firstName: "=1+1", lastName: "Eze" });
  await app.call("POST", "/wallet/credit", { customerId: plain.customerId, amount: 123_405 });
  await app.call("PATCH", `/wallet/${plain.customerId}/tags`, { add: ["vip", "payroll"] }, support);
  const [head, first, second, ...rest] = await download();
  expect(head).toBe("Account number,Customer name,Phone,Tier,Status,Credits,Balance (NGN),Tags,Created (Lagos)");
  expect(first).toContain(`${formula.accountNumber},'=1+1 Eze,0`);
  expect(second).toMatch(
    new RegExp(
      `^${plain.accountNumber},Ada Obi,0\\d{10},Tier 1,Active,Allowed,1234\\.05,"payroll; vip",2026-03-02 10:0`,
    ),
  );
  expect(rest).toEqual([]);
  expect(await download("tag=vip")).toEqual([head, second]);
  expect(await download("search=Eze")).toEqual([head, first]);
  expect(await download("status=FROZEN")).toEqual([head]);
  const { rows } = await database.pool.query(
    "select after from audit_log where action = 'wallets.download' order by id",
  );
  expect(rows.map(({ after }) => after)).toContainEqual({ isSearch: true });
});
