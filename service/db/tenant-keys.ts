import type { Queryable } from "./pool.ts";
import { UNPROTECTED } from "./row-policies.ts";

/** How the rows of a merchant are found: by the tenant, the merchant's ID or the IDs of its members as persons, in the column `by`. */
export type TableOwner = { name: string; of: "tenant" | "merchant" | "person"; by: string };

type TableRow = { name: string; columns: string[]; mayBeNull: boolean; hasFullIdentity: boolean } & {
  unique: { name: string; isPrimary: boolean; columns: (string | null)[] }[];
};

/** Sessions stay: after a move everybody signs in at the new server. Decision 0193. */
const STAYING = new Set(["sessions"]);

/** What a person needs to sign in. */
const OF_PERSONS: Record<string, string> = {
  users: "id",
  passkeys: "user_id",
  two_factors: "user_id",
  recovery_codes: "user_id",
  email_confirmations: "user_id",
};

/** The tables with rows of merchants, by name, and how to find the rows of one. Reads the catalogue. Decision 0193. */
export async function findTablesOfMerchants(db: Queryable): Promise<TableOwner[]> {
  return (await readTables(db)).flatMap((table) => ownerOf(table) ?? []);
}

function ownerOf({ name, columns }: Pick<TableRow, "name" | "columns">): TableOwner | undefined {
  if (STAYING.has(name)) return undefined;
  if (name === "merchants") return { name, of: "merchant", by: "id" };
  const person = OF_PERSONS[name];
  if (person) return { name, of: "person", by: person };
  if (columns.includes("tenant")) return { name, of: "tenant", by: "tenant" };
  return columns.includes("merchant_id") ? { name, of: "merchant", by: "merchant_id" } : undefined;
}

/**
 * What keeps the rows of one tenant from moving to another server: a key without the tenant, and a table in which replication finds
 * no row by a key that has it. Empty if there is nothing. Decision 0193.
 */
export async function findKeysWithoutTenant(db: Queryable): Promise<string[]> {
  return (await readTables(db)).flatMap((table) => problemsOf(table).map((problem) => `${table.name}: ${problem}`));
}

function problemsOf(table: TableRow): string[] {
  const owner = ownerOf(table);
  if (!owner) {
    const isListed = STAYING.has(table.name) || UNPROTECTED[table.name] !== undefined;
    return isListed ? [] : ["has no tenant, and is not listed as of all tenants"];
  }
  const primary = table.unique.find(({ isPrimary }) => isPrimary);
  const isFound = table.hasFullIdentity || primary?.columns.includes(owner.by);
  const problems = isFound ? [] : ["replication finds no row of it by a key"];
  if (owner.of !== "tenant") return problems;
  if (table.mayBeNull) problems.push("the tenant may be null");
  // The merchant's ID stands for both of its tenants.
  const lacking = table.unique.filter(({ columns }) => !columns.includes("tenant") && !columns.includes("merchant_id"));
  return [...problems, ...lacking.map(({ name }) => `${name} lacks the tenant`)];
}

async function readTables(db: Queryable): Promise<TableRow[]> {
  const { rows } = await db.query<TableRow>(
    `select c.relname::text as name, c.relreplident = 'f' as "hasFullIdentity",
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
       exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant' and not attnotnull) as "mayBeNull",
       coalesce((
         select jsonb_agg(jsonb_build_object('name', ic.relname, 'isPrimary', i.indisprimary, 'columns', to_jsonb(array(
           select a.attname::text from unnest(i.indkey) with ordinality k (attnum, n)
           left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum order by k.n))) order by ic.relname)
         from pg_index i join pg_class ic on ic.oid = i.indexrelid where i.indrelid = c.oid and i.indisunique
       ), '[]') as unique
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`,
  );
  return rows;
}
