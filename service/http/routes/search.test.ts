import { afterAll, beforeAll, expect, it } from "vitest";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { createTenantRecords, type RecordIds } from "../../testing/tenant-records.ts";

const database = useTestDatabase();
let app: MoneyApp;
let merchant: CreatedMerchant;
let ids: RecordIds;
let admin: { authorization: string };

beforeAll(async () => {
  app = await openMoneyApp(database);
  merchant = await createTestMerchant(app.services);
  ids = await createTenantRecords({ ...app.ctx, tenant: merchant.sandbox }, merchant);
  admin = await bearerOf(app.services, (await testMember(app.services, merchant, "Admin")).email);
});
afterAll(() => app.close());

async function search(query: string, caller: { authorization: string } = admin) {
  const reply = await app.call("GET", `/search?query=${encodeURIComponent(query)}`, undefined, caller);
  return { status: reply.status, found: reply.body.data as { kind: string; id: string }[] | undefined };
}
const kindsOf = async (query: string) => (await search(query)).found?.map(({ kind, id }) => [kind, id]);

it("finds each kind of record by its ID", async () => {
  expect(await kindsOf(ids.transactionId)).toEqual([["transaction", ids.transactionId]]);
  expect(await kindsOf(ids.batchId)).toEqual([["batch", ids.batchId]]);
  expect(await kindsOf(ids.approvalId)).toEqual([["approval", ids.approvalId]]);
  expect(await kindsOf(ids.deliveryId)).toEqual([["delivery", ids.deliveryId]]);
});

it("finds records by reference, and transactions by the beginning of theirs", async () => {
  expect(await kindsOf(ids.reference)).toEqual([["transaction", ids.transactionId]]);
  expect(await kindsOf(` ${ids.reference.slice(0, -2)} `)).toContainEqual(["transaction", ids.transactionId]);
  expect(await kindsOf(ids.batchReference)).toEqual([["batch", ids.batchId]]);
  expect((await kindsOf(ids.payoutReference))?.map(([kind]) => kind)).toContain("payout");
  expect((await search(ids.reference)).found).toMatchObject([
    { reference: ids.reference, label: "credit", status: "success", amount: 10_000, createdAt: expect.any(String) },
  ]);
});

it("treats the characters of patterns as text, and refuses less than four characters", async () => {
  expect(await kindsOf("%%%%")).toEqual([]);
  expect(await kindsOf("____")).toEqual([]);
  expect((await search("TXN")).status).toBe(400);
});

it("shows deliveries only to callers who may browse webhooks, and the rest only with transactions", async () => {
  const owner = await bearerOf(app.services, (await testMember(app.services, merchant, "MainMerchant")).email);
  const bearerWith = async (permissions: string[]) => {
    const role = await app.call("POST", "/team/roles", { name: permissions.join(), permissions }, owner);
    const { id, email } = await testMember(app.services, merchant, "Support");
    const roleId = role.body.data.id;
    await database.pool.query("update members set role_id = $2 where id = $1", [id, roleId]);
    return await bearerOf(app.services, email);
  };
  const books = await bearerWith(["BROWSE_TRANSACTIONS"]);
  const hooks = await bearerWith(["BROWSE_WEBHOOKS"]);
  expect((await search(ids.deliveryId, books)).found).toEqual([]);
  expect((await search(ids.transactionId, books)).found).toHaveLength(1);
  expect((await search(ids.deliveryId, hooks)).found).toHaveLength(1);
  expect((await search(ids.transactionId, hooks)).found).toEqual([]);
});
