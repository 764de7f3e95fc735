import { binaryArray } from "../array-binary.ts";
import type { Database, Queryable, Transaction } from "../pool.ts";
import type { Statement } from "../statement.ts";

export type ImportRowStatus = "pending" | "created" | "skipped";
/** `frozen`: those of the created rows whose wallet was frozen. */
export type ImportRowFilter = ImportRowStatus | "frozen";
type ImportKey = { tenant: number; id: string };

/** An imported row. `customer`: the ID that its customer will have. */
export type NewImportRow = { row: number; cellsSealed: Buffer; name: string; phoneNumber: string; customer: string };

/** Stages rows, thousands in one statement. */
export async function insertImportRows(
  db: Queryable,
  { tenant, id }: ImportKey,
  rows: readonly NewImportRow[],
): Promise<void> {
  await db.query({
    name: "insert-wallet-import-rows",
    text: `insert into wallet_import_rows (tenant, import, row, cells_sealed, name, phone_number, customer)
      select $1, $2, * from unnest($3::int[], $4::bytea[], $5::text[], $6::text[], $7::uuid[])`,
    values: [
      tenant,
      id,
      binaryArray.integer(rows.map(({ row }) => row)),
      binaryArray.bytea(rows.map(({ cellsSealed }) => cellsSealed)),
      binaryArray.text(rows.map(({ name }) => name)),
      binaryArray.text(rows.map(({ phoneNumber }) => phoneNumber)),
      binaryArray.uuid(rows.map(({ customer }) => customer)),
    ],
  });
}

/** A pending row. `unansweredSince`: since when the registry has not responded for it. */
export type PendingImportRow = { row: number; cellsSealed: Buffer; customer: string; unansweredSince: Date | null };

/**
 * Returns the next rows to process: rows without attempts first, in file order. Does not lock: the import's lease
 * protects them.
 */
export async function findPendingImportRows(
  db: Database,
  { tenant, id }: ImportKey,
  limit: number,
): Promise<PendingImportRow[]> {
  const { rows } = await db.query<PendingImportRow>(
    `select row, cells_sealed as "cellsSealed", customer, unanswered_since as "unansweredSince" from wallet_import_rows
     where tenant = $1 and import = $2 and status = 'pending' order by tries, row limit $3`,
    [tenant, id, limit],
  );
  return rows;
}

/** The result of a row. */
export type ImportRowResult = {
  row: number;
  status: "created" | "skipped";
  wallet: string | null;
  existingCustomer: string | null;
  reason: string | null;
};

/**
 * Returns the statements that store the results of rows and count them, for one transaction. A row with a result is not counted
 * twice. Renews the lease where the caller still holds it.
 */
export function importResultStatements(
  { tenant, id }: ImportKey,
  results: readonly ImportRowResult[],
  { lease, until }: { lease: string; until: Date },
): Statement[] {
  return [
    // First of all: two workers that overlap, because one was too slow, then take turns instead of deadlocking.
    {
      name: "lock-wallet-import",
      text: "select from wallet_imports where tenant = $1 and id = $2 for update",
      values: [tenant, id],
    },
    {
      name: "store-import-results",
      text: storeResultsSql,
      values: [
        tenant,
        id,
        binaryArray.integer(results.map(({ row }) => row)),
        binaryArray.text(results.map(({ status }) => status)),
        binaryArray.uuid(results.map(({ wallet }) => wallet)),
        binaryArray.uuid(results.map(({ existingCustomer }) => existingCustomer)),
        binaryArray.text(results.map(({ reason }) => reason)),
        lease,
        until,
      ],
    },
  ];
}

// The rows are named twice, because PostgreSQL may otherwise read all pending rows of an import that its statistics do not know yet.
const storeResultsSql = `
with done as (
  update wallet_import_rows r set status = d.status, wallet = d.wallet, twin = d.twin, reason = d.reason
  from unnest($3::int[], $4::text[], $5::uuid[], $6::uuid[], $7::text[]) as d (row, status, wallet, twin, reason)
  where r.tenant = $1 and r.import = $2 and r.row = d.row and r.row = any ($3::int[]) and r.status = 'pending' returning r.status, r.reason
)
update wallet_imports i set created = i.created + (select count(*) from done where status = 'created'),
  frozen = i.frozen + (select count(*) from done where status = 'created' and reason is not null),
  skipped = i.skipped + (select count(*) from done where status = 'skipped'),
  leased_until = case when i.lease = $8 then $9 else i.leased_until end
where i.tenant = $1 and i.id = $2`;

/** Moves rows without a response behind the others. `at`: when the registry did not respond; null for rows that wait for something else. */
export async function updateUnansweredRows(
  tx: Transaction,
  { tenant, id }: ImportKey,
  rows: readonly number[],
  at: Date | null,
): Promise<void> {
  await tx.query(
    `update wallet_import_rows set tries = tries + 1,
       unanswered_since = case when $4::timestamptz is not null then coalesce(unanswered_since, $4) end
     where tenant = $1 and import = $2 and row = any ($3::int[]) and status = 'pending'`,
    [tenant, id, binaryArray.integer(rows), at],
  );
}

/** A row for display, with its sealed cells for the file. */
export type ImportRow = {
  row: number;
  status: ImportRowStatus;
  name: string;
  phoneNumber: string;
  customer: string;
  wallet: string | null;
  existingCustomer: string | null;
  accountNumber: string | null;
  reason: string | null;
};

// Of the customer that the row created, or of the one who has its data already.
const accountNumber = `(select w.account_number from wallets w where w.tenant = $1
  and w.customer_id = case wallet_import_rows.status when 'created' then customer else twin end) as "accountNumber"`;

/** Returns a page of the rows of an import, in file order. */
export async function findImportRows(
  db: Queryable,
  { tenant, id }: ImportKey,
  { status, limit, offset }: { status: ImportRowFilter | null; limit: number; offset: number },
): Promise<ImportRow[]> {
  // Rows are numbered from 1 without gaps.
  const all = "and row > $4::bigint and row <= $4::bigint + $3::bigint order by row";
  const page = status ? `${whereStatus(status)} order by row limit $3 offset $4` : all;
  const { rows } = await db.query<ImportRow>(
    `select row, status, name, phone_number as "phoneNumber", customer, wallet, twin as "existingCustomer",
       ${accountNumber}, reason from wallet_import_rows
     where tenant = $1 and import = $2 ${page}`,
    [tenant, id, limit, offset],
  );
  return rows;
}

export type SealedImportRow = Pick<ImportRow, "row" | "status" | "reason" | "accountNumber"> & { cellsSealed: Buffer };

/** Returns the next rows after `afterRow` with their cells. For files that are written while they are read. */
export async function findNextSealedRows(
  db: Queryable,
  { tenant, id }: ImportKey,
  { status, afterRow, limit }: { status: ImportRowFilter | null; afterRow: number; limit: number },
): Promise<SealedImportRow[]> {
  const { rows } = await db.query<SealedImportRow>(
    `select row, status, reason, ${accountNumber}, cells_sealed as "cellsSealed" from wallet_import_rows
     where tenant = $1 and import = $2 and row > $4 ${whereStatus(status)} order by row limit $3`,
    [tenant, id, limit, afterRow],
  );
  return rows;
}

// Literals, so that the partial indexes apply. A created row has a reason only if its wallet was frozen.
function whereStatus(status: ImportRowFilter | null): string {
  if (status === "frozen") return "and status = 'created' and reason is not null";
  return status ? `and status = '${status}'` : "";
}
