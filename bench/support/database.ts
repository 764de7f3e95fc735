import pg from "pg";

/** The bench's database server, started by `scripts/bench.ts`. */
export function serverUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is missing: start this through `npm run bench`.");
  return url;
}

/** Creates a database for one design; `drop` removes it. */
export async function createDatabase(name: string): Promise<{ url: string; drop(): Promise<void> }> {
  const unique = `${name}_${process.pid}`;
  await onServer(`drop database if exists ${unique} with (force)`, `create database ${unique}`);
  return {
    url: new URL(`/${unique}`, serverUrl()).href,
    drop: () => onServer(`drop database if exists ${unique} with (force)`),
  };
}

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Opens `count` connections. */
export async function connect(url: string, count: number): Promise<pg.Client[]> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  return clients;
}
