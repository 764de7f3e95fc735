import type { Database, Queryable } from "../db/pool.ts";

type Plan = { "Rows Removed by Filter"?: number; "Rows Removed by Join Filter"?: number; Plans?: Plan[] };

/** Explains the statements of a query function and counts the rows that PostgreSQL read and discarded. The function gets no rows. */
export async function countDiscardedRows(
  database: Database,
  ask: (db: Queryable) => Promise<unknown>,
): Promise<number> {
  let wasted = 0;
  const explain = async (text: string, values: unknown[]) => {
    const { rows } = await database.query(`explain (analyze, format json) ${text}`, values);
    wasted += wasteOf(rows[0]["QUERY PLAN"][0].Plan);
    return { rows: [] };
  };
  await ask({ query: explain } as unknown as Queryable);
  return wasted;
}

function wasteOf(plan: Plan): number {
  const own = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Join Filter"] ?? 0);
  return own + (plan.Plans ?? []).reduce((sum, part) => sum + wasteOf(part), 0);
}
