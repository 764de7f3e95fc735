import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { Context } from "../../domain/context.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { processNextImport } from "../../domain/wallets/imports/process-next-import.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { customerCells, customerFile } from "../../testing/csv/customer-file.ts";
import { parseCsv } from "../../testing/csv/parse-csv.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, sandboxPrivateKey, TEST_PASSWORD, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { buildApp } from "../app.ts";

const database = useTestDatabase();
const PATH = "/v1/wallet/bulk-create-customers";
let app: FastifyInstance;
let ctx: Context;
let merchant: CreatedMerchant;
let key: string;
let foreignKey: string;
let address: string;
let next = 0;

beforeAll(async () => {
  const services = testServices(database);
  app = buildApp(services);
  address = await app.listen({ host: "127.0.0.1", port: 0 });
  merchant = await createTestMerchant(services);
  ctx = testContext(services, { tenant: merchant.sandbox });
  key = await sandboxPrivateKey(services, merchant);
  foreignKey = await sandboxPrivateKey(services, await createTestMerchant(services));
});
afterAll(async () => {
  await expectBooksToBalance(database.pool);
  await app.close();
  await ctx.committer.close();
});

/** The response fields that the tests use. */
const UploadResponse = z.looseObject({
  code: z.string().optional(),
  message: z.string().default(""),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).default([]),
  data: z.object({ batchId: z.string(), rows: z.number() }).default({ batchId: "", rows: 0 }),
});

type Sent = { headers?: Record<string, string>; fileName?: string };

