import { findBooks } from "../../db/ledger/accounts.ts";
import { migrate } from "../../db/migrate.ts";
import { openPool } from "../../db/pool.ts";
import { testServices } from "../context.ts";
import { createTestMerchant, sandboxPrivateKey } from "../factories.ts";
import { fundWallets } from "../ledger/books.ts";

export type HttpHarness = Awaited<ReturnType<typeof openHttpHarness>>;

/**
 * A merchant with a private key and `wallets` TIER_3 customers with `each` kobo, on an empty database at `url`, for crash tests and
 * benches of the service process. SQL creates the customers: the domain function would take minutes. Several merchants of one database need
 * `accountNumbersFrom` of their own.
 */
export async function openHttpHarness(
  url: string,
  options: { wallets: number; each: bigint; accountNumbersFrom?: number },
) {
  const pool = openPool({ url, max: 4, applicationName: "http-harness" });
  await migrate(pool, { appliedAt: new Date() });
  const services = testServices({ pool, url }, { clock: { now: () => new Date() } });
  const merchant = await createTestMerchant(services);
  const key = await sandboxPrivateKey(services, merchant);
  const tenant = merchant.sandbox.id;
  const { rows } = await pool.query<{ customerId: string; accountId: bigint }>(makeCustomers, [
    tenant,
    options.wallets,
    options.accountNumbersFrom ?? 1_000_000_000,
  ]);
  // Load tests send more than a merchant may.
  await pool.query("update tenant_settings set requests_per_key = 1e9, requests_per_merchant = 1e9");
  const books = await findBooks(pool, tenant);
  if (!books) throw new Error("the tenant has no books");
  const { merchantAccountId, fundingAccountId } = books;
  const wallets = rows.map((row) => row.accountId);
  await fundWallets(
    services.committer,
    { tenant, merchant: merchantAccountId, funding: fundingAccountId, wallets },
    options.each,
  );
  await pool.query("vacuum analyze accounts, wallets, customers");
  return {
    pool,
    key,
    tenant,
    customers: rows.map((row) => row.customerId),
    async close() {
      await services.committer.close();
      await pool.end();
    },
  };
}

const makeCustomers = `
with made as (
  select i, gen_random_uuid() as customer, nextval('account_ids') as account from generate_series(1, $2::int) i
), opened as (
  insert into accounts (tenant, id, kind, tier) select $1, account, 'wallet', 3 from made
), known as (
  insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, created_at, updated_at)
  select $1, customer, 'Customer', i::text, i || '@test.example', '+234' || (7000000000 + i), '1990-05-16', now(), now()
  from made
), given as (
  insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
  select $1, gen_random_uuid(), account, customer, ($3::bigint + i)::text, 'Customer ' || i, i || '@test.example', now(),
    now()
  from made
)
select customer as "customerId", account as "accountId" from made order by i`;
