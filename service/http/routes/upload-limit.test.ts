import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { processBatches } from "../../domain/batches/upload/process-batches.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { processNextImport } from "../../domain/wallets/imports/process-next-import.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { customerCells, customerFile } from "../../testing/csv/customer-file.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey } from "../../testing/factories.ts";

const database = useTestDatabase();
let money: MoneyApp;
let customerId: string;
let made = 0;

beforeAll(async () => {
  money = await openMoneyApp(database, { uploadsWaiting: 2 });
  await fundMerchantWallet(money.ctx, { amount: 1_000_000 });
});
beforeEach(async () => {
  ({ customerId } = await createTestWallet(money.ctx));
});
afterAll(() => money.close());

const kinds = {
  payments: {
    path: "/wallet/bulk-credit-customer",
    field: "file",
    fileOf: () => `customerId,amount\n${customerId},${made}\n`,
    work: () => processBatches(money.services, { forMs: 0 }),
    accepted: 202,
  },
  customers: {
    path: "/wallet/bulk-create-customers",
    field: "customers",
    fileOf: () => customerFile([customerCells(made)]),
    work: () => processNextImport(money.services),
    accepted: 201,
  },
};

function nextFile(kind: (typeof kinds)["payments" | "customers"]): string {
  made += 2;
  return kind.fileOf();
}

async function send(
  kind: (typeof kinds)["payments" | "customers"],
  file: string,
  headers: Record<string, string> = {},
) {
  const part = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; ${name}\r\n\r\n${value}\r\n`;
  const reply = await money.app.inject({
    method: "POST",
    url: `/v1${kind.path}`,
    headers: {
      authorization: money.authorization,
      "content-type": "multipart/form-data; boundary=b",
      ...headers,
    },
    payload: `${part('name="operation"', "credit")}${part(`name="${kind.field}"; filename="a.csv"`, file)}--b--\r\n`,
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

describe.each(["payments", "customers"] as const)("uploads of %s", (name) => {
  const kind = kinds[name];
  afterEach(async () => {
    while (await hasPendingUpload()) await kind.work();
  });

  it("are limited while pending, and the next is accepted after one completes", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await send(kind, nextFile(kind))).status);
    expect(statuses).toEqual([kind.accepted, kind.accepted, 429]);
    const refused = await send(kind, nextFile(kind));
    expect(refused.body).toMatchObject({
      status: false,
      code: "upload_limit",
      message:
        "2 uploads are already pending, which is the limit. Nothing was done. Try again when one has finished or was cancelled.",
    });
    await kind.work();
    expect((await send(kind, nextFile(kind))).status).toBe(kind.accepted);
  });

  it("of another merchant do not count, nor does a replay with the same key", async () => {
    const first = nextFile(kind);
    const key = { "idempotency-key": `upload-${name}` };
    const { body } = await send(kind, first, key);
    await send(kind, nextFile(kind));
    const other = await createTestMerchant(money.services);
    const authorization = `Bearer ${await sandboxPrivateKey(money.services, other)}`;
    expect((await send(kind, nextFile(kind), { authorization })).status).toBe(kind.accepted);
    const again = await send(kind, first, key);
    expect([again.status, again.headers["idempotency-replayed"], again.body]).toEqual([kind.accepted, "true", body]);
  });

  it("leave no rows behind when refused", async () => {
    await send(kind, nextFile(kind));
    await send(kind, nextFile(kind));
    const before = await countStagedRows();
    await send(kind, nextFile(kind));
    expect(await countStagedRows()).toEqual(before);
  });
});

async function hasPendingUpload(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `select from batches where status in ('pending', 'processing')
     union all select from wallet_imports where status in ('pending', 'processing')`,
  );
  return rowCount !== 0;
}

async function countStagedRows(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    "select (select count(*) from batch_items) as items, (select count(*) from wallet_import_rows) as rows",
  );
  return rows;
}
