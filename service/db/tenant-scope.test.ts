import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { testContext, testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant } from "../testing/factories.ts";
import { createTenantRecords } from "../testing/tenant-records.ts";
import { type Database, inSavepoint, inTransaction, ofTenant, openPool, type Pool } from "./pool.ts";
import { conditionOf } from "./row-policies.ts";
import { requestsRoleOf } from "./runtime-role.ts";
import type { TenantScope } from "./tenant-scope.ts";

const database = useTestDatabase();
const REFUSED = "42501";
/** The roles of no merchant, which everybody may read. */
const BUILT_IN_ROLES = 4n;
const NOBODY: TenantScope = { tenant: -1, merchantId: "00000000-0000-4000-8000-000000000000", userId: null };

/** Two merchants with records of every kind. */
let [mine, theirs] = [NOBODY, NOBODY];
/** The connection that all requests of these tests share. */
let pool: Pool;

beforeAll(async () => {
  const services = testServices(database);
  const scopes: TenantScope[] = [];
  for (const _ of [1, 2]) {
    const merchant = await createTestMerchant(services);
    await createTenantRecords(testContext(services, { tenant: merchant.sandbox }), merchant);
    scopes.push({ tenant: merchant.sandbox.id, merchantId: merchant.sandbox.merchantId, userId: null });
  }
  [mine = NOBODY, theirs = NOBODY] = scopes;
  await services.committer.close();
  pool = openPool({ url: database.runtime.url, max: 1, applicationName: "tenant-scope" });
  return () => pool.end();
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "allowed",
    (error: { code?: string }) => error.code,
  );

async function tenantsOf(db: Pick<Database, "query">): Promise<number[]> {
  const { rows } = await db.query<{ tenant: number }>("select distinct tenant from wallets order by tenant");
  return rows.map(({ tenant }) => tenant);
}

/** The number of rows of each protected table that a scope sees. */
async function countsOf(db: Pick<Database, "query">): Promise<Map<string, bigint>> {
  const { rows } = await database.pool.query<{ name: string; columns: string[] }>(
    `select relname::text as name,
       array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const names = rows.filter(({ name, columns }) => conditionOf(name, columns)).map(({ name }) => name);
  const counts = await db.query<{ name: string; n: bigint }>(
    names.map((name) => `select '${name}' as name, count(*) as n from ${name}`).join(" union all "),
  );
  return new Map(counts.rows.map(({ name, n }) => [name, n]));
}

describe("a statement of a request without the condition of its tenant", () => {
  it("reads rows of its own tenant only, in every table", async () => {
    const [all, one, other] = [
      await countsOf(database.pool),
      await countsOf(ofTenant(pool, mine)),
      await countsOf(ofTenant(pool, theirs)),
    ];
    const filled = [...all].filter(([, n]) => n > 0n).map(([name]) => name);
    expect(filled.length).toBeGreaterThan(25);
    for (const name of filled) {
      const [total, own] = [all.get(name) ?? 0n, one.get(name) ?? 0n];
      // Both merchants have the same records.
      expect(own, name).toBe(other.get(name));
      expect(own * 2n - (name === "roles" ? BUILT_IN_ROLES : 0n), name).toBeLessThanOrEqual(total);
    }
    expect(await tenantsOf(ofTenant(pool, mine))).toEqual([mine.tenant]);
  });

  it("reads nothing for an unknown tenant, and without a tenant", async () => {
    for (const [name, n] of await countsOf(ofTenant(pool, NOBODY)))
      expect(n, name).toBe(name === "roles" ? BUILT_IN_ROLES : 0n);
    const role = requestsRoleOf(new URL(database.runtime.url).username);
    await inTransaction(pool, async (tx) => {
      await tx.query(`set local role ${role}`);
      for (const [name, n] of await countsOf(tx)) expect(n, name).toBe(name === "roles" ? BUILT_IN_ROLES : 0n);
    });
  });

  it("changes and deletes rows of its own tenant only", async () => {
    await inTransaction(ofTenant(pool, mine), async (tx) => {
      expect((await tx.query("update customers set first_name = 'Eve'")).rowCount).toBe(1);
      expect((await tx.query("update tenant_settings set can_debit_customer = false")).rowCount).toBe(1);
      expect((await tx.query("delete from idempotency_keys where tenant <> $1", [mine.tenant])).rowCount).toBe(0);
      expect((await tx.query("delete from webhook_deliveries where tenant = $1", [theirs.tenant])).rowCount).toBe(0);
      expect((await tx.query("update roles set name = 'Mine' where merchant_id is null and false")).rowCount).toBe(0);
    });
    const { rows } = await database.pool.query("select tenant from customers where first_name = 'Eve'");
    expect(rows).toEqual([{ tenant: mine.tenant }]);
  });

  it("writes no row of another tenant, and gives none away", async () => {
    const db = ofTenant(pool, mine);
    const key =
      "insert into idempotency_keys (tenant, key, request_hash, status, body, at) values ($1, 'k', '', 200, '', now())";
    expect(await codeOf(db.query(key, [theirs.tenant]))).toBe(REFUSED);
    expect(await codeOf(db.query("update customers set tenant = $1", [theirs.tenant]))).toBe(REFUSED);
    expect(await codeOf(db.query("update roles set name = 'Mine' where merchant_id is null"))).toBe(REFUSED);
    expect(await codeOf(db.query("delete from roles where merchant_id is null"))).toBe("allowed");
    expect(await codeOf(db.query(key, [mine.tenant]))).toBe("allowed");
    const { rows } = await database.pool.query("select count(*)::int as n from roles where merchant_id is null");
    expect(rows).toEqual([{ n: Number(BUILT_IN_ROLES) }]);
  });

  it("reaches no partition directly", async () => {
    const { rows } = await ofTenant(pool, NOBODY).query("select from webhook_deliveries_default");
    expect(rows).toEqual([]);
  });
});

describe("requests of two tenants on one connection", () => {
  it("see their own rows, in turn and concurrently", async () => {
    const turns = [mine, theirs, mine, theirs, theirs, mine];
    for (const scope of turns) expect(await tenantsOf(ofTenant(pool, scope))).toEqual([scope.tenant]);
    const seen = await Promise.all(turns.map((scope) => tenantsOf(ofTenant(pool, scope))));
    expect(seen).toEqual(turns.map(({ tenant }) => [tenant]));
  });

  it("see their own rows after an error, a rollback and a savepoint of the other", async () => {
    const [one, other] = [ofTenant(pool, mine), ofTenant(pool, theirs)];
    expect(await codeOf(one.query("select 1 / 0"))).toBe("22012");
    expect(await tenantsOf(other)).toEqual([theirs.tenant]);
    await expect(
      inTransaction(one, async (tx) => {
        await inSavepoint(tx, () => tx.query("select 1 / 0")).catch(() => undefined);
        expect(await tenantsOf(tx)).toEqual([mine.tenant]);
        await tx.query("select 1 / 0");
      }),
    ).rejects.toThrow("division by zero");
    expect(await tenantsOf(other)).toEqual([theirs.tenant]);
  });

  it("leave no tenant and no role behind", async () => {
    await tenantsOf(ofTenant(pool, mine));
    await inTransaction(ofTenant(pool, mine), tenantsOf);
    const { rows } = await pool.query(
      `select current_user = session_user as "isRuntime", current_setting('app.tenant', true) as tenant`,
    );
    expect(rows).toEqual([{ isRuntime: true, tenant: "" }]);
    expect(await tenantsOf(pool)).toEqual(expect.arrayContaining([mine.tenant, theirs.tenant]));
  });

  it("run no statement if the tenant cannot be set", async () => {
    const without = { ...mine, merchantId: "\0" };
    expect(await codeOf(ofTenant(pool, without).query("update customers set first_name = 'Mallory'"))).not.toBe(
      "allowed",
    );
    const { rows } = await database.pool.query("select from customers where first_name = 'Mallory'");
    expect(rows).toEqual([]);
  });
});

it("a scope adds no round trip to a statement or a transaction", async () => {
  const replies = async (work: (db: Database) => Promise<unknown>, db: Database) => {
    const client = await pool.connect();
    let count = 0;
    const note = () => {
      count += 1;
    };
    client.connection.on("readyForQuery", note);
    client.release();
    await work(db);
    client.connection.off("readyForQuery", note);
    return count;
  };
  const one = (db: Database) => db.query("select $1::int as n", [1]);
  const three = (db: Database) => inTransaction(db, (tx) => tx.query("select $1::int as n", [1]));
  expect(await replies(one, ofTenant(pool, mine))).toBe(1);
  expect(await replies(three, pool)).toBe(3);
  expect(await replies(three, ofTenant(pool, mine))).toBe(3);
});

it("runs as the role of the connection where there is no role for requests", async () => {
  const owner = openPool({ url: database.url, max: 1, applicationName: "tenant-scope" });
  try {
    expect(await tenantsOf(ofTenant(owner, mine))).toContain(theirs.tenant);
  } finally {
    await owner.end();
  }
});

/** Where a request leaves its tenant, and why. */
const LEAVES: Record<string, string> = {
  "db/pool.ts": "defines it",
  "db/gather.ts": "one read serves requests of several tenants; its keys name theirs",
  "db/demo-seed.ts": "the demo seed",
  "db/ledger/accounts.ts": "remembers the accounts that were read inside, for the process",
  "db/transactions/transaction-search.ts":
    "policies keep PostgreSQL from the index; returns account numbers, which are read inside",
  "db/wallets/wallet-search.ts":
    "policies keep PostgreSQL from the index; returns account numbers, which are read inside",
  "domain/auth/passwords/change-password.ts":
    "the names of all merchants of the person, which a password must not contain",
  "domain/merchant/get-merchant-profile.ts": "the callback URLs of both modes",
  "domain/merchant/settings/get-settings.ts": "the callback URLs of both modes",
  "domain/merchant/settings/switch-account-mode.ts": "audited in both modes",
  "domain/merchant/settings/update-settings.ts": "the callback URLs of both modes",
  "domain/merchant/update-merchant-profile.ts": "the callback URLs of both modes",
  "domain/team/get-profile.ts": "the memberships of the person",
  "domain/team/list-merchants-of-member.ts": "the memberships of the person",
  "domain/team/switch-merchant.ts": "enters another merchant of the person, where it is audited",
  "domain/request-database.ts": "counts the connections of the pool",
};

it("requests leave their tenant in the listed places only", async () => {
  const service = join(import.meta.dirname, "..");
  const files = (await readdir(service, { recursive: true })).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("testing"),
  );
  const leaving: string[] = [];
  for (const name of files)
    if ((await readFile(join(service, name), "utf8")).includes("ofAllTenants(")) leaving.push(name);
  expect(leaving.sort()).toEqual(Object.keys(LEAVES).sort());
});
