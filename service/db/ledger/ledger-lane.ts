import pg from "pg";
import { plainArray } from "../array-literal.ts";
import { KEEP_ALIVE } from "../pool.ts";
import { primaryUrl } from "../primary.ts";
import { isNamed } from "../sql-errors.ts";
import type { Statement } from "../statement.ts";
import { StatementGroup } from "../statement-group.ts";
import { beginFlush, type FlushFacts, type FlushQuestions } from "./flush-facts.ts";
import { type FlushRows, isLarge, writeStatements } from "./postings.ts";

export type FeeStripe = { tenant: number; kind: "platform_fee" | "merchant_fee"; id: bigint };

/**
 * The kinds of failure: the connection is lost, a lock is held too long, another transaction was first, or any other
 * error.
 */
export type LaneTrouble = "lost" | "busy" | "contended" | "failed";

/** A connection that posts money, with its own fee stripes. */
export type LedgerLane = {
  /** A session lock holds it, so that no two live lanes of any process share a fee account. */
  readonly stripe: number;
  /** Returns the stripe's fee accounts of these tenants and opens missing ones. */
  openFeeStripes(tenants: readonly number[]): Promise<FeeStripe[]>;
  /** First round trip: begin, lock, read. The server runs the statements of `early` behind it; their failure is that of the commit. */
  begin(questions: FlushQuestions, early?: () => readonly Statement[]): Promise<FlushFacts>;
  /**
   * Second round trip: write everything, commit. `follow` is called when that is about to leave: the first round trip of a group that it
   * returns leaves in the same write, and the server begins with it after the commit. Decision 0211.
   */
  commit(rows: FlushRows, follow?: () => Follower | null): Promise<void>;
  rollback(): Promise<void>;
  trouble(error: unknown): LaneTrouble;
  end(): Promise<void>;
};

/** What a flush asks that begins behind the commit of another. `began` gets what `begin` would return. */
export type Follower = { questions: FlushQuestions; began(facts: Promise<FlushFacts>): void };

const CONNECT_MS = 5_000;
const STRIPE_LOCK_CLASS = 7104;
const MAX_STRIPE = 32_767;
const LOCK_NOT_AVAILABLE = "55P03";
const QUERY_CANCELED = "57014";
/** Unique violation, deadlock, serialization failure: the next attempt sees the other transaction's rows. */
const CONTENTION = ["23505", "40P01", "40001"];

// Plans hot statements once and by index: a plan made while a table was empty would scan it later.
const SETTINGS = [
  "plan_cache_mode=force_generic_plan",
  "enable_seqscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  "jit=off",
  "synchronous_commit=on",
];

/** Opens a lane and takes the first free fee stripe. A forgotten lock delays it for at most 5 s. */
export async function openLedgerLane(options: { url: string; applicationName: string }): Promise<LedgerLane> {
  const client = new pg.Client({
    connectionString: await primaryUrl(options.url, CONNECT_MS),
    application_name: options.applicationName,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_MS,
    lock_timeout: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    query_timeout: 20_000,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(" "),
  });
  const state = { lost: false };
  const lose = () => {
    state.lost = true;
  };
  client.on("error", lose);
  client.on("end", lose);
  await client.connect();
  try {
    return laneOver(client, await takeStripe(client), state);
  } catch (error) {
    await client.end();
    throw error;
  }
}

