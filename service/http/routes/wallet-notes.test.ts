import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const database = useTestDatabase();
let app: MoneyApp;
let support: { authorization: string };
let admin: { authorization: string };
let wallet: CreatedWallet;
beforeAll(async () => {
  app = await openMoneyApp(database);
  support = await bearerOf(app.services, (await testMember(app.services, app.merchant, "Support")).email);
  admin = await bearerOf(app.services, (await testMember(app.services, app.merchant, "Admin")).email);
});
beforeEach(async () => {
  wallet = await createTestWallet(app.ctx);
});
afterAll(() => app.close());

const notes = (headers = support) => app.call("GET", `/wallet/${wallet.customerId}/notes`, undefined, headers);
const add = (text: string, headers = support) =>
  app.call("POST", `/wallet/${wallet.customerId}/notes`, { text }, headers);
const tag = (body: object, headers = support) => app.call("PATCH", `/wallet/${wallet.customerId}/tags`, body, headers);
const found = async (query: string) =>
  (await app.call("GET", `/wallet?${query}`, undefined, support)).body.wallets.map(
    ({ customerId }: { customerId: string }) => customerId,
  );

test("Support adds notes, newest first, and removes only its own; the log names them without the text", async () => {
  expect((await add("Called about a limit")).status).toBe(201);
  const { note } = (await add("Sent the form", admin)).body;
  const { body } = await notes();
  expect(body.notes).toMatchObject([
    { text: "Sent the form", authorName: expect.stringMatching(/^Admin/), isOwn: false },
    { text: "Called about a limit", authorName: expect.stringMatching(/^Support/), isOwn: true },
  ]);
  expect(body.metadata.totalRecords).toBe(2);
  expect(await app.call("DELETE", `/wallet/notes/${note.id}`, undefined, support)).toMatchObject({
    status: 403,
    body: { message: "Only its author can remove a note." },
  });
  expect((await app.call("DELETE", `/wallet/notes/${note.id}`, undefined, admin)).status).toBe(200);
  expect((await app.call("DELETE", `/wallet/notes/${note.id}`, undefined, admin)).status).toBe(404);
  expect((await notes()).body.notes).toHaveLength(1);
  const { data } = (await app.call("GET", `/wallet/${wallet.customerId}/activity`)).body;
  expect(data.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual([
    "wallet.remove_note",
    "wallet.add_note",
    "wallet.add_note",
  ]);
  const { rows } = await database.pool.query("select after from audit_log where action = 'wallet.add_note'");
  expect(JSON.stringify(rows)).not.toContain("form");
});

test("keys write no notes, and a note has 1 to 1,000 characters", async () => {
  expect((await add("Note", { authorization: app.authorization })).status).toBe(403);
  for (const text of ["", "  ", "x".repeat(1001)]) {
    expect(await add(text)).toMatchObject({ status: 400, body: { errors: [{ field: "text" }] } });
  }
  expect((await add("x".repeat(1000))).status).toBe(201);
});

test("tags are added and removed one by one, in lower case, up to 10", async () => {
  expect((await tag({ add: ["VIP", " Payroll ", "vip"] })).body.tags).toEqual(["payroll", "vip"]);
  expect((await tag({ remove: ["payroll"], add: ["fraud watch"] }, admin)).body.tags).toEqual(["fraud watch", "vip"]);
  expect((await app.call("GET", `/wallet/customer?customerId=${wallet.customerId}`)).body.wallet.tags).toEqual([
    "fraud watch",
    "vip",
  ]);
  expect(await tag({ add: Array.from({ length: 9 }, (_, nth) => `t${nth}`) })).toMatchObject({
    status: 400,
    body: { message: "A wallet has at most 10 tags. Remove one first." },
  });
  for (const word of ["a,b", "x".repeat(25), "🎉", "a\u202eb", "", "=1+1"]) {
    expect((await tag({ add: [word] })).status).toBe(400);
  }
  expect((await app.call("GET", "/wallet/tags", undefined, support)).body.tags).toEqual(["fraud watch", "vip"]);
});

test("lists filter by tag; a search finds tags and the words of notes, in this merchant only", async () => {
  const { customerId } = wallet;
  await tag({ add: ["chargeback"] });
  await add("Ọ̀rẹ́ disputes the Zanzibar payment");
  const other = await createTestWallet(app.ctx);
  expect(await found("tag=chargeback")).toEqual([customerId]);
  expect(await found("tag=chargeback&status=FROZEN")).toEqual([]);
  expect(await found("tag=CHARGEBACK&tier=TIER_1&postNoCredit=false")).toEqual([customerId]);
  expect(await found("search=chargeb")).toEqual([customerId]);
  expect(await found("search=zanzi+ore")).toEqual([customerId]);
  expect(await found("search=zanzibar&tag=chargeback")).toEqual([customerId]);
  expect(await found("search=zanzibar&tag=vip")).toEqual([]);
  expect(await found("search=%27%26%7C!")).toEqual([]);
  expect(await found("search=zanzibar")).not.toContain(other.customerId);
});
