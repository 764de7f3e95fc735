import pg from "pg";

/**
 * The rows that a statement may read and change: those of one merchant in one mode, of the merchant itself, and the memberships and
 * sessions of the person who asks.
 */
export type TenantScope = { tenant: number; merchantId: string; userId: string | null };

// Local to the transaction, so a connection keeps no tenant, also when the statement fails. Without the second role (one role, or
// an installation before decision 0084) the statement runs as the role of the connection.
const enterTenant = ([tenant, merchant, user]: readonly string[]) => `select
  set_config('role', case when to_regrole(quote_ident(session_user || '_requests')) is null then 'none'
    else session_user || '_requests' end, true),
  set_config('app.tenant', ${tenant}, true), set_config('app.merchant', ${merchant}, true), set_config('app.user', ${user}, true)`;

const ENTER = { name: "enter-tenant", text: enterTenant(["$1", "$2", "$3"]) };
const entered = new WeakSet<pg.Connection>();

/**
 * The database as a request of one tenant sees it: every statement runs as the role whose policies admit only rows of that tenant.
 * A statement and its settings are one round trip and one transaction. Decision 0084.
 */
export class TenantDatabase {
  readonly pool: pg.Pool;
  readonly #settings: readonly string[];
  readonly query: pg.ClientBase["query"];

  constructor(pool: pg.Pool, scope: TenantScope) {
    this.pool = pool;
    this.#settings = [String(scope.tenant), scope.merchantId, scope.userId ?? ""];
    // The overloads of the driver that the service uses: a text or a configuration, and values.
    this.query = this.#run as pg.ClientBase["query"];
  }

  /** Refused: a connection taken by hand would have no tenant. Use `inTransaction`. */
  connect(): Promise<pg.PoolClient> {
    return Promise.reject(new Error("the database of a tenant gives no connection; use inTransaction"));
  }

  /** Begins a transaction in this scope. */
  get begin(): string {
    return `begin; ${enterTenant(this.#settings.map(pg.escapeLiteral))}`;
  }

  #run = async (statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const config = typeof statement === "string" ? { text: statement } : statement;
    // The server skips what follows a failed setting only in the extended protocol.
    const query = new pg.Query(Object.assign({ queryMode: "extended" }, config, values && { values }));
    const submit = query.submit;
    query.submit = (connection) => {
      connection.stream.cork();
      try {
        enter(connection, this.#settings);
        return submit.call(query, connection);
      } finally {
        connection.stream.uncork();
      }
    };
    // The driver returns the results of all statements before a Sync in an array.
    const [, result] = await (this.pool.query(query) as unknown as Promise<[pg.QueryResult, pg.QueryResult]>);
    return result;
  };
}

/** Sends the settings without a Sync, so that the statement after them runs in the same transaction or, where they fail, not at all. */
function enter(connection: pg.Connection, values: readonly string[]): void {
  if (!entered.has(connection)) {
    connection.parse({ ...ENTER, types: [] }, true);
    entered.add(connection);
  }
  connection.bind({ statement: ENTER.name, values: [...values] }, true);
  connection.describe({ type: "P", name: "" }, true);
  connection.execute(null, true);
}
