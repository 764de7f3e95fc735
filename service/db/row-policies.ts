import pg from "pg";
import type { Queryable } from "./pool.ts";
import { SHORT_LOCKS, withShortLocks } from "./short-locks.ts";

// The second wall between tenants (decision 0084). A request runs as the role `<runtime role>_requests`, which sees and changes rows of
// its own tenant only, also when a statement lacks the condition. All other work runs as the runtime role, which sees every row at no cost.
// `platform migrate` protects each table with a column `tenant` or `merchant_id`: a new table needs nothing. A table without such a column
// needs a line with the reason in UNPROTECTED, or a condition in CONDITIONS. row-policies.test.ts compares them with the catalogue.

const tenant = "nullif(current_setting('app.tenant', true), '')::integer";
const merchant = "nullif(current_setting('app.merchant', true), '')::uuid";
const user = "nullif(current_setting('app.user', true), '')::uuid";
const byTenant = `tenant = ${tenant}`;
const byMerchant = `merchant_id = ${merchant}`;

type Condition = { rows: string; readable?: string };

/** Tables whose rows belong to a tenant in another way. `readable`: rows that requests may also read and lock. */
export const CONDITIONS: Record<string, Condition> = {
  merchants: { rows: `id = ${merchant}` },
  // Of the merchant in both modes; `tenant` says for whose audit log.
  access_changes: { rows: byMerchant },
  // A person has memberships and sessions at several merchants.
  members: { rows: `${byMerchant} or user_id = ${user}` },
  sessions: { rows: `${byMerchant} or user_id = ${user}` },
  // Built-in roles belong to no merchant.
  roles: { rows: byMerchant, readable: "merchant_id is null" },
};

/** Tables whose rows belong to no tenant, or whose tenant only another table knows. */
export const UNPROTECTED: Record<string, string> = {
  activity_progress: "one row for the installation",
  book_seal_checks: "one row for the installation",
  book_seal_progress: "one row for the installation",
  book_seals: "the chain over the books of all tenants, read by its verifier and the trial balance",
  charge_progress: "one row for the installation",
  demo_seed: "one row for the installation",
  development_outbox: "messages to addresses, in development only",
  email_confirmations: "of a person, found by the hash of a code",
  failed_sign_ins: "of a person",
  heartbeats: "of the processes",
  issuing_bank: "one row for the installation",
  ledger_check_rounds: "one row for the installation",
  login_failures: "hashes of e-mails and addresses, before the caller is known",
  messages: "sealed messages to addresses, written by requests and read by the worker",
  passkey_challenges: "of a person, or before the person is known",
  passkeys: "of a person",
  password_resets: "of a person, found by the hash of a code",
  rail_banks: "the banks that a rail reaches, the same for all",
  recovery_codes: "of a person",
  refused_bank_credits: "transfers for numbers that are no account of any tenant",
  registrations: "before there is a merchant",
  rollup_progress: "one row for the installation",
  schema_migrations: "one row for each migration",
  session_tokens: "found by the hash of a token; sessions have the merchant",
  settlement_pulls: "the days of a rail, the same for all",
  sms_counts: "hashes of numbers, counted over all tenants",
  two_factors: "of a person",
  users: "a person may belong to several merchants; members have the merchant",
};

const OWN_ROWS = "own_rows";
const READABLE_ROWS = "readable_rows";
const LOCKABLE_ROWS = "lockable_rows";

/**
 * Admits the requests' role to the rows of its own tenant, and `runtimeRole` to all rows, in every table with a tenant. Run it as the
 * owner. A table is locked only where its policies change, shortly, and never lacks one of them.
 */
export async function protectTables(owner: Queryable, runtimeRole: string): Promise<void> {
  const { rows: tables } = await owner.query<{ name: string; parent: string; columns: string[]; policies: string[] }>(
    `select c.relname::text as name, coalesce(root.relname, c.relname)::text as parent,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
       case when c.relrowsecurity then array(
         select coalesce(obj_description(p.oid, 'pg_policy'), '') from pg_policy p where p.polrelid = c.oid) else '{}' end as policies
     from pg_class c
     left join pg_class root on c.relispartition and root.oid = pg_partition_root(c.oid)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`,
  );
  for (const table of tables) {
    const condition = conditionOf(table.parent, table.columns);
    if (!condition) continue;
    const wanted = policiesOf(condition, runtimeRole);
    if (wanted.every(({ definition }) => table.policies.includes(definition))) continue;
    const name = pg.escapeIdentifier(table.name);
    // One message is one transaction.
    const change = [
      `${SHORT_LOCKS};`,
      ...wanted.map(
        (policy) => `drop policy if exists ${policy.name} on ${name};
           create policy ${policy.name} on ${name} ${policy.definition};
           comment on policy ${policy.name} on ${name} is ${pg.escapeLiteral(policy.definition)};`,
      ),
      `alter table ${name} enable row level security;`,
    ].join("\n");
    await withShortLocks(() => owner.query(change));
  }
}

/** The condition for a request's rows of this table; undefined if it is not protected. */
export function conditionOf(table: string, columns: readonly string[]): Condition | undefined {
  const condition = CONDITIONS[table];
  if (condition) return condition;
  if (UNPROTECTED[table] !== undefined) return undefined;
  if (columns.includes("tenant")) return { rows: byTenant };
  return columns.includes("merchant_id") ? { rows: byMerchant } : undefined;
}

function policiesOf(condition: Condition, runtimeRole: string): { name: string; definition: string }[] {
  const runtime = pg.escapeIdentifier(runtimeRole);
  return [
    { name: OWN_ROWS, definition: `using (${condition.rows})` },
    ...(condition.readable
      ? [
          { name: READABLE_ROWS, definition: `for select using (${condition.readable})` },
          // `select … for update` needs a policy for updates, which no changed row passes.
          { name: LOCKABLE_ROWS, definition: `for update using (${condition.readable}) with check (false)` },
        ]
      : []),
    // PostgreSQL removes a constant condition while it plans.
    { name: runtime, definition: `to ${runtime} using (true)` },
  ];
}