async function send(file: string | Buffer | null, { headers = {}, fileName }: Sent = {}) {
  const form = new FormData();
  if (fileName !== undefined) form.append("fileName", fileName);
  if (file !== null) form.append("customers", new Blob([file as string], { type: "text/csv" }), "customers.csv");
  const reply = await fetch(`${address}${PATH}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: form,
  });
  return {
    status: reply.status,
    headers: Object.fromEntries(reply.headers),
    body: UploadResponse.parse(await reply.json()),
  };
}

async function get(path: string, bearer = key) {
  const reply = await app.inject({ url: `${PATH}${path}`, headers: { authorization: `Bearer ${bearer}` } });
  const isJson = String(reply.headers["content-type"]).includes("json");
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: isJson ? reply.json() : null };
}

/** Rows of customers that no other test uses. */
function cells(overrides: Parameters<typeof customerCells>[1] = {}) {
  next += 1;
  return customerCells(next, overrides);
}

async function importOf(file: string): Promise<string> {
  const { status, body } = await send(file);
  expect([status, body.code]).toEqual([201, undefined]);
  return body.data.batchId;
}

async function processAllImports(): Promise<void> {
  while (await processNextImport(ctx)) {
    // Each call processes one turn of one import.
  }
}

const countImports = async () =>
  (await database.pool.query("select count(*)::int as n from wallet_imports")).rows[0].n as number;

describe("an upload of customers", () => {
  it("is acknowledged with the specified text, processed, and reports the result of each row", async () => {
    const existing = cells();
    const file = customerFile([
      cells({ first_name: "Ọmọlará", last_name: "Bámgbóṣé", email: "omolara@test.example", address: "12, Marina" }),
      cells({ phone_number: "12345", bvn: "123" }),
      existing,
      { ...cells(), phone_number: `+234${existing.phone_number.slice(1)}` },
      cells({ bvn: "22200000100" }),
    ]);
    const sent = await send(file, { fileName: "march customers.csv" });
    expect(sent.status).toBe(201);
    expect(sent.body).toEqual({
      status: true,
      errors: [],
      message: "Wallet processing is in progress. Please check back soon",
      data: { batchId: expect.any(String), rows: 5 },
    });
    const { batchId } = sent.body.data;
    expect((await get(`/${batchId}`)).body.data).toMatchObject({
      status: "pending",
      total: 5,
      processed: 0,
      createdBy: "Private key",
      startedAt: null,
    });

    await processAllImports();
    expect((await get(`/${batchId}`)).body.data).toMatchObject({
      status: "partially_completed",
      total: 5,
      processed: 5,
      created: 3,
      frozen: 1,
      skipped: 2,
      fileName: "march customers.csv",
      pausedUntil: null,
      finishedAt: expect.any(String),
    });
    const { data, metadata } = (await get(`/${batchId}/rows`)).body;
    expect(metadata).toMatchObject({ totalRecords: 5, totalPages: 1 });
    expect(data).toEqual([
      expect.objectContaining({ row: 1, status: "created", name: "Ọmọlará Bámgbóṣé", reason: null }),
      expect.objectContaining({
        row: 2,
        status: "skipped",
        reason: "phone_number must be a mobile number such as 08012345678; bvn must be exactly 11 digits",
        customerId: null,
      }),
      expect.objectContaining({ row: 3, status: "created" }),
      expect.objectContaining({ row: 4, status: "skipped", reason: "Customer already exist.", walletId: null }),
      expect.objectContaining({ row: 5, status: "created", reason: "BVN Lookup failed" }),
    ]);
    const frozen = (await get(`/${batchId}/rows?status=frozen`)).body;
    expect([frozen.data.map(({ row }: { row: number }) => row), frozen.metadata.totalRecords]).toEqual([[5], 1]);
    expect((await get(`/${batchId}/rows.csv?status=frozen`)).text).toMatch(
      /,5,created_frozen,BVN Lookup failed,\d{10}/,
    );
    expect(data[3].customerId).toBe(data[2].customerId);
    expect(data[0].accountNumber).toMatch(/^\d{10}$/);
    expect([data[1].accountNumber, data[3].accountNumber]).toEqual([null, data[2].accountNumber]);
    const wallet = await app.inject({
      url: `/v1/wallet/customer?customerId=${data[0].customerId}`,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(wallet.json().wallet).toMatchObject({ id: data[0].walletId, accountName: "Ọmọlará Bámgbóṣé" });
  });

  it("accepts a byte order mark, LF, reordered and extra columns, and no optional columns", async () => {
    const { bvn, phone_number } = cells();
    const id = await importOf(
      `\ufeffbvn,date_of_birth,crm,phone_number,last_name,first_name\n${bvn},1990-05-16,"a, ""b""\nc",${phone_number},Eze,Ada`,
    );
    await processAllImports();
    expect((await get(`/${id}`)).body.data).toMatchObject({ status: "completed", created: 1 });
    const file = await get(`/${id}/rows.csv`);
    expect(file.headers["content-disposition"]).toBe("attachment; filename=rows.csv");
    const csv = parseCsv(file.text);
    expect(csv[0]).toEqual([
      ...["bvn", "date_of_birth", "crm", "phone_number", "last_name", "first_name"],
      ...["_row", "_status", "_reason", "_account_number"],
    ]);
    const [row] = (await get(`/${id}/rows`)).body.data;
    expect(csv[1]?.slice(1)).toEqual([
      "1990-05-16",
      'a, "b"\nc',
      phone_number,
      "Eze",
      "Ada",
      "1",
      "created",
      "",
      row.accountNumber,
    ]);
  });

  it.each([
    ["no file", null, "customers is required: the CSV is missing or failed to upload"],
    ["an empty file", "", "customers is empty: the first line must name the columns"],
    ["a header without rows", customerFile([]), "customers has no rows"],
    ["a missing column", "first_name,last_name,phone_number,date_of_birth\nA,B,C,D\n", "lacks the required column bvn"],
    [
      "a column in another case",
      "first_name,last_name,phone_number,date_of_birth,BVN\nA,B,C,D,E\n",
      "customers lacks the required column bvn; “BVN” is not the same.",
    ],
    ["semicolons", "first_name;last_name;phone_number;date_of_birth;bvn\n", "must separate its columns by commas"],
    ["a duplicate column", "first_name,last_name,phone_number,date_of_birth,bvn,bvn\n", "bvn twice"],
    ["an unclosed quote", `${customerFile([customerCells(1)])}"Ada`, "a quote that does not close"],
    ["UTF-16", Buffer.from(`\ufeff${customerFile([customerCells(1)])}`, "utf16le"), "is not UTF-8"],
  ])("refuses %s and stores nothing", async (_name, file, message) => {
    const before = await countImports();
    const { status, body } = await send(file);
    expect([status, body.code]).toEqual([400, "validation_failed"]);
    expect(body.message).toContain(message);
    expect(body.errors[0]?.field).toBe("customers");
    expect(await countImports()).toBe(before);
  });

  it("names every missing column", async () => {
    const { body } = await send("first_name,phone_number\nA,B\n");
    expect(body.errors.map(({ message }) => message)).toEqual([
      "lacks the required column last_name",
      "lacks the required column date_of_birth",
      "lacks the required column bvn",
    ]);
  });

  it("replays the first response for the same key and file, and creates nothing twice", async () => {
    const file = customerFile([cells()]);
    const before = await countImports();
    const first = await send(file, { headers: { "idempotency-key": "the-same-file" } });
    const again = await send(file, { headers: { "idempotency-key": "the-same-file" } });
    expect(again.body).toEqual(first.body);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    const other = await send(customerFile([cells()]), { headers: { "idempotency-key": "the-same-file" } });
    expect(other.status).toBe(422);
    expect(await countImports()).toBe(before + 1);
    expect(await rowsWithoutImport()).toBe(0);
    await processAllImports();
  });
});

