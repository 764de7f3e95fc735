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
 * Statements of the former release that the new schema refuses, by their beginning, each with what follows from it until the former
 * release has gone. Decision 0163 says why none of them breaks a restart. Empty it with each release.
 */
export const ACCEPTED: Record<string, string> = {};

/**
 * Has PostgreSQL plan statements of the former release on the new schema. Returns the reason of each one that it refuses: a table, column
 * or type that the former release uses is gone, or the constraint that its `on conflict` names. Also returns the entries of `accepted` that
 * no refused statement needs. Decisions 0163 and 0169.
 */
export async function findRefused(
  db: pg.ClientBase,
  texts: readonly string[],
  accepted: Readonly<Record<string, string>> = ACCEPTED,
): Promise<string[]> {
  const refused: string[] = [];
  const unused = new Set(Object.keys(accepted));
  for (const text of texts) {
    await db.query("begin");
    try {
      // Preparing would not do: what `on conflict` infers is looked up by the planner.
      await db.query(`explain (generic_plan) ${text}`);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      const short = text.replaceAll(/\s+/g, " ").trim();
      const known = Object.keys(accepted).find((beginning) => short.startsWith(beginning));
      if (known) unused.delete(known);
      else refused.push(`the former release cannot run "${short.slice(0, 100)}": ${error.message}`);
    } finally {
      await db.query("rollback");
    }
  }
  return [...refused, ...[...unused].map((beginning) => `no refused statement begins with "${beginning}"`)];
}
