import pg from "pg";

/**
 * The rows that a statement may read and change: those of one merchant in one mode, of the merchant itself, and the memberships and
 * sessions of the person who asks.
 */
export type TenantScope = { tenant: number; merchantId: string; userId: string | null };

/**
 * What the primary has committed: everything before `lsn` in its log, by transactions before `xmax`. `history` names the cluster and its
 * timeline: positions of two histories cannot be compared.
 */
export type LogPosition = { readonly lsn: string; readonly xmax: string; readonly history: string };

/** A replica for the statements of one request, which refuses each of them until it has replayed `position`. */
type ChosenReplica = { readonly pool: pg.Pool; readonly position: LogPosition };

export type ServerKind = "primary" | "replica";

/** How requests read on replicas. Decision 0191. */
export type ReplicaReads = {
  /**
   * Returns a replica that has replayed everything that was committed before this call, in whichever process; null if none has within
   * 100 ms, and the primary is to be read.
   */
  choose(): Promise<ChosenReplica | null>;
  /** Counts a statement by the kind of server that answered it. */
  count(server: ServerKind): void;
};

/**
 * The history of the connected replica. The timeline is that of the last restart point, so that after a failover a replica is used again
 * once it has made one on the new timeline. Null on a server that is no replica (any more).
 */
export const REPLICA_HISTORY = `(select system_identifier || '/' || min_recovery_end_timeline
  from pg_control_system(), pg_control_recovery() where pg_is_in_recovery())`;

// Local to the transaction, so a connection keeps no tenant, also when the statement fails. Without the second role (one role, or
// an installation before decision 0084) the statement runs as the role of the connection.
const enterTenant = ([
  tenant,
  merchant,
  user,
]: readonly string[]) => `set_config('role', case when to_regrole(quote_ident(session_user || '_requests')) is null then 'none'
    else session_user || '_requests' end, true),
  set_config('app.tenant', ${tenant}, true), set_config('app.merchant', ${merchant}, true), set_config('app.user', ${user}, true)`;

const ENTER = { name: "enter-tenant", text: `select ${enterTenant(["$1", "$2", "$3"])}` };
// The server itself refuses a statement before it has replayed what the request must see: a position that was asked before may be
// that of another server by now. Each statement has a newer snapshot than this one. The log may be flushed up to the middle of a record that
// no commit needs and no replica can replay; then it is enough that every transaction has ended there. Decision 0191.
const ENTER_REPLICA = {
  name: "enter-replica",
  text: `select (case when ${REPLICA_HISTORY} = $5
      and (pg_last_wal_replay_lsn() >= $4::pg_lsn or pg_snapshot_xmin(pg_current_snapshot()) >= $6::xid8)
    then 'on' else 'the replica is behind' end)::boolean, ${enterTenant(["$1", "$2", "$3"])}`,
};
const entered = new WeakSet<pg.Connection>();

/**
 * The database as a request of one tenant sees it: every statement runs as the role whose policies admit only rows of that tenant.
 * A statement and its settings are one round trip and one transaction. Decision 0084. With `replicas`, statements outside of
 * transactions run on a replica that has replayed everything committed before the first of them, otherwise on the primary. Decision 0191.
 */
export class TenantDatabase {
  readonly pool: pg.Pool;
  readonly #settings: readonly string[];
  readonly #replicas: ReplicaReads | undefined;
  #replica: Promise<ChosenReplica | null> | undefined;
  readonly query: pg.ClientBase["query"];

  constructor(pool: pg.Pool, scope: TenantScope, replicas?: ReplicaReads) {
    this.pool = pool;
    this.#settings = [String(scope.tenant), scope.merchantId, scope.userId ?? ""];
    this.#replicas = replicas;
    // The overloads of the driver that the service uses: a text or a configuration, and values.
    this.query = (replicas ? this.#runOnReplica : this.#run) as pg.ClientBase["query"];
  }

  /** Refused: a connection taken by hand would have no tenant. Use `inTransaction`. */
  connect(): Promise<pg.PoolClient> {
    return Promise.reject(new Error("the database of a tenant gives no connection; use inTransaction"));
  }

  /** Begins a transaction in this scope. */
  get begin(): string {
    return `begin; select ${enterTenant(this.#settings.map(pg.escapeLiteral))}`;
  }

  /** Later statements see what a transaction of this request has committed. */
  noteCommit(): void {
    this.#replica = undefined;
  }

  #run = (statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> =>
    send(this.pool, { enter: ENTER, settings: this.#settings }, configOf(statement, values));

  #runOnReplica = async (statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    this.#replica ??= this.#replicas?.choose();
    const replica = await this.#replica;
    if (replica) {
      const { lsn, history, xmax } = replica.position;
      const scope = { enter: ENTER_REPLICA, settings: [...this.#settings, lsn, history, xmax] };
      try {
        const result = await send(replica.pool, scope, configOf(statement, values));
        this.#replicas?.count("replica");
        return result;
      } catch {
        // It is behind, conflicts with recovery, or has failed, or the statement is wrong on every server: the primary decides.
        this.#replica = Promise.resolve(null);
      }
    }
    this.#replicas?.count("primary");
    return await this.#run(statement, values);
  };
}

function configOf(statement: string | pg.QueryConfig, values?: unknown[]): pg.QueryConfig {
  const config = typeof statement === "string" ? { text: statement } : statement;
  return { ...config, ...(values && { values }) };
}

type Scope = { enter: { name: string; text: string }; settings: readonly string[] };

/** Runs a statement in a scope, in one round trip. */
async function send(pool: pg.Pool, scope: Scope, config: pg.QueryConfig): Promise<pg.QueryResult> {
  // The server skips what follows a failed setting only in the extended protocol.
  const query = new pg.Query(Object.assign({ queryMode: "extended" }, config));
  const submit = query.submit;
  query.submit = (connection) => {
    connection.stream.cork();
    try {
      enter(connection, scope);
      return submit.call(query, connection);
    } finally {
      connection.stream.uncork();
    }
  };
  // The driver returns the results of all statements before a Sync in an array.
  const [, result] = await (pool.query(query) as unknown as Promise<[pg.QueryResult, pg.QueryResult]>);
  return result;
}

/** Sends the settings without a Sync, so that the statement after them runs in the same transaction or, where they fail, not at all. */
function enter(connection: pg.Connection, { enter: { name, text }, settings }: Scope): void {
  // A connection belongs to one server, so it has one of the two statements.
  if (!entered.has(connection)) {
    connection.parse({ name, text, types: [] }, true);
    entered.add(connection);
  }
  connection.bind({ statement: name, values: [...settings] }, true);
  connection.describe({ type: "P", name: "" }, true);
  connection.execute(null, true);
}
