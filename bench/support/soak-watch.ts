import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";

export type Memory = { rss: number; heap: number };

/** A Node.js process of the product, by the address of its `/metrics`. */
export type Watched = { name: string; pid: number; metricsUrl: string };

/** Resident memory and heap of a process in MiB. NaN when it does not answer. */
export async function memoryOf({ pid, metricsUrl }: Watched): Promise<Memory> {
  const text = await fetch(metricsUrl).then(
    (reply) => reply.text(),
    () => "",
  );
  return { rss: mebibytesOf(pid, "VmRSS"), heap: metricIn(text, "nodejs_heap_size_used_bytes") / 1_048_576 };
}

/** The sum of a metric over its labels. NaN without it. */
export function metricIn(text: string, name: string, label = ""): number {
  const lines = text.split("\n").filter((line) => line.startsWith(name) && line.includes(label));
  const values = lines.map((line) => Number(line.slice(line.lastIndexOf(" "))));
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0);
}

function mebibytesOf(pid: number, field: string): number {
  const file = `/proc/${pid}/status`;
  // A connection that has just closed.
  if (!existsSync(file)) return 0;
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(file, "utf8"))?.[1] ?? 0) / 1_024;
}

/** Memory of PostgreSQL's processes in MiB without the shared one, connections, and WAL bytes since the server began. */
export async function readServer(db: Pool): Promise<{ rss: number; connections: number; wal: number }> {
  const { rows } = await db.query<{ pid: number; isClient: boolean; wal: number }>(
    `select pid, backend_type = 'client backend' as "isClient", pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal
     from pg_stat_activity where datname = current_database() or datname is null`,
  );
  return {
    rss: rows.reduce((sum, { pid }) => sum + mebibytesOf(pid, "RssAnon"), 0),
    connections: rows.filter(({ isClient }) => isClient).length,
    wal: rows[0]?.wal ?? Number.NaN,
  };
}

export type Table = { name: string; live: number; dead: number; bytes: number; changed: number };

/** The tables with the most changed and deleted rows, partitions together. `bytes` with indexes. */
export async function readHotTables(db: Pool): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select coalesce(pg_partition_root(relid), relid)::regclass::text as name, sum(n_live_tup)::float8 as live, sum(n_dead_tup)::float8 as dead,
       sum(pg_total_relation_size(relid))::float8 as bytes, sum(n_tup_upd + n_tup_del)::float8 as changed
     from pg_stat_user_tables group by 1 having sum(n_tup_upd + n_tup_del) > 1000 order by changed desc limit 12`,
  );
  return rows;
}

export type Backlog = { outbox: number; deliveries: number; uploads: number };

/** What the worker has not finished. */
export async function readBacklog(db: Pool): Promise<Backlog> {
  const { rows } = await db.query<Backlog>(
    `select (select count(*) from outbox where fanned_out_at is null)::int as outbox, (select count(*) from webhook_jobs)::int as deliveries,
       (select count(*) from batches where status in ('pending', 'processing'))::int as uploads`,
  );
  return rows[0] ?? { outbox: 0, deliveries: 0, uploads: 0 };
}

/** Runs `platform verify-books`, which reads everything. */
export async function verifyBooks(
  databaseUrl: string,
  env: Record<string, string>,
): Promise<{ exitCode: number | null; output: string }> {
  const program = join(import.meta.dirname, "..", "..", "service", "platform.ts");
  const child = spawn(process.execPath, [program, "verify-books"], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      output += text;
    });
  }
  const exitCode = await new Promise<number | null>((done) => child.once("close", done));
  return { exitCode, output };
}
