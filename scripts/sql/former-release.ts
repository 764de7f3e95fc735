import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { ROOT } from "../sources.ts";

/** Reads statements that `writeStatements` wrote. */
export function readStatements(path: string): string[] {
  return JSON.parse(gunzipSync(readFileSync(join(ROOT, path))).toString("utf8")) as string[];
}

/** Stores statements, small enough for the repository. */
export function writeStatements(path: string, texts: readonly string[]): void {
  writeFileSync(join(ROOT, path), gzipSync(JSON.stringify(texts), { level: 9 }));
}

/**
 * Has PostgreSQL prepare statements of the former release on the new schema. Returns the reason of each one that it refuses: a table,
 * column or type that the former release uses is gone. Decision 0169.
 */
export async function findRefused(db: pg.ClientBase, texts: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  for (const text of texts) {
    await db.query("begin");
    try {
      await db.query(`prepare former as ${text}`);
      await db.query("deallocate former");
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      refused.push(
        `the former release cannot run "${text.replaceAll(/\s+/g, " ").trim().slice(0, 100)}": ${error.message}`,
      );
    } finally {
      await db.query("rollback");
    }
  }
  return refused;
}
