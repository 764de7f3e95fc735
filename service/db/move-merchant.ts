import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { inTransaction, type Pool, type Queryable } from "./pool.ts";
import { requestsRoleOf } from "./runtime-role.ts";
import { SHORT_LOCKS, withShortLocks } from "./short-locks.ts";
import { findTablesOfMerchants, type TableOwner } from "./tenant-keys.ts";

// One merchant moves to another server by logical replication (decision 0194). Everything here runs as the owner of the tables.

/** A merchant with its sets of books and the persons who are its members. */
export type Mover = { merchantId: string; tenants: number[]; persons: string[] };

/** Rows that the service of the old server goes on reading: its hash chain covers them, and a bank must not hear that a wallet never existed. */
const KEPT_VISIBLE = new Set(["journals", "entries", "transactions", "audit_log", "wallets"]);
const FOLLOWER_PAUSE_MS = 50;

export async function findMover(owner: Queryable, merchantId: string): Promise<Mover | undefined> {
  const { rows } = await owner.query<Mover>(
    `select id as "merchantId", array(select id from tenants where merchant_id = m.id order by id) as tenants,
       array(select distinct user_id from members where merchant_id = m.id order by user_id) as persons
     from merchants m where id = $1`,
    [merchantId],
  );
  return rows[0];
}

/** Whether the server's log carries what logical replication needs. */
export async function isLogicalServer(owner: Queryable): Promise<boolean> {
  const { rows } = await owner.query<{ level: string | null }>("select current_setting('wal_level') as level");
  return rows[0]?.level === "logical";
}

export async function isSuspended(owner: Queryable, { merchantId }: Mover): Promise<boolean> {
  const { rows } = await owner.query<{ isSuspended: boolean }>(
    `select suspended_at is not null as "isSuspended" from merchants where id = $1`,
    [merchantId],
  );
  return rows[0]?.isSuspended ?? false;
}

/** Whether the publication has all members whom the merchant has now. */
export async function isWithAllMembers(owner: Queryable, mover: Mover): Promise<boolean> {
  const { rowCount } = await owner.query(
    "select from pg_publication_tables where pubname = $1 and tablename = 'users' and rowfilter like all($2::text[])",
    [moveName(mover), mover.persons.map((id) => `%${id}%`)],
  );
  return rowCount !== 0;
}

/** The name of the publication, the subscription and its slot. */
export function moveName({ merchantId }: Pick<Mover, "merchantId">): string {
  return `move_${merchantId.replaceAll("-", "")}`;
}

/** The condition for the rows of a merchant in a table; null if the table has none of this merchant's. Pure. */
function conditionFor({ of, by }: TableOwner, { merchantId, tenants, persons }: Mover): string | null {
  if (of === "tenant") return tenants.length > 0 ? `${by} in (${tenants.join(", ")})` : null;
  if (of === "merchant") return `${by} = ${pg.escapeLiteral(merchantId)}::uuid`;
  return persons.length > 0 ? `${by} in (${persons.map((id) => `${pg.escapeLiteral(id)}::uuid`).join(", ")})` : null;
}

/** Publishes all rows of a merchant and of its members, and what changes in them. */
export async function publishMerchant(owner: Queryable, mover: Mover): Promise<void> {
  const tables = (await findTablesOfMerchants(owner)).flatMap((table) => {
    const condition = conditionFor(table, mover);
    return condition ? [`${pg.escapeIdentifier(table.name)} where (${condition})`] : [];
  });
  await owner.query(
    `create publication ${moveName(mover)} for table ${tables.join(", ")} with (publish_via_partition_root = true)`,
  );
}

/** Copies the published rows from the server at `source`, and follows it. */
export async function subscribeMerchant(owner: Queryable, mover: Mover, source: string): Promise<void> {
  const name = moveName(mover);
  await owner.query(`create subscription ${name} connection ${pg.escapeLiteral(source)} publication ${name}`);
}

/** Whether the publication of the merchant exists. */
export async function isPublished(owner: Queryable, mover: Pick<Mover, "merchantId">): Promise<boolean> {
  const { rowCount } = await owner.query("select from pg_publication where pubname = $1", [moveName(mover)]);
  return rowCount !== 0;
}

