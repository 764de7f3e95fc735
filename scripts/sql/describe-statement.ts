import type pg from "pg";
import type { Catalog } from "./catalog.ts";
import { isNode, type Node, numberAt, outputOf, parseNodeTree, textAt } from "./node-tree.ts";
import { Nullability } from "./nullability.ts";

/** A column of a result. `values`: all values that a check constraint of its table allows. */
export type ResultColumn = { name: string; type: string; isNullable: boolean; values: readonly string[] | undefined };
export type Description = {
  /** PostgreSQL's type names of `$1`, `$2`, …. */
  parameters: string[];
  columns: ResultColumn[];
  /** Describes the rows in which these columns are not null. */
  columnsWhere(present: readonly string[]): ResultColumn[];
};

/** PostgreSQL does not prepare these statements. They have no parameters and no rows. */
const UTILITY =
  /^\s*(begin|commit|rollback|savepoint|release|set|lock|create|alter|drop|vacuum|analyze|listen|notify)\b/i;

export function isUtility(text: string): boolean {
  return UTILITY.test(text);
}

/**
 * Reads a statement's parameters and columns from the database. PostgreSQL prepares the statement, and stores it as the
 * body of a function; the body's analysed tree shows which columns can be null. `isSent`: whether the value of `$n` is
 * never null.
 * @throws pg.DatabaseError where the statement is invalid
 */
export async function describeStatement(
  { db, catalog }: { db: pg.ClientBase; catalog: Catalog },
  text: string,
  isSent: (parameter: number) => boolean,
): Promise<Description> {
  await db.query("begin");
  try {
    await db.query(`prepare checked as ${text}`);
    const prepared = await db.query<{ parameters: string[]; results: string[] | null }>(
      `select parameter_types::text[] as parameters, result_types::text[] as results
       from pg_prepared_statements where name = 'checked'`,
    );
    const [types] = prepared.rows;
    if (!types) throw new Error("the statement was not prepared");
    const query = await readTree(db, text, types.parameters);
    const nullability = new Nullability(catalog, isSent);
    const entries = outputOf(query);
    const results = types.results ?? [];
    const withNulls = (nullable: readonly boolean[]) =>
      results.map((type, index) => columnOf(catalog, entries[index], type, nullable[index] ?? true));
    return {
      parameters: types.parameters,
      columns: withNulls(nullability.columns(query)),
      columnsWhere: (present) =>
        withNulls(
          nullability.columns(
            query,
            entries.flatMap((entry, index) => (present.includes(textAt(entry, "resname")) ? index : [])),
          ),
        ),
    };
  } finally {
    await db.query("rollback");
    await db.query("deallocate all");
  }
}

async function readTree(db: pg.ClientBase, text: string, parameters: readonly string[]): Promise<Node> {
  await db.query(
    `create function pg_temp.checked(${parameters.join(", ")}) returns void language sql begin atomic ${text}; end`,
  );
  const { rows } = await db.query<{ tree: string }>(
    "select prosqlbody::text as tree from pg_proc where proname = 'checked' and pronamespace = pg_my_temp_schema()",
  );
  let tree = parseNodeTree(rows[0]?.tree ?? "");
  while (Array.isArray(tree)) tree = tree[0];
  if (!isNode(tree)) throw new Error("the statement has no tree");
  return tree;
}

function columnOf(catalog: Catalog, entry: Node | undefined, type: string, isNullable: boolean): ResultColumn {
  const origin = entry && catalog.column(numberAt(entry, "resorigtbl"), numberAt(entry, "resorigcol"));
  return { name: entry ? textAt(entry, "resname") : "", type, isNullable, values: origin?.values };
}
