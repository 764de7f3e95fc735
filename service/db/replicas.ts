import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import { gather } from "./gather.ts";
import { openPool, type Pool } from "./pool.ts";
import { databaseServers } from "./primary.ts";
import { type LogPosition, REPLICA_HISTORY, type ReplicaReads, type ServerKind } from "./tenant-scope.ts";

/** What a replica has replayed: everything before `lsn`, and every transaction before `xmin` has ended there. */
type Replayed = { readonly lsn: string; readonly xmin: string; readonly history: string };

/** `lagSeconds`: how long the replica took to replay what the primary had written, or since when it has not. */
export type ReplicaState = { server: string; isUsed: boolean; lagSeconds: number };

/** The replicas of a process. It uses none before `start`. Decision 0191. */
export type Replicas = ReplicaReads & {
  /** The statements so far. */
  counts(): Readonly<Record<ServerKind, number>>;
  /** Those of the servers that are replicas now: `urls` may name the primary too. */
  states(): ReplicaState[];
  /** Begins to ask the servers regularly. */
  start(): void;
  close(): Promise<void>;
};

/** How long a request waits for a replica; a replica that needs longer is not used until it has caught up. */
const WAIT_MS = 100;
/** Between two questions to a replica that has not caught up. */
const PAUSE_MS = 2;
/** How often each server is asked, so that a replica which failed or came back is noticed without a request. */
const CHECK_MS = 500;
/** A server that does not answer a question in this time has failed. */
const ANSWER_MS = 1_000;

// A commit was flushed before it was acknowledged, unless synchronous_commit is off. What is not flushed yet cannot reach a replica.
const PRIMARY_POSITION = `select
  case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as lsn,
  pg_snapshot_xmax(pg_current_snapshot())::text as xmax,
  system_identifier || '/' || ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int as history
  from pg_control_system()`;

const REPLICA_POSITION = `select coalesce(pg_last_wal_replay_lsn()::text, '0/0') as lsn,
  pg_snapshot_xmin(pg_current_snapshot())::text as xmin, coalesce(${REPLICA_HISTORY}, '') as history`;
const NOTHING: Replayed = { lsn: "0/0", xmin: "0", history: "" };

const askPrimary = gather(async (db, keys: readonly null[]) => {
  // Not null: "history". Every server knows its own.
  const { rows } = await db.query<LogPosition>(PRIMARY_POSITION);
  return answersTo(keys, rows);
});
const askReplica = gather(async (db, keys: readonly null[]) => {
  const { rows } = await db.query<Replayed>(REPLICA_POSITION);
  return answersTo(keys, rows);
});

/** One question answers all requests that asked before it was sent. */
function answersTo<T>(keys: readonly null[], [answer]: readonly T[]): T[] {
  if (answer === undefined) throw new Error("a server has a position");
  return keys.map(() => answer);
}

/** Opens no connection before it is used. `urls` name one server each, with the role and database of `primaryUrl`. */
export function createReplicas(options: {
  primaryUrl: string;
  urls: readonly string[];
  max: number;
  applicationName: string;
}): Replicas {
  const { max, applicationName } = options;
  const primary = openQuestions(options.primaryUrl);
  const replicas = options.urls.map((url) => new Replica(url, { max, applicationName }));
  const counts = { primary: 0, replica: 0 };
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    const sampledAt = performance.now();
    // Without a primary nobody knows what a replica lacks.
    const position = await askPrimary(primary, null).catch(() => null);
    await Promise.all(replicas.map((replica) => replica.check(position, sampledAt)));
  }

  return {
    async choose() {
      const [replica] = replicas.filter(({ isUsed }) => isUsed).sort((one, other) => one.busy - other.busy);
      if (!replica) return null;
      const sampledAt = performance.now();
      const position = await askPrimary(primary, null).catch(() => null);
      if (position === null || !(await replica.reaches(position, sampledAt))) return null;
      return { pool: replica.pool, position };
    },
    count(server) {
      counts[server] += 1;
    },
    counts: () => counts,
    states: () => replicas.filter(({ isPrimary }) => !isPrimary).map((replica) => replica.state()),
    start() {
      let isChecking = false;
      const checkOnce = async () => {
        if (isChecking) return;
        isChecking = true;
        await check();
        isChecking = false;
      };
      timer ??= setInterval(checkOnce, CHECK_MS);
      void checkOnce();
    },
    async close() {
      clearInterval(timer);
      await Promise.all([primary.end(), ...replicas.map((replica) => replica.close())]);
    },
  };
}

