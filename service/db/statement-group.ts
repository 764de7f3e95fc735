import pg from "pg";
import type { Queryable, Transaction } from "./pool.ts";
import type { StatementValue } from "./statement.ts";

/** A named statement of a group. */
type Named = { name: string; text: string; values?: readonly StatementValue[]; rowMode?: "array" };
type Column = { name: string; parse(text: string): unknown };
type Sent = {
  statement: Named;
  values: (string | Buffer | null)[];
  /** Null until the server has described them. */
  columns: readonly Column[] | null;
  rows: unknown[];
  resolve(result: { rows: unknown[] }): void;
};

/** Anything that runs a named statement: a group, the pool or a transaction. */
export type Asked = { query<Row extends pg.QueryResultRow>(statement: Named): Promise<{ rows: Row[] }> };

/** The statements that a connection has prepared, with the columns of their rows. */
const prepared = new WeakMap<pg.Connection, Map<string, readonly Column[]>>();

/**
 * Statements that leave in one write and end with one Sync. PostgreSQL then answers once, where a Sync after each statement would cost a
 * system call for each of them on both sides. After a failed statement the server skips the others. For connections without the
 * driver's own pipeline. Decision 0174.
 */
export class StatementGroup implements Asked, pg.Submittable {
  readonly #sent: Sent[] = [];
  readonly #end = Promise.withResolvers<void>();
  readonly #client: Queryable;
  #connection: pg.Connection | null = null;
  #written = 0;
  #answered = 0;
  #isQueued = false;
  #isComplete = false;
  /** The group that leaves behind this one, in the same write. */
  #next: StatementGroup | null = null;
  /** The driver replaces it by one that also stops the timer of `query_timeout`. */
  callback = (error: unknown): void => (error ? this.#end.reject(error) : this.#end.resolve());

  constructor(client: Queryable) {
    this.#client = client;
    // It may fail while more statements are built, before anybody waits for its end.
    this.#end.promise.catch(() => undefined);
  }

  /** Adds a statement. Its rows arrive before `end` resolves; where the group fails they never do. @throws for an array that is not encoded */
  query<Row extends pg.QueryResultRow>(statement: Named): Promise<{ rows: Row[] }> {
    const { promise, resolve } = Promise.withResolvers<{ rows: Row[] }>();
    const values = (statement.values ?? []).map(parameterOf);
    this.#sent.push({ statement, values, columns: null, rows: [], resolve: resolve as Sent["resolve"] });
    return promise;
  }

  /** Sends what was added so far, so that the server works on it while more is built. */
  send(): void {
    if (!this.#isQueued) {
      this.#isQueued = true;
      this.#client.query(this);
    } else if (this.#connection) this.#write(this.#connection);
  }

  /**
   * Sends the rest and waits for the answers. The server begins with `next`, a complete group, as soon as it has ended this one, even
   * after a failure. @throws the first failure of this group
   */
  end(next: StatementGroup | null = null): Promise<void> {
    this.#isComplete = true;
    if (next) next.#isComplete = true;
    this.#next = next;
    this.send();
    next?.send();
    return this.ended;
  }

  /** Resolves with the last answer. @throws the first failure */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  // What follows is called by the driver.

  submit(connection: pg.Connection): null {
    // A group behind another one has left with it.
    if (!this.#connection) this.#write(connection);
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const sent = this.#sent[this.#answered];
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID) }));
    if (sent) sent.columns = columns;
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const sent = this.#sent[this.#answered];
    if (!sent?.columns) return;
    const values = sent.columns.map(({ parse }, index) => parsed(fields[index] ?? null, parse));
    const { rowMode } = sent.statement;
    sent.rows.push(rowMode ? values : Object.fromEntries(sent.columns.map(({ name }, at) => [name, values[at]])));
  }

  handleCommandComplete(): void {
    const sent = this.#sent[this.#answered];
    this.#answered += 1;
    if (!sent) return;
    if (this.#connection) preparedOn(this.#connection).set(sent.statement.name, sent.columns ?? []);
    sent.resolve({ rows: sent.rows });
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: unknown): void {
    this.callback(error);
  }

  #write(connection: pg.Connection): void {
    this.#connection = connection;
    const known = preparedOn(connection);
    connection.stream.cork();
    for (const sent of this.#sent.slice(this.#written)) {
      const { text } = sent.statement;
      sent.columns = known.get(sent.statement.name) ?? null;
      // The driver may have prepared the statement on this connection under its own name.
      const name = `g ${sent.statement.name}`;
      if (!sent.columns) {
        // It may be there already: a failed group does not say how far it came.
        connection.close({ type: "S", name }, true);
        connection.parse({ name, text, types: [] }, true);
      }
      connection.bind({ statement: name, values: sent.values }, true);
      if (!sent.columns) connection.describe({ type: "P" }, true);
      connection.execute(null, true);
    }
    this.#written = this.#sent.length;
    if (this.#isComplete) {
      connection.sync();
      if (this.#next) this.#next.#write(connection);
    }
    connection.stream.uncork();
  }
}

/** Runs statements one after another in one round trip. @throws the first failure, after which none of the others ran */
export async function queryTogether(tx: Transaction, statements: readonly Named[]): Promise<void> {
  const group = new StatementGroup(tx);
  for (const statement of statements) void group.query(statement);
  await group.end();
}

function preparedOn(connection: pg.Connection): Map<string, readonly Column[]> {
  const known = prepared.get(connection) ?? new Map<string, readonly Column[]>();
  prepared.set(connection, known);
  return known;
}

function parsed(text: string | null, parse: Column["parse"]): unknown {
  return text === null ? null : parse(text);
}

function parameterOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return String(value);
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) throw new Error("a statement of a group takes encoded arrays");
  return JSON.stringify(value);
}
