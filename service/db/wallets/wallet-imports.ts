import type { TenantRow } from "../merchant/tenants.ts";
import type { Database, Queryable, Transaction } from "../pool.ts";

export type ImportStatus = "pending" | "processing" | "completed" | "partially_completed" | "failed";

/** An import of customers for display. Counts are rows. */
export type WalletImportRow = {
  id: string;
  status: ImportStatus;
  columns: string[];
  total: number;
  created: number;
  frozen: number;
  skipped: number;
  fileName: string | null;
  creatorName: string;
  pausedUntil: Date | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
};

const shown = `id, status, columns, total, created, frozen, skipped, file_name as "fileName", creator_name as "creatorName", paused_until as "pausedUntil",
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

/** Inserts an import that is being received. Readers and workers do not see it. */
export async function insertImport(
  db: Queryable,
  tenant: number,
  one: { id: string; columns: readonly string[]; creatorName: string; requestId: string; at: Date },
): Promise<void> {
  await db.query(
    `insert into wallet_imports (tenant, id, status, columns, creator_name, request_id, created_at)
     values ($1, $2, 'receiving', $3, $4, $5, $6)`,
    [tenant, one.id, one.columns, one.creatorName, one.requestId, one.at],
  );
}

/** Returns the number of the tenant's unfinished imports, at most `limit`. */
export async function countWaitingImports(db: Queryable, tenant: number, limit: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int from (
       select from wallet_imports where tenant = $1 and status in ('pending', 'processing') limit $2) waiting`,
    [tenant, limit],
  );
  return rows[0]?.count ?? 0;
}

/** Releases a received import for processing. Returns false where there is none to accept. */
export async function acceptImport(
  tx: Transaction,
  tenant: number,
  { id, total, fileName }: { id: string; total: number; fileName: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update wallet_imports set status = 'pending', total = $3, file_name = $4
     where tenant = $1 and id = $2 and status = 'receiving'`,
    [tenant, id, total, fileName],
  );
  return rowCount === 1;
}

/**
 * Deletes up to `limit` rows of an import that was not accepted, and the import with its last row. An accepted import
 * stays. Returns false while rows remain.
 */
export async function deleteReceivedImport(
  tx: Transaction,
  tenant: number,
  id: string,
  limit: number,
): Promise<boolean> {
  const found = await tx.query(
    `select from wallet_imports where tenant = $1 and id = $2 and status = 'receiving' for update`,
    [tenant, id],
  );
  if (found.rowCount === 0) return true;
  const { rowCount } = await tx.query(
    `delete from wallet_import_rows where ctid = any (array(
       select ctid from wallet_import_rows where tenant = $1 and import = $2 limit $3))`,
    [tenant, id, limit],
  );
  if (rowCount === limit) return false;
  await tx.query("delete from wallet_imports where tenant = $1 and id = $2", [tenant, id]);
  return true;
}

/** Returns imports that began before an instant and were never accepted: their process has crashed. */
export async function findAbandonedImports(db: Queryable, before: Date): Promise<{ tenant: number; id: string }[]> {
  const { rows } = await db.query<{ tenant: number; id: string }>(
    `select tenant, id from wallet_imports where status = 'receiving' and created_at < $1`,
    [before],
  );
  return rows;
}

export async function findImport(db: Queryable, tenant: number, id: string): Promise<WalletImportRow | undefined> {
  // Narrowed: "status". An import that is being received is left out.
  const { rows } = await db.query<WalletImportRow>(
    `select ${shown} from wallet_imports where tenant = $1 and id = $2 and status <> 'receiving'`,
    [tenant, id],
  );
  return rows[0];
}

/** Returns a page of the tenant's imports, newest first, and their number. */
export async function findImports(
  db: Queryable,
  tenant: number,
  { status, limit, offset }: { status: ImportStatus | null; limit: number; offset: number },
): Promise<{ rows: WalletImportRow[]; total: number }> {
  const where = `tenant = $1 and status <> 'receiving' and ($2::text is null or status = $2)`;
  // Narrowed: "status". An import that is being received is left out.
  const page = await db.query<WalletImportRow>(
    `select ${shown} from wallet_imports where ${where} order by created_at desc, id desc limit $3 offset $4`,
    [tenant, status, limit, offset],
  );
  const counted = await db.query<{ total: number }>(
    `select count(*)::int as total from wallet_imports where ${where}`,
    [tenant, status],
  );
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** A claimed import: its tenant and the fields that the worker needs. */
export type LeasedImport = {
  tenant: TenantRow;
  id: string;
  columns: string[];
  creatorName: string;
  requestId: string;
  pauses: number;
};

/**
 * Claims the next import: merchants take turns, each with the oldest import. Skips leased and paused imports, and
 * those of suspended merchants. The lease expires at `until`.
 */
export async function claimDueImport(
  db: Database,
  { lease, at, until }: { lease: string; at: Date; until: Date },
): Promise<LeasedImport | undefined> {
  const { rows } = await db.query<
    Omit<LeasedImport, "tenant"> & { tenant: number; merchantId: string; mode: LeasedImport["tenant"]["mode"] }
  >(
    `with chosen as (
       select i.tenant, i.id from wallet_imports i
       where i.status in ('pending', 'processing') and (i.leased_until is null or i.leased_until <= $2)
         and (i.paused_until is null or i.paused_until <= $2)
         and not exists (
           select from tenants o join merchants m on m.id = o.merchant_id
           where o.id = i.tenant and m.suspended_at is not null
         )
       order by (select max(o.turn_at) from wallet_imports o where o.tenant = i.tenant) nulls first, i.created_at, i.id
       limit 1 for update skip locked
     )
     update wallet_imports i set status = 'processing', lease = $1, leased_until = $3, turn_at = $2,
       started_at = coalesce(i.started_at, $2)
     from chosen c join tenants t on t.id = c.tenant
     where i.tenant = c.tenant and i.id = c.id
     returning i.tenant, t.merchant_id as "merchantId", t.mode, i.id, i.columns, i.creator_name as "creatorName",
       i.request_id as "requestId", i.pauses`,
    [lease, at, until],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { tenant, merchantId, mode, ...rest } = row;
  return { ...rest, tenant: { id: tenant, merchantId, mode } };
}

type ReleasedImport = Pick<WalletImportRow, "status" | "total" | "created" | "skipped">;

/**
 * Releases an import, and finishes it where no row is left. It pauses until `pausedUntil`. Returns the final counts
 * where it has finished now. Changes nothing where another worker holds the lease.
 */
export async function releaseImport(
  tx: Transaction,
  { tenant, id }: { tenant: number; id: string },
  release: { lease: string; at: Date; pauses: number; pausedUntil: Date | null },
): Promise<ReleasedImport | undefined> {
  // Narrowed: "status". Only an import that is being worked on has a lease.
  const { rows } = await tx.query<ReleasedImport>(
    `update wallet_imports set lease = null, leased_until = null,
       status = case when created + skipped < total then 'processing' when skipped = 0 then 'completed'
         when created = 0 then 'failed' else 'partially_completed' end,
       finished_at = case when created + skipped = total then $4::timestamptz end,
       pauses = $5, paused_until = case when created + skipped < total then $6::timestamptz end
     where tenant = $1 and id = $2 and lease = $3
     returning status, total, created, skipped`,
    [tenant, id, release.lease, release.at, release.pauses, release.pausedUntil],
  );
  const [row] = rows;
  return row && row.status !== "processing" ? row : undefined;
}