const rowsWithoutImport = async () =>
  (
    await database.pool.query(
      `select count(*)::int as n from wallet_import_rows r join wallet_imports i on i.tenant = r.tenant and i.id = r.import
       where i.status = 'receiving'`,
    )
  ).rows[0].n as number;

describe("the preflight of rows", () => {
  const ask = async (customers: object[], bearer = key) => {
    const headers = { authorization: `Bearer ${bearer}` };
    const reply = await app.inject({ method: "POST", url: `${PATH}/preflight`, headers, payload: { customers } });
    return { status: reply.statusCode, body: reply.json() };
  };

  it("says what the import would say, and names the customer who has a phone number, BVN, NIN or e-mail", async () => {
    const known = cells({ nin: "77790000155", email: "known@test.example" });
    await importOf(customerFile([known]));
    await processAllImports();
    const rows = [
      cells({ nin: "77790000255" }),
      { ...cells(), phone_number: `+234 ${known.phone_number.slice(1)}` },
      { ...cells(), bvn: known.bvn },
      cells({ nin: "77790000155" }),
      cells({ email: "KNOWN@test.example" }),
      cells({ date_of_birth: "2999-01-01" }),
      cells({ phone_number: "12345", bvn: "123" }),
      cells({ tier: "TIER_3" }),
    ];
    const { status, body } = await ask(rows);
    expect(status).toBe(200);
    const exists = "Customer already exist.";
    const { customerId, accountNumber } = body.data[1].existing;
    const like = (by: string) => ({ customerId, accountNumber, name: `${known.first_name} ${known.last_name}`, by });
    expect(body.data).toEqual([
      { reason: null, existing: null, tier: "TIER_1", documentsTier: "TIER_3" },
      { reason: exists, existing: like("phone_number"), tier: "TIER_1", documentsTier: "TIER_2" },
      { reason: exists, existing: like("bvn"), tier: "TIER_1", documentsTier: "TIER_2" },
      { reason: exists, existing: like("nin"), tier: "TIER_1", documentsTier: "TIER_3" },
      { reason: null, existing: like("email"), tier: "TIER_1", documentsTier: "TIER_2" },
      expect.objectContaining({ reason: "date_of_birth must not be in the future", existing: null }),
      expect.objectContaining({
        reason: "phone_number must be a mobile number such as 08012345678; bvn must be exactly 11 digits",
      }),
      expect.objectContaining({ reason: "nin is required for TIER_2 and TIER_3", tier: null }),
    ]);
    const batchId = await importOf(customerFile(rows));
    await processAllImports();
    const done = (await get(`/${batchId}/rows`)).body.data as { reason: string | null }[];
    // The import says the same, except that it asks the registries too.
    expect(done.map(({ reason }) => reason)).toEqual(
      body.data.map(({ reason }: { reason: string | null }, index: number) =>
        index === 5 ? expect.stringContaining("must not be in the future") : reason,
      ),
    );
    expect((await ask(rows, foreignKey)).body.data[1].existing).toBeNull();
  });
});

