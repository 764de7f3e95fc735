import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const database = useTestDatabase();
let app: MoneyApp;
let admin: { authorization: string };
let operator: { authorization: string };
let wallets: CreatedWallet[];
beforeAll(async () => {
  app = await openMoneyApp(database);
  admin = await bearerOf(app.services, (await testMember(app.services, app.merchant, "Admin")).email);
  operator = await bearerOf(app.services, (await testMember(app.services, app.merchant, "Operator")).email);
});
beforeEach(async () => {
  wallets = [];
  for (let nth = 0; nth < 3; nth += 1) wallets.push(await createTestWallet(app.ctx));
});
afterAll(() => app.close());

const ids = () => wallets.map(({ customerId }) => customerId);
const unknown = "0190a000-0000-7000-8000-00000000ffff";
const bulk = (path: string, body: object, headers: object = admin) =>
  app.call("POST", `/wallet/bulk/${path}`, body, { ...admin, ...headers });
const shown = async (customerId: string) =>
  (await app.call("GET", `/wallet/customer?customerId=${customerId}`)).body.wallet;
const audited = async (action: string) =>
  (
    await database.pool.query<{ object_id: string; reason: string; after: object }>(
      "select object_id, reason, after from audit_log where tenant = $1 and action = $2 order by id",
      [app.ctx.tenant.id, action],
    )
  ).rows;

test("freezes many with one reason: an outcome, an audit row and a state for each, and one row for the action", async () => {
  const [first, second, third] = ids();
  await app.call("POST", "/wallet/close", { customerId: second, reason: "Earlier" }, admin);
  const { status, body } = await bulk("close", { customerIds: [...ids(), unknown, first], reason: "Court order" });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ total: 4, changed: 2, unchanged: 1, refused: 1 });
  const of = (id: string | undefined) =>
    body.data.outcomes.find((one: { customerId: string }) => one.customerId === id);
  expect(of(first)).toMatchObject({ result: "changed", message: null, accountNumber: wallets[0]?.accountNumber });
  expect(of(second)).toMatchObject({ result: "unchanged", message: "Customer wallet is already frozen." });
  expect(of(unknown)).toMatchObject({ result: "refused", message: "Customer not found.", accountNumber: null });
  expect(await shown(first ?? "")).toMatchObject({ status: "FROZEN", reason: "Court order", freezeCause: "staff" });
  expect(await shown(second ?? "")).toMatchObject({ status: "FROZEN", reason: "Earlier" });
  const into = await app.call("POST", "/wallet/credit", { customerId: third, amount: 10_000 });
  expect(into.status).toBe(400);
  const rows = (await audited("wallet.freeze")).filter(({ reason }) => reason === "Court order");
  expect(rows).toHaveLength(2);
  expect(await audited("wallets.freeze")).toMatchObject([
    { reason: "Court order", after: { total: 4, changed: 2, unchanged: 1, refused: 1 } },
  ]);
  expect((await bulk("enable", { customerIds: ids(), reason: "Lifted" })).body.data).toMatchObject({ changed: 3 });
  expect((await shown(first ?? "")).status).toBe("ACTIVE");
});

test("an identity freeze is refused with its reason, and does not stop the others", async () => {
  const [first, second] = ids();
  await bulk("close", { customerIds: [first, second], reason: "Check" });
  await database.pool.query(
    "update wallets set freeze_cause = 'identity', freeze_reason = 'BVN Lookup failed' where customer_id = $1",
    [first],
  );
  await database.pool.query("update customers set bvn_verified_at = null where id = $1", [first]);
  const { body } = await bulk("enable", { customerIds: [first, second], reason: "Lifted" });
  expect(body.data).toMatchObject({ changed: 1, refused: 1 });
  expect(JSON.stringify(body.data.outcomes)).toContain("BVN Lookup failed");
  expect((await shown(first ?? "")).status).toBe("FROZEN");
  expect(await audited("wallet.enable_refused")).toHaveLength(1);
});

test("blocks and allows credits, with who and why on each wallet, once", async () => {
  const [first] = ids();
  await bulk("enable-post-no-credit", { customerIds: ids(), reason: "Review" });
  expect(await shown(first ?? "")).toMatchObject({
    postNoCredit: true,
    postNoCreditReason: "Review",
    postNoCreditBy: expect.stringMatching(/^Admin/),
  });
  const again = await bulk("enable-post-no-credit", { customerIds: ids(), reason: "Again" });
  expect(again.body.data).toMatchObject({ changed: 0, unchanged: 3 });
  expect((await shown(first ?? "")).postNoCreditReason).toBe("Review");
  await bulk("disable-post-no-credit", { customerIds: ids(), reason: "Over" });
  expect(await shown(first ?? "")).toMatchObject({ postNoCredit: false, postNoCreditAt: null });
});

test("a repeated key replays the outcome and changes nothing again", async () => {
  const key = { "idempotency-key": "bulk-freeze-1" };
  const first = await bulk("close", { customerIds: ids(), reason: "Court order 2" }, key);
  await bulk("enable", { customerIds: ids(), reason: "Lifted" });
  const again = await bulk("close", { customerIds: ids(), reason: "Court order 2" }, key);
  expect(again.body.data).toEqual(first.body.data);
  expect((await shown(ids()[0] ?? "")).status).toBe("ACTIVE");
});

test("all that match the filters are changed if they are as many as the person saw", async () => {
  await app.call("PATCH", `/wallet/${ids()[0]}/tags`, { add: ["to freeze"] }, admin);
  await app.call("PATCH", `/wallet/${ids()[1]}/tags`, { add: ["to freeze"] }, admin);
  const matching = { tag: "to freeze", status: "ACTIVE" };
  expect(await bulk("close", { matching, expected: 3, reason: "Sweep" })).toMatchObject({
    status: 409,
    body: { code: "selection_changed" },
  });
  expect((await bulk("close", { matching, expected: 2, reason: "Sweep" })).body.data).toMatchObject({ changed: 2 });
  expect((await shown(ids()[2] ?? "")).status).toBe("ACTIVE");
});

test("roles are those of the single changes, and a reason is required", async () => {
  const body = { customerIds: ids(), reason: "Mine" };
  const key = { authorization: app.authorization };
  expect((await bulk("close", body, operator)).status).toBe(200);
  expect((await bulk("enable", body, operator)).status).toBe(403);
  expect((await bulk("enable", body, key)).status).toBe(200);
  for (const headers of [operator, key]) {
    expect((await bulk("enable-post-no-credit", body, headers)).status).toBe(403);
    expect((await bulk("disable-post-no-credit", body, headers)).status).toBe(403);
  }
  for (const bad of [
    { customerIds: ids() },
    { customerIds: [], reason: "x" },
    { reason: "x" },
    { ...body, matching: {} },
  ]) {
    expect((await bulk("close", bad)).status).toBe(400);
  }
  expect((await bulk("close", { matching: {}, reason: "x" })).body.errors[0].field).toBe("expected");
});

test("takes as many wallets as are documented, in a body that is read in slices", async () => {
  const many = Array.from({ length: 2_000 }, (_, n) => `0190a000-0000-7000-8000-${String(n).padStart(12, "0")}`);
  const { status, body } = await bulk("close", { customerIds: many, reason: "Court order" });
  expect([status, body.data?.total]).toEqual([200, 2_000]);
});
