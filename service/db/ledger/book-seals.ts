import { plainArray } from "../array-literal.ts";
import type { Queryable, Transaction } from "../pool.ts";

/** A link of the hash chain over journals and audit rows. The lists are in the order of their numbers. Ledger 6. */
export type SealRow = {
  number: bigint;
  at: Date;
  journalsThrough: bigint;
  auditThrough: bigint;
  /** Some rows were written before codes existed; the seal's codes were computed when it was made. */
  adopts: boolean;
  journals: bigint[];
  /** The tenant of each journal; null in a seal of a former release, whose journals have none. Decision 0193. */
  journalTenants: number[] | null;
  /** 32 bytes for each journal; zeros where a journal has no valid code. */
  journalMacs: Buffer;
  auditRows: string[];
  auditMacs: Buffer;
  hash: Buffer;
};

// The parsers of arrays know no bigint: the driver reads int8 arrays as texts.
type RawSeal = Omit<SealRow, "journals"> & { journals: string[] };

const sealColumns = `number, at, journals_through as "journalsThrough", audit_through as "auditThrough", adopts,
  journals::text[] as journals, journal_tenants as "journalTenants", journal_macs as "journalMacs", audit_rows::text[] as "auditRows",
  audit_macs as "auditMacs", hash`;

function sealOf(row: RawSeal): SealRow {
  return { ...row, journals: row.journals.map(BigInt) };
}

/** The newest seal. */
export async function findLastSeal(db: Queryable): Promise<SealRow | undefined> {
  const { rows } = await db.query<RawSeal>(`select ${sealColumns} from book_seals order by number desc limit 1`);
  return rows.map(sealOf)[0];
}

/** The newest seal without its lists. */
export async function findSealHead(db: Queryable): Promise<Pick<SealRow, "number" | "at" | "hash"> | undefined> {
  const { rows } = await db.query<Pick<SealRow, "number" | "at" | "hash">>(
    "select number, at, hash from book_seals order by number desc limit 1",
  );
  return rows[0];
}

/** A seal by its number. */
export async function findSeal(db: Queryable, number: bigint): Promise<SealRow | undefined> {
  const { rows } = await db.query<RawSeal>(`select ${sealColumns} from book_seals where number = $1`, [number]);
  return rows.map(sealOf)[0];
}

/** The first seal after a number. */
export async function findNextSeal(db: Queryable, after: bigint): Promise<SealRow | undefined> {
  const { rows } = await db.query<RawSeal>(
    `select ${sealColumns} from book_seals where number > $1 order by number limit 1`,
    [after],
  );
  return rows.map(sealOf)[0];
}

export async function insertSeal(tx: Transaction, seal: SealRow): Promise<void> {
  await tx.query(
    `insert into book_seals (number, at, journals_through, audit_through, adopts, journals, journal_macs, audit_rows,
       audit_macs, hash, journal_tenants)
     values ($1, $2, $3, $4, $5, $6::bigint[], $7, $8::uuid[], $9, $10, $11)`,
    [
      seal.number,
      seal.at,
      seal.journalsThrough,
      seal.auditThrough,
      seal.adopts,
      plainArray(seal.journals),
      seal.journalMacs,
      plainArray(seal.auditRows),
      seal.auditMacs,
      seal.hash,
      seal.journalTenants,
    ],
  );
}

export type SealProgress = {
  notedJournal: bigint;
  notedAudit: bigint;
  /** Up to these numbers, rows may lack a code. */
  adoptedJournal: bigint;
  adoptedAudit: bigint;
  /** Every transaction that drew a number up to the noted ones has ended. */
  isFinal: boolean;
};

/**
 * Locks the progress of sealing and notes the highest numbers drawn so far. Returns what an earlier run noted; undefined while
 * another process seals. A number is drawn inside its transaction, so numbers commit out of order and some never appear: noted
 * numbers are final once every transaction with a lower ID than this one's has ended (decision 0037).
 */