describe("the BVN of a row", () => {
  it("is never readable in the database, in lists or in the file", async () => {
    const { bvn, ...row } = cells();
    // The second row has the BVN in the column of the phone number.
    const id = await importOf(
      `${customerFile([
        { ...row, bvn },
        { ...row, phone_number: bvn, bvn: "" },
      ])}`,
    );
    await processAllImports();
    const stored = await database.pool.query("select r::text as text from wallet_import_rows r where import = $1", [
      id,
    ]);
    const shown = [(await get(`/${id}/rows`)).text, (await get(`/${id}/rows.csv`)).text];
    for (const text of [...stored.rows.map((one) => one.text as string), ...shown]) {
      expect(text).not.toContain(bvn);
      expect(text).not.toContain(Buffer.from(bvn).toString("hex"));
    }
    expect(shown[0]).toContain(`*******${bvn.slice(-4)}`);
  });

  it("is encrypted in the file, so that a corrected row can be sent again", async () => {
    const broken = cells({ date_of_birth: "1990-02-31" });
    const id = await importOf(customerFile([broken, cells()]));
    await processAllImports();
    const [header = [], row = [], ...more] = parseCsv((await get(`/${id}/rows.csv?status=skipped`)).text);
    expect(more).toEqual([]);
    expect(row[header.indexOf("_reason")]).toBe("date_of_birth must be a date such as 2026-01-31");
    expect(row[header.indexOf("bvn")]).toMatch(new RegExp(`^\\*{7}${broken.bvn.slice(-4)}\\.[\\w-]+$`));
    row[header.indexOf("date_of_birth")] = "1990-02-28";

    const repaired = await importOf([header, row].map((line) => `${line.join(",")}\r\n`).join(""));
    await processAllImports();
    expect((await get(`/${repaired}`)).body.data).toMatchObject({ status: "completed", created: 1 });
    const stored = await database.pool.query(
      `select c.id, c.bvn_sealed as sealed from customers c join wallet_import_rows r on r.customer = c.id where r.import = $1`,
      [repaired],
    );
    const [customer] = stored.rows;
    expect(ctx.providers.secrets.open(customer.sealed, "customers.bvn_sealed", customer.id)).toBe(broken.bvn);

    const { body } = await send([header, row].map((line) => `${line.join(",")}\r\n`).join(""), {
      headers: { authorization: `Bearer ${foreignKey}` },
    });
    await processAllImports();
    expect((await get(`/${body.data.batchId}/rows`, foreignKey)).body.data[0].reason).toBe(
      "bvn cannot be read again; write the 11 digits",
    );
  });
});

describe("access to uploads", () => {
  it("is limited to the merchant and its mode: others get the response for a missing upload", async () => {
    const id = await importOf(customerFile([cells()]));
    for (const path of [`/${id}`, `/${id}/rows`, `/${id}/rows.csv`]) {
      const foreign = await get(path, foreignKey);
      const missing = await get(path.replace(id, ctx.ids.next()));
      expect([foreign.status, foreign.body.code]).toEqual([404, "import_not_found"]);
      expect({ ...foreign.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
    }
    expect((await get("", foreignKey)).body.data.map((one: { batchId: string }) => one.batchId)).not.toContain(id);
    await processAllImports();
  });

  it("lets Support read but not send", async () => {
    const { email } = await testMember(ctx, merchant, "Support");
    const login = await app.inject({
      method: "POST",
      url: "/v1/auth/login",
      payload: { email, password: TEST_PASSWORD },
    });
    const bearer = login.json().data.accessToken;
    expect((await get("", bearer)).status).toBe(200);
    const { status, body } = await send(customerFile([cells()]), { headers: { authorization: `Bearer ${bearer}` } });
    expect([status, body.code]).toEqual([403, "permission_missing"]);
  });

  it("lists newest first, by status and page, and audits each download", async () => {
    const first = await importOf(customerFile([cells()]));
    await processAllImports();
    const second = await importOf(customerFile([cells()]));
    const list = (await get("?perPage=2")).body;
    expect(list.data.map((one: { batchId: string }) => one.batchId)).toEqual([second, first]);
    const pending = (await get("?status=pending")).body;
    expect(pending.data.map((one: { batchId: string }) => one.batchId)).toEqual([second]);
    expect(pending.metadata).toEqual({ page: 1, perPage: 20, totalRecords: 1, totalPages: 1 });
    await get(`/${second}/rows.csv?status=skipped`);
    const audited = await database.pool.query("select action from audit_log where object_id = $1 order by at, id", [
      second,
    ]);
    expect(audited.rows.map(({ action }) => action)).toEqual(["wallet_import.create", "wallet_import.download"]);
    await processAllImports();
  });
});
