import type { Mover } from "./move-merchant.ts";
import { findOwnNumbers } from "./number-ranges.ts";
import { openPool, type Pool, type Queryable } from "./pool.ts";

/** What two servers must have different, and what equal, before a merchant moves from one to the other. Decision 0194. */
export type ServerFacts = {
  /** PostgreSQL's own number of the server; a copy of its files has the same. */
  server: string;
  /** The names of the migrations, with commas. */
  migrations: string;
  /** The first number of its journals: that of its `DATABASE_NUMBER`. */
  firstJournal: bigint;
};

export async function findServerFacts(db: Queryable): Promise<ServerFacts> {
  const { rows } = await db.query<Pick<ServerFacts, "server" | "migrations">>(
    `select coalesce(system_identifier::text, '') as server,
       coalesce((select string_agg(name, ',' order by name) from schema_migrations), '') as migrations
     from pg_control_system()`,
  );
  const [row] = rows;
  if (!row) throw new Error("the server says nothing about itself");
  return { ...row, firstJournal: (await findOwnNumbers(db)).journals.first };
}

/** A sealed private key of the merchant with the text of its row; undefined without one. */
export async function findSealedKey(
  db: Queryable,
  { tenants }: Pick<Mover, "tenants">,
): Promise<{ id: string; sealed: Buffer } | undefined> {
  const { rows } = await db.query<{ id: string; sealed: Buffer }>(
    "select id, private_key_sealed as sealed from merchant_keys where tenant = any($1::int[]) order by id limit 1",
    [tenants],
  );
  return rows[0];
}

/** Runs `work` with a connection to the old server, as the owner of its tables. */
export async function withSource<T>(url: string, work: (source: Pool) => Promise<T>): Promise<T> {
  const source = openPool({ url, max: 1, applicationName: "wallet-move" });
  try {
    return await work(source);
  } finally {
    await source.end();
  }
}