function laneOver(client: pg.Client, stripe: number, state: { lost: boolean }): LedgerLane {
  // An error that PostgreSQL did not send comes from the connection: a timeout or a closed socket.
  async function guard<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) state.lost = true;
      throw error;
    }
  }
  let earlyRows: StatementGroup | null = null;
  return {
    stripe,
    openFeeStripes: (tenants) => guard(openFeeStripes(client, stripe, tenants)),
    begin(questions, early) {
      const group = new StatementGroup(client);
      const facts = beginFlush(group, questions);
      void group.end();
      earlyRows = early ? new StatementGroup(client) : null;
      for (const statement of early?.() ?? []) void earlyRows?.query(statement);
      earlyRows?.end().catch(() => undefined);
      return guard(facts);
    },
    async commit(rows, follow) {
      const group = await startCommit(client, rows);
      const follower = follow?.();
      const next = follower ? new StatementGroup(client) : null;
      if (follower && next) follower.began(guard(beginFlush(next, follower.questions)));
      try {
        await guard(group.end(next));
      } catch (error) {
        // After a failure of the early rows, the others only say that the transaction has failed.
        await guard(earlyRows?.ended ?? Promise.resolve());
        throw error;
      }
    },
    rollback: async () => {
      await guard(client.query("rollback"));
    },
    trouble(error) {
      // A server that is shutting down ends the connection a moment later: do not use it again.
      if (troubleOf(error) === "lost") state.lost = true;
      return state.lost ? "lost" : troubleOf(error);
    },
    end: () => client.end(),
  };
}

/**
 * All statements of a flush and its commit, in one write. With many rows each statement leaves as soon as it is built: the server runs
 * it meanwhile.
 */
async function startCommit(client: pg.Client, rows: FlushRows): Promise<StatementGroup> {
  const isOneWrite = !isLarge(rows);
  const group = new StatementGroup(client);
  try {
    for (const statement of writeStatements(rows)) {
      void group.query(statement);
      if (isOneWrite) continue;
      group.send();
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch (error) {
    // What has left needs its Sync, or the connection answers nothing any more.
    if (!isOneWrite) await group.end().catch(() => undefined);
    throw error;
  }
  void group.query({ name: "ledger_commit", text: "commit" });
  return group;
}

function troubleOf(error: unknown): LaneTrouble {
  if (!(error instanceof pg.DatabaseError)) return "failed";
  const { code = "", constraint } = error;
  // A batch keeps its reference permanently: a retry would fail again.
  if (isNamed(constraint, "batches_reference")) return "failed";
  if (code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED) return "busy";
  if (CONTENTION.includes(code)) return "contended";
  // 57P..: the server is stopping or starting; 08..: a connection error; 25P03: idle in a transaction for too long; 25006: it is a
  // standby now.
  return code.startsWith("57P") || code.startsWith("08") || ["25P03", "25006"].includes(code) ? "lost" : "failed";
}

async function takeStripe(client: pg.Client): Promise<number> {
  for (let stripe = 0; stripe <= MAX_STRIPE; stripe += 1) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1, $2) as taken", [
      STRIPE_LOCK_CLASS,
      stripe,
    ]);
    if (rows[0]?.taken) return stripe;
  }
  throw new Error("every fee stripe is taken");
}

async function openFeeStripes(client: pg.Client, stripe: number, tenants: readonly number[]): Promise<FeeStripe[]> {
  const values = [plainArray(tenants), stripe];
  await client.query(
    `insert into accounts (tenant, id, kind, stripe)
     select wanted.tenant, nextval('account_ids'), kinds.kind, $2::smallint
     from unnest($1::int[]) as wanted (tenant)
     cross join unnest('{platform_fee,merchant_fee}'::text[]) as kinds (kind)
     where not exists (
       select 1 from accounts a
       where a.tenant = wanted.tenant and a.kind = kinds.kind and a.kind <> 'wallet' and a.stripe = $2::smallint
     )
     on conflict do nothing`,
    values,
  );
  // Narrowed: "kind". The condition names both.
  const { rows } = await client.query<FeeStripe>(
    `select a.tenant, a.kind, a.id
     from unnest($1::int[]) as wanted (tenant)
     join accounts a on a.tenant = wanted.tenant and a.kind <> 'wallet' and a.stripe = $2::smallint
     where a.kind in ('platform_fee', 'merchant_fee')`,
    values,
  );
  return rows;
}
