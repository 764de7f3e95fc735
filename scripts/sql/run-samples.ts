import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

/**
 * A statement that ran, with the line that sent it. `error`: the database's message where it rejected the statement.
 */
export type Ran = { path: string; line: number; text: string; error: string | undefined };
export type Sample = (tx: pg.PoolClient) => Promise<unknown>;

/** Runs each sample in a transaction that is rolled back. Returns the statements with their lines. */
export async function runSamples(db: pg.PoolClient, samples: readonly Sample[], root: string): Promise<Ran[]> {
  const ran: Ran[] = [];
  const recorder = new Proxy(db, {
    get(target, name) {
      if (name !== "query") return Reflect.get(target, name);
      return async (query: string | pg.QueryConfig, values?: unknown[]) => {
        const one: Ran = { ...callerIn(root), text: typeof query === "string" ? query : query.text, error: undefined };
        ran.push(one);
        try {
          return await target.query(query as string, values);
        } catch (error) {
          if (error instanceof pg.DatabaseError) one.error = error.message;
          throw error;
        }
      };
    },
  });
  for (const sample of samples) {
    await db.query("begin");
    try {
      await sample(recorder);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
    } finally {
      await db.query("rollback");
    }
  }
  return ran;
}

/** Returns the first line of the stack that lies in `service/`. */
function callerIn(root: string): { path: string; line: number } {
  const folder = join(root, "service");
  for (const found of new Error("stack").stack?.matchAll(/(file:[^\s()]+?):(\d+):\d+/g) ?? []) {
    const file = fileURLToPath(found[1] ?? "");
    if (file.startsWith(folder))
      return { path: file.slice(root.length + 1).replaceAll("\\", "/"), line: Number(found[2]) };
  }
  throw new Error("a sample ran a statement that is not in service/");
}