/** Whether the subscription to the merchant exists. */
export async function isSubscribed(owner: Queryable, mover: Pick<Mover, "merchantId">): Promise<boolean> {
  const { rowCount } = await owner.query(
    "select from pg_subscription where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())",
    [moveName(mover)],
  );
  return rowCount !== 0;
}

/** Whether all tables are copied and changes are followed. */
export async function isFollowing(owner: Queryable, mover: Pick<Mover, "merchantId">): Promise<boolean> {
  const { rows } = await owner.query<{ isFollowing: boolean | null }>(
    `select bool_and(r.srsubstate = 'r') as "isFollowing" from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid
     where s.subname = $1`,
    [moveName(mover)],
  );
  return rows[0]?.isFollowing ?? false;
}

/** What the old server sees of the new one: nothing, a slot that nobody reads, tables that are being copied, or one that follows. */
export type Follower = "none" | "away" | "copying" | "following";

export async function findFollower(owner: Queryable, mover: Pick<Mover, "merchantId">): Promise<Follower> {
  const { rows } = await owner.query<{ active: boolean | null; isCopying: boolean }>(
    `select active, exists (
       select from pg_replication_slots c where c.active and c.slot_name ~ '^pg_[0-9]+_sync_[0-9]+_' and c.datoid = s.datoid
     ) as "isCopying" from pg_replication_slots s where slot_name = $1`,
    [moveName(mover)],
  );
  const [slot] = rows;
  if (!slot) return "none";
  if (!slot.active) return "away";
  return slot.isCopying ? "copying" : "following";
}

/** Waits until the follower has stored everything up to this moment. Returns false if it has not within `withinMs`. */
export async function waitForFollower(owner: Queryable, mover: Mover, withinMs: number): Promise<boolean> {
  const { rows } = await owner.query<{ now: string }>("select pg_current_wal_lsn()::text as now");
  const isBehind = async () => {
    const { rowCount } = await owner.query(
      "select from pg_replication_slots where slot_name = $1 and confirmed_flush_lsn >= $2::pg_lsn",
      [moveName(mover), rows[0]?.now],
    );
    return rowCount === 0;
  };
  for (let left = withinMs; await isBehind(); left -= FOLLOWER_PAUSE_MS) {
    if (left <= 0) return false;
    await sleep(FOLLOWER_PAUSE_MS);
  }
  return true;
}

/** Ends the subscription and its slot on the other server. */
export async function endSubscription(owner: Queryable, mover: Mover): Promise<void> {
  await owner.query(`drop subscription if exists ${moveName(mover)}`);
}

type Hiding = { mover: Mover; runtimeRole: string };

/**
 * Hides an arriving merchant from the service and worker of this server, until `showMerchant`: they would send and fold what the
 * old server still does.
 */
export async function hideArriving(owner: Pool, hiding: Hiding): Promise<void> {
  await withLocks(owner, (tx) => createPolicies(tx, hiding, () => true));
}

/**
 * Hides a leaving merchant from the service and worker of this server, for good: nothing can pay, send or change for it any more. The
 * rows stay, and the hash chain goes on covering them. Returns false if the worker has not added up its last journals.
 */
export async function hideLeaving(owner: Pool, hiding: Hiding): Promise<boolean> {
  const hide = async (tx: Queryable) => {
    await createPolicies(tx, hiding, (table) => !KEPT_VISIBLE.has(table));
    // All tables are locked now: no flush and no job of this merchant is under way. Journals with a number of another database were added
    // up there.
    const { rows } = await tx.query<{ isFolded: boolean }>(
      `select coalesce(max(id), 0) <= coalesce((
         select least(r.journal, c.journal, a.journal) from rollup_progress r, charge_progress c, activity_progress a
       ), 0) as "isFolded" from journals
       where tenant = any($1::int[]) and id <= (select seqmax from pg_sequence where seqrelid = 'public.journal_ids'::regclass)`,
      [hiding.mover.tenants],
    );
    if (!rows[0]?.isFolded) throw new NotFolded();
  };
  try {
    await withLocks(owner, hide);
    return true;
  } catch (error) {
    if (error instanceof NotFolded) return false;
    throw error;
  }
}

class NotFolded extends Error {}

