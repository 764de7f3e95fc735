import { expect, test } from "vitest";
import { useTestDatabase } from "../testing/database.ts";
import { findKeysWithoutTenant, findTablesOfMerchants } from "./tenant-keys.ts";

const database = useTestDatabase();

test("every key of a tenant's table has the tenant in it, and replication can find each of its rows", async () => {
  expect(await findKeysWithoutTenant(database.pool)).toEqual([]);
});

test.each([
  ["create table probe (tenant integer not null, id uuid primary key)", "probe: probe_pkey lacks the tenant"],
  [
    "create table probe (tenant integer not null, id uuid, code text, primary key (tenant, id), unique (code))",
    "probe: probe_code_key lacks the tenant",
  ],
  ["create table probe (tenant integer not null, id uuid)", "probe: replication finds no row of it by a key"],
  ["create table probe (tenant integer, id uuid not null unique, merchant_id uuid)", "probe: the tenant may be null"],
  ["create table probe (id uuid primary key)", "probe: has no tenant, and is not listed as of all tenants"],
])("%s is refused", async (sql, problem) => {
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await client.query(sql);
    expect(await findKeysWithoutTenant(client)).toContain(problem);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("the rows of a merchant are found by tenant, by its ID or by its members; sessions stay where they are", async () => {
  const tables = new Map((await findTablesOfMerchants(database.pool)).map(({ name, ...of }) => [name, of]));
  expect(tables.get("entries")).toEqual({ of: "tenant", by: "tenant" });
  expect(tables.get("merchants")).toEqual({ of: "merchant", by: "id" });
  expect(tables.get("members")).toEqual({ of: "merchant", by: "merchant_id" });
  expect(tables.get("passkeys")).toEqual({ of: "person", by: "user_id" });
  expect([tables.has("sessions"), tables.has("book_seals")]).toEqual([false, false]);
});
