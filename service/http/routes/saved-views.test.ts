import { afterAll, beforeAll, expect, test } from "vitest";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const database = useTestDatabase();
let app: MoneyApp;
let ada: { authorization: string };
let bola: { authorization: string };
beforeAll(async () => {
  app = await openMoneyApp(database);
  ada = await bearerOf(app.services, (await testMember(app.services, app.merchant, "Support")).email);
  bola = await bearerOf(app.services, (await testMember(app.services, app.merchant, "Admin")).email);
});
afterAll(() => app.close());

const save = (body: object, headers = ada) => app.call("POST", "/user/views", body, headers);
const names = async (list: string, headers = ada) =>
  (await app.call("GET", `/user/views?list=${list}`, undefined, headers)).body.views.map(
    ({ name }: { name: string }) => name,
  );

test("a member saves, renames and removes views of a list; nobody else sees them", async () => {
  const { status, body } = await save({ list: "wallets", name: "Frozen VIPs", query: "status=FROZEN&tag=vip" });
  expect([status, body.view]).toMatchObject([201, { list: "wallets", name: "Frozen VIPs" }]);
  await save({ list: "customers", name: "Frozen VIPs", query: "tier=TIER_3" });
  expect(await save({ list: "wallets", name: "Frozen VIPs", query: "" })).toMatchObject({
    status: 400,
    body: { code: "view_exists" },
  });
  const path = `/user/views/${body.view.id}`;
  expect((await app.call("PATCH", path, { name: "Mine" }, bola)).status).toBe(404);
  expect((await app.call("DELETE", path, undefined, bola)).status).toBe(404);
  expect((await app.call("PATCH", path, { name: "Frozen" }, ada)).body.view).toMatchObject({
    name: "Frozen",
    query: "status=FROZEN&tag=vip",
  });
  expect([await names("wallets"), await names("customers"), await names("wallets", bola)]).toEqual([
    ["Frozen"],
    ["Frozen VIPs"],
    [],
  ]);
  expect((await app.call("DELETE", path, undefined, ada)).status).toBe(200);
  expect(await names("wallets")).toEqual([]);
  const { rows } = await database.pool.query<{ action: string }>(
    "select action from audit_log where object_kind = 'saved_view' order by id",
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "saved_view.create",
    "saved_view.create",
    "saved_view.update",
    "saved_view.remove",
  ]);
});

test("a list has at most 20 views, also when they are saved at once", async () => {
  const replies = await Promise.all(
    Array.from({ length: 22 }, (_, nth) => save({ list: "payouts", name: `View ${nth}`, query: "" }, bola)),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(replies.find(({ status }) => status === 400)?.body.code).toBe("view_limit");
});

test("only query strings and plain names of known lists are stored", async () => {
  const good = { list: "wallets", name: "Good", query: "status=FROZEN" };
  for (const bad of [{ list: "keys" }, { name: "" }, { name: "A\u202e" }, { query: "<script>" }, { query: "a b" }]) {
    expect((await save({ ...good, ...bad })).status).toBe(400);
  }
});