/** One replica: the connections of requests, and one for questions, which a busy pool would delay. */
class Replica {
  readonly pool: Pool;
  readonly #server: string;
  readonly #questions: Pool;
  readonly #clients = new Set<PoolClient>();
  #seen = NOTHING;
  #reachedAt = performance.now();
  #delayMs = 0;
  isUsed = false;

  constructor(url: string, { max, applicationName }: { max: number; applicationName: string }) {
    const [{ host, port } = { host: "", port: 0 }] = databaseServers(url);
    this.#server = `${host}:${port}`;
    this.pool = openPool({ url, max, applicationName, connectMs: ANSWER_MS });
    this.pool.on("connect", (client) => this.#clients.add(client));
    this.pool.on("remove", (client) => this.#clients.delete(client));
    this.#questions = openQuestions(url);
  }

  get busy(): number {
    return this.pool.totalCount - this.pool.idleCount + this.pool.waitingCount;
  }

  /** Whether it said so when it was asked last. */
  get isPrimary(): boolean {
    return this.#seen !== NOTHING && this.#seen.history === "";
  }

  /** Whether the replica replays `position` in time. One that does not is not used until a check finds that it has caught up. */
  async reaches(position: LogPosition, sampledAt: number): Promise<boolean> {
    this.isUsed = this.#hasSeen(position) || (await this.#waitFor(position));
    if (this.isUsed) {
      this.#reachedAt = performance.now();
      this.#delayMs = this.#reachedAt - sampledAt;
    }
    return this.isUsed;
  }

  /** It may have failed since, or be behind after a restart: each statement asks the server again. */
  #hasSeen({ lsn, xmax, history }: LogPosition): boolean {
    const seen = this.#seen;
    return seen.history === history && (numberOf(seen.lsn) >= numberOf(lsn) || BigInt(seen.xmin) >= BigInt(xmax));
  }

  /** Ends the statements of a replica that does not answer any more; they run on the primary. */
  async check(position: LogPosition | null, sampledAt: number): Promise<void> {
    try {
      this.#seen = await askReplica(this.#questions, null);
    } catch (error) {
      this.isUsed = false;
      // It may be another kind of server when it answers again.
      this.#seen = NOTHING;
      const reason = new Error("the replica does not answer", { cause: error });
      for (const client of this.#clients) client.connection.stream.destroy(reason);
      return;
    }
    // The primary lags behind nobody. Should it fail, its lag begins then.
    if (this.isPrimary) this.#reachedAt = performance.now();
    if (position === null) this.isUsed = false;
    else await this.reaches(position, sampledAt);
  }

  async #waitFor(position: LogPosition): Promise<boolean> {
    const late = new AbortController();
    const asked = this.#askUntilSeen(position, late.signal).catch(() => false);
    const hasReached = await Promise.race([asked, sleep(WAIT_MS, false, { signal: late.signal })]);
    late.abort();
    return hasReached;
  }

  async #askUntilSeen(position: LogPosition, late: AbortSignal): Promise<boolean> {
    while (!late.aborted) {
      this.#seen = await askReplica(this.#questions, null);
      if (this.#hasSeen(position)) return true;
      if (this.#seen.history !== position.history) return false;
      await sleep(PAUSE_MS);
    }
    return false;
  }

  state(): ReplicaState {
    const lagMs = this.isUsed ? this.#delayMs : performance.now() - this.#reachedAt;
    return { server: this.#server, isUsed: this.isUsed, lagSeconds: lagMs / 1_000 };
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.#questions.end()]);
  }
}

function openQuestions(url: string): Pool {
  // Twice the time: to find the primary of several servers takes some of it.
  return openPool({
    url,
    max: 1,
    applicationName: "wallet-log-position",
    connectMs: 2 * ANSWER_MS,
    answerMs: ANSWER_MS,
  });
}

/** `16/B374D848` as a number. */
function numberOf(lsn: string): bigint {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
