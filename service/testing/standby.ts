import { spawnSync } from "node:child_process";
import { appendFileSync, chownSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type EmbeddedPostgres, startPostgres } from "../../scripts/postgres/embedded-postgres.ts";
import { openPool } from "../db/pool.ts";

/** A running server and its folder. */
export type Server = EmbeddedPostgres & { readonly dataDir: string };

/** A server whose log a standby can still follow after a short interruption. */
export async function startServer(
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<Server> {
  return { ...(await startPostgres({ dataDir, port, settings: { wal_keep_size: "1GB", ...settings } })), dataDir };
}

/**
 * Copies the running `primary` to `dataDir` and starts the copy there as its standby. Resolves when the standby follows and, unless
 * `isAsynchronous`, each commit of the primary waits for its disk.
 */
export async function startStandby(
  primary: Server,
  dataDir: string,
  port: number,
  { isAsynchronous = false, settings = {} }: { isAsynchronous?: boolean; settings?: Record<string, string> } = {},
): Promise<Server> {
  rmSync(dataDir, { recursive: true, force: true });
  // The label of a backup belongs to the session that started it.
  const db = openPool({ url: primary.url, max: 1, applicationName: "backup" });
  try {
    await db.query("select pg_backup_start('standby', true)");
    // Files that the running server removes meanwhile are reported and do not matter.
    spawnSync("cp", ["-a", primary.dataDir, dataDir]);
    const { rows } = await db.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    const label = rows[0]?.labelfile ?? "";
    configure(primary, dataDir, label);
    const standby = await startServer(dataDir, port, settings);
    if (!isAsynchronous) {
      await db.query("alter system set synchronous_standby_names = '*'");
      await db.query("select pg_reload_conf()");
    }
    while ((await countFollowing()) === 0) await sleep(20);
    return standby;
  } finally {
    await db.end();
  }

  async function countFollowing(): Promise<number> {
    const { rowCount } = await db.query(
      "select from pg_stat_replication where state = 'streaming' and sync_state = $1",
      [isAsynchronous ? "async" : "sync"],
    );
    return rowCount ?? 0;
  }
}

function configure(primary: Server, dataDir: string, label: string): void {
  const { uid, gid } = statSync(primary.dataDir);
  const { username, password } = new URL(primary.url);
  const settings = join(dataDir, "postgresql.auto.conf");
  // Alone after its promotion, the standby must not wait for another one.
  const kept = readFileSync(settings, "utf8").replace(/^(synchronous_standby_names|primary_conninfo).*\n/gm, "");
  writeFileSync(settings, kept);
  appendFileSync(
    settings,
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${username} password=${password}'\n`,
  );
  const passwords = `${dataDir}.password`;
  writeFileSync(passwords, `${decodeURIComponent(password)}\n`, { mode: 0o600 });
  for (const [name, text] of [
    ["backup_label", label],
    ["standby.signal", ""],
  ] as const) {
    writeFileSync(join(dataDir, name), text);
    chownSync(join(dataDir, name), uid, gid);
  }
  chownSync(passwords, uid, gid);
  rmSync(join(dataDir, "postmaster.pid"), { force: true });
}
