import type pg from "pg";

type Column = { isNotNull: boolean; name: string; values: readonly string[] | undefined };
type Routine = { name: string; isStrict: boolean };

/** The parts of the migrated database's catalogue that the check needs, read once. */
export type Catalog = {
  /** Undefined for system columns and unknown tables. */
  column(table: number, column: number): Column | undefined;
  /** A function or aggregate. */
  routine(id: number): Routine | undefined;
};

/** Reads columns, check constraints of the form `column in (…)`, and functions. */
export async function readCatalog(db: pg.ClientBase): Promise<Catalog> {
  const columns = await db.query<{
    table: number;
    place: number;
    name: string;
    isNotNull: boolean;
    check: string | null;
  }>(
    `select a.attrelid as "table", a.attnum as place, a.attname as name, a.attnotnull as "isNotNull",
       (select min(pg_get_constraintdef(c.oid)) from pg_constraint c
        where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]
          and pg_get_constraintdef(c.oid) ~ '= ANY \\(') as "check"
     from pg_attribute a where a.attnum > 0 and not a.attisdropped`,
  );
  const routines = await db.query<Routine & { id: number }>(
    `select oid as id, proname as name, proisstrict as "isStrict" from pg_proc`,
  );
  const byPlace = new Map(
    columns.rows.map(({ table, place, name, isNotNull, check }) => [
      `${table}.${place}`,
      { name, isNotNull, values: check === null ? undefined : valuesOf(check) },
    ]),
  );
  const byId = new Map(routines.rows.map(({ id, ...routine }) => [id, routine]));
  return {
    column: (table, column) => byPlace.get(`${table}.${column}`),
    routine: (id) => byId.get(id),
  };
}

function valuesOf(check: string): string[] {
  return [...check.matchAll(/'((?:''|[^'])*)'::text|\b(\d+)\b(?!\])/g)].map((found) => found[1] ?? found[2] ?? "");
}
