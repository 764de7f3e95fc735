import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** One server of a `DATABASE_URL`. */
export type DatabaseServer = { readonly host: string; readonly port: number };

/** No server of a `DATABASE_URL` with several accepts writes. */
export class NoPrimary extends Error {
  readonly code = "NO_PRIMARY";

  constructor(options?: ErrorOptions) {
    super(`no server of DATABASE_URL accepts writes${reasonsOf(options?.cause)}`, options);
  }
}

/** Each different answer of the servers: one that refuses TLS or a password is no failover. */
function reasonsOf(cause: unknown): string {
  const errors: unknown[] = cause instanceof AggregateError ? cause.errors : [];
  const texts = errors.flatMap((error) => (error instanceof Error && error.message !== "" ? error.message : []));
  return texts.length === 0 ? "" : `: ${[...new Set(texts)].join("; ")}`;
}

const PAUSE_MS = 100;
const PROBE_MS = 1_000;
/** How long the slower servers may answer after the first one that accepts writes. */
const OTHERS_MS = 100;

/** The servers of a `postgres://user:password@host:port,host:port/database` address, in their order. A Unix socket has the host "". */
export function databaseServers(url: string): DatabaseServer[] {
  return partsOf(url).hosts.map((host) => {
    const { hostname, port } = new URL(`postgres://${host}`);
    return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 5432) };
  });
}

/** The address with its first server only, for what reads names and options from it. */
export function firstServerUrl(url: string): string {
  const { before, hosts, after } = partsOf(url);
  return `${before}${hosts[0]}${after}`;
}

const LOCAL_HOSTS = ["", "localhost", "127.0.0.1", "::1"];

/** Whether connections stay on this machine, or verify the certificate of the server. */
export function isProtected(url: string): boolean {
  const { searchParams } = new URL(firstServerUrl(url));
  const isLocal = databaseServers(url).every(({ host }) => LOCAL_HOSTS.includes(host));
  return isLocal || searchParams.get("sslmode")?.startsWith("verify") === true;
}

/**
 * The addresses of replicas in a list separated by commas. Null unless each names one server, and the role and database of `primaryUrl`:
 * with others a request would read other rows. Decision 0191.
 */
export function parseReplicaUrls(list: string, primaryUrl: string): string[] | null {
  const urls = list.split(",").flatMap((url) => url.trim() || []);
  const namesOf = (url: string) => {
    const { username, pathname } = new URL(firstServerUrl(url));
    return `${username}${pathname}`;
  };
  const isReplica = (url: string) => /^postgres(ql)?:\/\//.test(url) && namesOf(url) === namesOf(primaryUrl);
  return urls.every((url) => URL.canParse(url) && isReplica(url)) ? urls : null;
}

/**
 * Returns the address of the server that accepts writes. With one server that is the address itself. With several it asks all of them
 * until one accepts writes; if two do, because an old primary came back, the one of the newer timeline counts. Decision 0165.
 * @throws NoPrimary after `timeoutMs`
 */
export async function primaryUrl(url: string, timeoutMs: number): Promise<string> {
  const { before, hosts, after } = partsOf(url);
  if (hosts.length === 1) return url;
  const deadline = performance.now() + timeoutMs;
  const urls = hosts.map((host) => `${before}${host}${after}`);
  for (;;) {
    try {
      return await askAll(urls);
    } catch (cause) {
      if (performance.now() > deadline) throw new NoPrimary({ cause });
      await sleep(PAUSE_MS);
    }
  }
}

/** A client of the pool that looks for the primary before it connects. */
export class PrimaryClient extends pg.Client {
  readonly #url: string;
  readonly #timeoutMs: number;

  constructor({ connectionString = "", connectionTimeoutMillis = 0, ...config }: pg.PoolConfig = {}) {
    super({ ...config, connectionTimeoutMillis, connectionString: firstServerUrl(connectionString) });
    this.#url = connectionString;
    // The pool gives up after the same time; the connection itself needs some of it.
    this.#timeoutMs = connectionTimeoutMillis - PROBE_MS;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const found = primaryUrl(this.#url, this.#timeoutMs).then((url) => {
      Object.assign(this, databaseServers(url)[0]);
    });
    if (!callback) return found.then(() => super.connect());
    // Not by a promise of the connection: an error right after it would find no listener.
    found.then(() => super.connect(callback), callback);
    return undefined;
  }
}

const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

function partsOf(url: string): { before: string; hosts: [string, ...string[]]; after: string } {
  const [, before = "", authority = "", after = ""] = HOSTS.exec(url) ?? [];
  const [first = "", ...others] = authority.split(",");
  return { before, hosts: [first, ...others], after };
}

/** Rejects when no server accepts writes now. */
async function askAll(urls: readonly string[]): Promise<string> {
  const found: { url: string; timeline: number }[] = [];
  const asked = urls.map(async (url) => {
    found.push({ url, timeline: await askTimeline(url) });
  });
  await Promise.any(asked);
  await Promise.race([Promise.allSettled(asked), sleep(OTHERS_MS, undefined, { ref: false })]);
  return found.reduce((best, one) => (one.timeline > best.timeline ? one : best)).url;
}

/** The timeline that this server writes. Rejects when it does not answer or accepts no writes. */
async function askTimeline(url: string): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "wallet-primary",
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean
         then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`,
    );
    const timeline = rows[0]?.timeline;
    if (timeline == null) throw new Error("the server accepts no writes");
    return Number.parseInt(timeline, 16);
  } finally {
    await client.end().catch(() => undefined);
  }
}