export async function takeSealProgress(tx: Transaction, at: Date): Promise<SealProgress | undefined> {
  // Read the numbers first. The lock then assigns this transaction's ID.
  const last = await findLastNumbers(tx);
  const { rows } = await tx.query<Omit<SealProgress, "isFinal"> & { notedXid: string; isNew: boolean }>(
    `select noted_journal as "notedJournal", noted_audit as "notedAudit", noted_xid::text as "notedXid",
       coalesce(adopted_journal, $1::bigint) as "adoptedJournal", coalesce(adopted_audit, $2::bigint) as "adoptedAudit",
       adopted_journal is null as "isNew"
     from book_seal_progress for update skip locked`,
    [last.journal, last.audit],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { notedXid, isNew, ...progress } = row;
  const isFinal = await hasEnded(tx, notedXid);
  if (isFinal || isNew) {
    await tx.query(
      `update book_seal_progress set noted_journal = greatest($1::bigint, noted_journal),
         noted_audit = greatest($2::bigint, noted_audit), noted_xid = pg_current_xact_id(), complete_at = noted_at,
         noted_at = $3, adopted_journal = $4, adopted_audit = $5`,
      [last.journal, last.audit, at, progress.adoptedJournal, progress.adoptedAudit],
    );
  }
  return { ...progress, isFinal };
}

async function findLastNumbers(tx: Transaction): Promise<{ journal: bigint; audit: bigint }> {
  const { rows } = await tx.query<{ journal: bigint; audit: bigint }>(
    `select case when j.is_called then j.last_value else 0 end as journal,
       case when a.is_called then a.last_value else 0 end as audit
     from journal_ids j cross join audit_numbers a`,
  );
  return rows[0] ?? { journal: 0n, audit: 0n };
}

/** An ID above this transaction's own comes from the server that a backup was taken on: nothing of it still runs. */
async function hasEnded(tx: Transaction, xid: string): Promise<boolean> {
  const { rows } = await tx.query<{ ended: boolean }>(
    `select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 or $1::xid8 > pg_current_xact_id() as ended`,
    [xid],
  );
  return rows[0]?.ended ?? false;
}

/** A row that does not match its seal. `tenant` is null where the row's own is unknown. */
export type SealProblem = {
  seal: number;
  row: "seal" | "journal" | "transaction" | "entry" | "audit row";
  id: string;
  tenant: number | null;
  found: "changed" | "missing" | "added" | "moved" | "unsigned";
};

export type SealCheck = {
  /** The last seal that was verified since it was made. */
  verified: bigint;
  verifiedAt: Date | null;
  /** The last seal that the running pass over all seals has verified. */
  rescanned: bigint;
  rescanBeganAt: Date | null;
  problems: SealProblem[];
};

const checkColumns = `verified, verified_at as "verifiedAt", rescanned, rescan_began_at as "rescanBeganAt", problems`;

/** How far the verifier has come. */
export async function findSealCheck(db: Queryable): Promise<SealCheck> {
  const { rows } = await db.query<SealCheck>(`select ${checkColumns} from book_seal_checks`);
  const [row] = rows;
  if (!row) throw new Error("book_seal_checks has no row");
  return row;
}

/** The same, until this transaction ends for this process only; undefined while another one verifies. */
export async function lockSealCheck(tx: Transaction): Promise<SealCheck | undefined> {
  const { rows } = await tx.query<SealCheck & { isLocked: boolean }>(
    `select ${checkColumns}, pg_try_advisory_xact_lock(7106) as "isLocked" from book_seal_checks`,
  );
  return rows.find((row) => row.isLocked);
}

export async function updateSealCheck(tx: Transaction, check: SealCheck): Promise<void> {
  await tx.query(
    `update book_seal_checks set verified = $1, verified_at = $2, rescanned = $3, rescan_began_at = $4,
       problems = $5::jsonb`,
    [check.verified, check.verifiedAt, check.rescanned, check.rescanBeganAt, JSON.stringify(check.problems)],
  );
}

/** When everything committed before was sealed. */
export async function findSealedAt(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>("select complete_at as at from book_seal_progress");
  return rows[0]?.at ?? null;
}
