import { afterAll, beforeAll, expect, it } from "vitest";
import { insertAuditRow } from "../../db/merchant/audit-log.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { sealBooks } from "../../domain/transactions/seals/seal-books.ts";
import { verifyAllSeals } from "../../domain/transactions/seals/verify-books.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { signedAudit } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

// A transfer is its own audit row (decision 0218). Those of former releases have a row beside them, without amount, wallets and reference
// (decision 0164), the first ones with them.

const database = useTestDatabase();
let money: MoneyApp;
let owner: { authorization: string };
let from: CreatedWallet;
let to: CreatedWallet;

beforeAll(async () => {
  money = await openMoneyApp(database);
  owner = await bearerOf(
    money.services,
    (await testMember(money.services, money.merchant, "Admin")).email,
    "dashboard",
  );
  from = await createTestWallet(money.ctx);
  to = await createTestWallet(money.ctx);
  await fundMerchantWallet(money.ctx, { amount: 1_000_000 });
  await money.call("POST", "/wallet/credit", { customerId: from.customerId, amount: 500_000 });
});
afterAll(() => money.close());

async function transfer(amount: number): Promise<{ reference: string; id: string }> {
  const body = { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount };
  const { reference } = (await money.call("POST", "/transfer/wallet", body)).body.data;
  const { rows } = await database.pool.query("select id from transactions where reference = $1", [reference]);
  return { reference, id: rows[0].id };
}

/** Writes the row of a transfer once more, as a former release wrote it. */
async function writeFormerRow(transaction: string, after: object | null): Promise<void> {
  const { rows } = await database.pool.query(
    `select tenant, at, split_part(actor, ':', 1) as "actorKind", split_part(actor, ':', 2) as "actorId", actor_name as "actorName",
       address, request_id as "requestId" from transactions where id = $1`,
    [transaction],
  );
  const facts = {
    action: "transfer.create",
    objectKind: "transaction",
    objectId: transaction,
    before: null,
    reason: null,
  };
  await insertAuditRow(database.pool, signedAudit({ ...rows[0], ...facts, id: money.services.ids.next(), after }));
}

it("a transfer's row shows the same in list, filters and download as one of a former release", async () => {
  await transfer(100);
  const { id, reference } = await transfer(2_345);
  const after = { amount: 2_345, from: from.walletId, to: to.walletId, reference };
  await writeFormerRow(id, null);
  await writeFormerRow(id, after);
  const filters = [
    `objectKind=transaction&objectId=${id}`,
    `action=transfer.create&objectId=${id}`,
    `actor=key&action=transfer&objectId=${id}`,
    `startDate=2020-01-01&endDate=2100-01-01&objectId=${id}`,
    `without=wallet&objectId=${id}`,
  ];
  for (const filter of filters) {
    const { body } = await money.call("GET", `/merchant/audit-log?${filter}`, undefined, owner);
    expect(body.metadata.totalRecords).toBe(3);
    const [first, second, own] = body.data;
    expect(own).toMatchObject({
      id,
      action: "transfer.create",
      object: { kind: "transaction", id },
      before: null,
      after,
    });
    expect(own.actor).toMatchObject({ kind: "key" });
    for (const former of [first, second]) {
      expect(JSON.stringify({ ...own, id: "" })).toBe(JSON.stringify({ ...former, id: "" }));
    }
    const one = await money.call("GET", `/merchant/audit-log?id=${own.id}`, undefined, owner);
    expect(one.body.data).toEqual([own]);
    const file = await money.app.inject({ url: `/v1/merchant/audit-log/download?${filter}`, headers: owner });
    const lines = file.body.trim().split(/\r?\n/).slice(1);
    expect(lines).toHaveLength(3);
    expect(new Set(lines.map((line) => line.slice(line.indexOf(","))))).toHaveLength(1);
    expect(lines[0]).toContain(reference);
  }
  for (const filter of [
    "without=transfer",
    "actor=member",
    "objectKind=wallet",
    "endDate=2020-01-01",
    "action=wallet",
  ]) {
    const { body } = await money.call("GET", `/merchant/audit-log?${filter}&objectId=${id}`, undefined, owner);
    expect(body.data).toEqual([]);
  }
});

it("a transfer writes no row beside its transaction, and what no call asked for is no line", async () => {
  const { id } = await transfer(31);
  const { rowCount } = await database.pool.query("select from audit_log where object_id = $1", [id]);
  expect(rowCount).toBe(0);
  const { rows } = await database.pool.query("select id from transactions where request_id is null");
  expect(rows.length).toBeGreaterThan(1);
  const { body } = await money.call("GET", "/merchant/audit-log?action=transfer&perPage=100", undefined, owner);
  const listed = new Set(body.data.map((line: { object: { id: string } }) => line.object.id));
  expect(rows.filter((row) => listed.has(row.id))).toEqual([]);
  const others = await money.call("GET", "/merchant/audit-log?objectId=not-a-uuid", undefined, owner);
  expect(others.body.data).toEqual([]);
});

it("pages, other rows and their order are as they were", async () => {
  for (let amount = 1; amount <= 5; amount += 1) await transfer(amount);
  const page = async (query: string) =>
    (await money.call("GET", `/merchant/audit-log?${query}`, undefined, owner)).body.data;
  const all = await page("perPage=100");
  const { rows } = await database.pool.query(
    `select id, action, after from audit_log where tenant = $1
     union all select id, 'transfer.create', null from transactions where tenant = $1 and request_id is not null order by id desc`,
    [money.ctx.tenant.id],
  );
  expect(all.map((line: { id: string }) => line.id)).toEqual(rows.map((row) => row.id));
  const others = (lines: { action: string; after: object | null }[]) =>
    lines.filter(({ action }) => action !== "transfer.create").map(({ action, after }) => ({ action, after }));
  expect(others(all)).toEqual(others(rows));
  const transfers = await page("action=transfer.create&perPage=2&page=2");
  expect(transfers.map((line: { after: { amount: number } }) => line.after.amount)).toEqual([3, 2]);
});

it("rows of both kinds are sealed and verified", async () => {
  const { id, reference } = await transfer(77);
  await writeFormerRow(id, null);
  await writeFormerRow(id, { amount: 77, from: from.walletId, to: to.walletId, reference });
  const { rows } = await database.pool.query("select max(number) as number from audit_log");
  const sealed = async () =>
    (await database.pool.query("select max(audit_through) as through from book_seals")).rows[0].through;
  while (((await sealed()) ?? 0n) < rows[0].number) await sealBooks(money.services);
  expect((await verifyAllSeals(money.services)).problems).toEqual([]);
});
