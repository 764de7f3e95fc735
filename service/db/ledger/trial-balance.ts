import { binaryArray } from "../array-binary.ts";
import { type Queryable, type Transaction, UNHURRIED } from "../pool.ts";
import { SHORT_LOCKS } from "../short-locks.ts";
import { fullCheckSql, newRowsCheckSql } from "./check-sql.ts";

/** The last result of the verifier for a tenant. Money in kobo; `total` is decimal text of any length. */
export type LedgerCheckRow = {
  tenant: number;
  checkedAt: Date;
  balanced: boolean;
  accounts: bigint;
  entries: bigint;
  newEntries: bigint;
  total: string;
  problems: { rule: string; detail: Record<string, unknown> }[];
};

/** A tenant's last result. A later round that found nothing new of the tenant confirms balanced books. Decision 0178. */
export async function findLedgerCheck(db: Queryable, tenantId: number): Promise<LedgerCheckRow | undefined> {
  const { rows } = await db.query<LedgerCheckRow>(
    `select c.tenant, greatest(c.checked_at, r.confirmed_at) as "checkedAt", c.balanced, c.accounts, c.entries,
       case when r.confirmed_at > c.checked_at then 0 else c.new_entries end as "newEntries", c.total, c.problems
     from ledger_checks c cross join lateral (
       select case when c.balanced then checked_at end as confirmed_at from ledger_check_rounds
     ) r
     where c.tenant = $1`,
    [tenantId],
  );
  return rows[0];
}

/** A class of its own: a check must hold back another check, and no movement (`lockOutFlushes` takes 7105). */
const CHECK_LOCK_CLASS = 7107;

/**
 * Checks a tenant's ledger in one snapshot and stores the result. Reads only accounts that changed and transactions
 * created since the last successful check. `full` reads everything, and so does the check after a failed one. A failed
 * check proves nothing, so a problem stays reported. Waits for another check of the tenant, with `isBrief` for three seconds.
 * @throws where that was too short
 */
export async function checkLedger(
  tx: Transaction,
  tenantId: number,
  check: { at: Date; full: boolean; isBrief?: boolean },
): Promise<LedgerCheckRow> {
  await tx.query("set local statement_timeout = 0");
  if (check.isBrief) await tx.query(SHORT_LOCKS);
  await tx.query({
    text: "select pg_advisory_xact_lock($1, $2)",
    values: [CHECK_LOCK_CLASS, tenantId],
    ...UNHURRIED,
  });
  if (!check.full) {
    const { checked } = await checkNewRows(tx, [tenantId], check.at);
    if (checked[0]) return checked[0];
  }
  return await checkEverything(tx, tenantId, check.at);
}

/**
 * Checks everything of a tenant's ledger like `checkLedger`, unless a full check ended at or after `since` or another check is reading the
 * tenant: then it returns undefined.
 */
export async function checkDueLedger(
  tx: Transaction,
  tenantId: number,
  { at, since }: { at: Date; since: Date },
): Promise<LedgerCheckRow | undefined> {
  const { rows: locked } = await tx.query("select where pg_try_advisory_xact_lock($1, $2)", [
    CHECK_LOCK_CLASS,
    tenantId,
  ]);
  if (locked.length === 0) return undefined;
  const { rows: done } = await tx.query("select from ledger_checks where tenant = $1 and full_checked_at >= $2", [
    tenantId,
    since,
  ]);
  if (done.length > 0) return undefined;
  await tx.query("set local statement_timeout = 0");
  return await checkEverything(tx, tenantId, at);
}

async function checkEverything(tx: Transaction, tenantId: number, at: Date): Promise<LedgerCheckRow> {
  const { rows } = await tx.query<LedgerCheckRow>({ text: fullCheckSql, values: [tenantId, at], ...UNHURRIED });
  const [row] = rows;
  if (!row) throw new Error("the check of the ledger returned nothing");
  return row;
}

/**
 * Checks the ledgers of several tenants like `checkLedger`, in one statement: planning it takes longer than reading the new rows of one
 * tenant. Returns the results, the tenants of which everything has to be read, and those that another check holds; both are not checked.
 */
export async function checkNewRows(
  tx: Transaction,
  tenantIds: readonly number[],
  at: Date,
): Promise<{ checked: LedgerCheckRow[]; unproven: number[]; busy: number[] }> {
  await tx.query("set local statement_timeout = 0");
  const { rows: locked } = await tx.query<{ id: number }>(
    "select id from unnest($2::int[]) as id where pg_try_advisory_xact_lock($1, id)",
    [CHECK_LOCK_CLASS, binaryArray.integer(tenantIds)],
  );
  const free = locked.map(({ id }) => id);
  // The planner cannot know how few rows are new: it expects a third of all transactions, and would read the whole table.
  await tx.query("set local enable_seqscan = off");
  const { rows } = await tx.query<LedgerCheckRow>({
    text: newRowsCheckSql,
    values: [binaryArray.integer(free), at],
    ...UNHURRIED,
  });
  await tx.query("set local enable_seqscan to default");
  const checked = new Set(rows.map((row) => row.tenant));
  return {
    checked: rows,
    unproven: free.filter((id) => !checked.has(id)),
    busy: tenantIds.filter((id) => !free.includes(id)),
  };
}
