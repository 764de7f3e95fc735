import type { Queryable, Transaction } from "../db/pool.ts";

type Plan = { "Node Type": string; "Actual Rows": number; "Actual Loops": number; Plans?: Plan[] } & {
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
};
type Asked = { text: string; values?: unknown[] };

/**
 * Explains the statements of a query function whose text matches, and counts the rows that PostgreSQL reads for them and compares in
 * vain. These return one row without columns; the others run as usual.
 */
export async function countReadRows(
  db: Queryable,
  ask: (db: Transaction) => Promise<unknown>,
  which = /^/,
): Promise<number> {
  let read = 0;
  const query = async (statement: string | Asked, given: unknown[] = []) => {
    const { text, values = given }: Asked = typeof statement === "string" ? { text: statement } : statement;
    if (!which.test(text)) return await db.query(text, values);
    const { rows } = await db.query(`explain (analyze, format json) ${text}`, values);
    read += readIn(rows[0]["QUERY PLAN"][0].Plan);
    return { rows: [{}] };
  };
  await ask({ query } as unknown as Transaction);
  return read;
}

/** PostgreSQL counts the rows of a node per loop. */
function readIn(plan: Plan): number {
  const scanned = plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0);
  const own = (plan["Node Type"].includes("Scan") ? scanned : 0) + (plan["Rows Removed by Join Filter"] ?? 0);
  return own * plan["Actual Loops"] + (plan.Plans ?? []).reduce((sum, one) => sum + readIn(one), 0);
}
