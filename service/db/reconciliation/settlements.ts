import { plainArray, textArray, timesArray } from "../array-literal.ts";
import type { Queryable, Transaction } from "../pool.ts";

const CARDS = "cards:";
/** The rail under which the settlement files of a card issuer stand, apart from a bank of the same name. Decision 0159. */
export const railOfIssuer = (issuer: string): string => CARDS + issuer;
/** The issuer of such a rail, null for a bank's rail. */
export const issuerOfRail = (rail: string): string | null => (rail.startsWith(CARDS) ? rail.slice(CARDS.length) : null);
/** Whether the settlement files of a rail are those of an issuer, in SQL. */
export const isRailOfIssuer = (column: string): string => `starts_with(${column}, '${CARDS}')`;

export type NewSettlementFile = { id: string; rail: string; name: string; uploadedByName: string; at: Date };
/** A line of a settlement file. Kobo. */
export type SettlementLineRow = {
  sessionId: string;
  direction: "in" | "out";
  amount: bigint;
  status: "succeeded" | "failed" | "reversed";
  at: Date;
};

/** A settlement file with the result of its comparison. Kobo. */
export type SettlementFileRow = {
  id: string;
  rail: string;
  day: string;
  name: string;
  state: "waiting" | "matched" | "rejected";
  problem: string | null;
  lines: number;
  matched: number;
  breaks: number;
  others: number;
  uploadedByName: string;
  createdAt: Date;
  matchedAt: Date | null;
};

/** Inserts the file under which lines are staged; it is invisible until `acceptFile`. */
export async function insertReceivingFile(db: Queryable, tenant: number, file: NewSettlementFile): Promise<void> {
  await db.query(
    `insert into settlement_files (tenant, id, rail, name, state, uploaded_by_name, created_at)
     values ($1, $2, $3, $4, 'receiving', $5, $6)`,
    [tenant, file.id, file.rail, file.name, file.uploadedByName, file.at],
  );
}

/** Stages lines in one statement. */
export async function insertLines(
  db: Queryable,
  tenant: number,
  file: string,
  lines: readonly SettlementLineRow[],
): Promise<void> {
  await db.query({
    name: "insert-settlement-lines",
    text: `insert into settlement_lines (tenant, file, session_id, direction, amount, status, at)
      select $1, $2, v.* from unnest($3::text[], $4::text[], $5::bigint[], $6::text[], $7::timestamptz[]) as v`,
    values: [
      tenant,
      file,
      textArray(lines.map(({ sessionId }) => sessionId)),
      plainArray(lines.map(({ direction }) => direction)),
      plainArray(lines.map(({ amount }) => amount)),
      plainArray(lines.map(({ status }) => status)),
      timesArray(lines.map(({ at }) => at)),
    ],
  });
}

/** Hands a staged file to the worker. */
export async function acceptFile(
  tx: Transaction,
  tenant: number,
  file: { id: string; name: string; day: string; lines: number; at: Date },
): Promise<void> {
  await tx.query(
    `update settlement_files set state = 'waiting', day = $3, lines = $4, created_at = $5, name = $6
     where tenant = $1 and id = $2 and state = 'receiving'`,
    [tenant, file.id, file.day, file.lines, file.at, file.name],
  );
}

/** Deletes a file that was not accepted, with its lines. */
export async function deleteReceivingFile(db: Queryable, tenant: number, id: string): Promise<void> {
  await db.query("delete from settlement_files where tenant = $1 and id = $2 and state = 'receiving'", [tenant, id]);
}

/** Files of any tenant that have been arriving since before an instant. */
export async function findAbandonedFiles(db: Queryable, before: Date): Promise<{ tenant: number; id: string }[]> {
  const { rows } = await db.query<{ tenant: number; id: string }>(
    "select tenant, id from settlement_files where state = 'receiving' and created_at < $1",
    [before],
  );
  return rows;
}

/**
 * Deletes up to `limit` lines of the file that was compared first, of any tenant, before an instant. Its figures and breaks stay. Skips
 * a file that another worker empties. Returns their number, or undefined if there is no such file.
 */
export async function deleteOldLines(
  tx: Transaction,
  { comparedBefore, limit, at }: { comparedBefore: Date; limit: number; at: Date },
): Promise<number | undefined> {
  const { rows } = await tx.query<{ tenant: number; id: string }>(
    `select tenant, id from settlement_files where state = 'matched' and lines_deleted_at is null and matched_at < $1
     order by matched_at limit 1 for update skip locked`,
    [comparedBefore],
  );
  const [file] = rows;
  if (!file) return undefined;
  const { rowCount } = await tx.query(
    `delete from settlement_lines where ctid in (select ctid from settlement_lines where tenant = $1 and file = $2 limit $3)`,
    [file.tenant, file.id, limit],
  );
  const deleted = rowCount ?? 0;
  if (deleted < limit) {
    await tx.query("update settlement_files set lines_deleted_at = $3 where tenant = $1 and id = $2", [
      file.tenant,
      file.id,
      at,
    ]);
  }
  return deleted;
}

/**
 * The next file that waits for its comparison: of the tenant whose last comparison is longest ago, the oldest. Skips files that another
 * worker holds. Decision 0162.
 */
export async function claimWaitingFile(
  tx: Transaction,
): Promise<{ tenant: number; id: string; rail: string; day: string } | undefined> {
  // Not null: "day". An accepted file has one.
  const { rows } = await tx.query<{ tenant: number; id: string; rail: string; day: string }>(
    `select tenant, id, rail, day from settlement_files f where state = 'waiting'
     order by (select max(o.matched_at) from settlement_files o where o.tenant = f.tenant) nulls first, created_at
     limit 1 for update skip locked`,
  );
  return rows[0];
}