/** The comment on a policy that says that all rows of the merchant have arrived. */
const ARRIVED = "all rows have arrived";

/** Notes that all rows have arrived, so that `showMerchant` may follow when the subscription has ended already. */
export async function noteArrival(owner: Queryable, mover: Pick<Mover, "merchantId">): Promise<void> {
  await owner.query(`comment on policy ${moveName(mover)} on accounts is ${pg.escapeLiteral(ARRIVED)}`);
}

/** Whether the merchant is hidden on this server, and whether its arrival was noted. */
export async function findHiding(
  owner: Queryable,
  mover: Pick<Mover, "merchantId">,
): Promise<{ isHidden: boolean; hasArrived: boolean }> {
  const { rows } = await owner.query<{ note: string | null }>(
    `select d.description as note from pg_policy p left join pg_description d on d.objoid = p.oid and d.classoid = 'pg_policy'::regclass
     where p.polrelid = 'accounts'::regclass and p.polname = $1`,
    [moveName(mover)],
  );
  return { isHidden: rows.length > 0, hasArrived: rows[0]?.note === ARRIVED };
}

/** Shows a merchant that has arrived. */
export async function showMerchant(owner: Pool, { mover }: Pick<Hiding, "mover">): Promise<void> {
  const policy = moveName(mover);
  await withLocks(owner, async (tx) => {
    const { rows } = await tx.query<{ name: string }>(
      `select c.relname::text as name from pg_policy p join pg_class c on c.oid = p.polrelid
       where c.relnamespace = 'public'::regnamespace and p.polname = $1 order by c.relname`,
      [policy],
    );
    for (const { name } of rows) await tx.query(`drop policy ${policy} on ${pg.escapeIdentifier(name)}`);
  });
}

async function createPolicies(
  tx: Queryable,
  { mover, runtimeRole }: Hiding,
  isHidden: (table: string) => boolean,
): Promise<void> {
  const roles = [runtimeRole, requestsRoleOf(runtimeRole)].map((role) => pg.escapeIdentifier(role)).join(", ");
  const tables = (await findTablesOfMerchants(tx)).filter(({ name, of }) => of !== "person" && isHidden(name));
  // The lanes lock accounts first; so do these policies.
  tables.sort((a, b) => Number(b.name === "accounts") - Number(a.name === "accounts"));
  for (const table of tables) {
    const condition = conditionFor(table, mover);
    if (!condition) continue;
    const [policy, name] = [moveName(mover), pg.escapeIdentifier(table.name)];
    // From a run that was killed, or an earlier try.
    await tx.query(`drop policy if exists ${policy} on ${name}`);
    // `is not true`: a built-in role belongs to no merchant, and stays visible.
    await tx.query(
      `create policy ${policy} on ${name} as restrictive to ${roles}
       using ((${condition}) is not true)`,
    );
  }
}

function withLocks(owner: Pool, work: (tx: Queryable) => Promise<void>): Promise<void> {
  return withShortLocks(() =>
    inTransaction(owner, async (tx) => {
      await tx.query(SHORT_LOCKS);
      await work(tx);
    }),
  );
}

type DigestRow = { id: number | null; accounts: bigint; entries: string; balances: string } & {
  written: bigint;
  audit: bigint;
  customers: bigint;
};

/** A short digest of a merchant's books and records: equal on both servers when everything has arrived. */
export async function digestOf(owner: Pool, { tenants }: Pick<Mover, "tenants">): Promise<string> {
  const rows = await inTransaction(owner, async (tx) => {
    // The rows of a large merchant take longer to count than other statements may.
    await tx.query("set local statement_timeout = 0");
    return (await tx.query<DigestRow>(digestSql, [tenants])).rows;
  });
  const text = rows.map((row) => Object.values(row).join(" ")).join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

const digestSql = `
  select t.id, count(a.id) as accounts, coalesce(sum(a.seq), 0) as entries, coalesce(sum(abs(a.balance)), 0) as balances,
    (select count(*) from entries e where e.tenant = t.id) as written,
    (select count(*) from audit_log l where l.tenant = t.id) as audit,
    (select count(*) from customers c where c.tenant = t.id) as customers
  from unnest($1::int[]) t (id) left join accounts a on a.tenant = t.id group by t.id order by t.id`;
