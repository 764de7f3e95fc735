import {
  findLastSeal,
  insertSeal,
  type SealProgress,
  type SealRow,
  takeSealProgress,
} from "../../../db/ledger/book-seals.ts";
import {
  findAuditMacs,
  findJournals,
  findSealedAudit,
  type SealedJournal,
  type Span,
} from "../../../db/ledger/sealed-rows.ts";
import { findOwnNumbers } from "../../../db/number-ranges.ts";
import { inTransaction, type Queryable, type Transaction } from "../../../db/pool.ts";
import { MAC_BYTES } from "../../../providers/book-macs.ts";
import type { Secrets } from "../../../providers/secrets.ts";
import type { Services } from "../../context.ts";
import { auditMac } from "../../record-audit.ts";
import { isOf, journalKey, macOf, readJournalLines, sealHash } from "./seal-text.ts";

const JOURNALS_PER_SEAL = 200;
const AUDIT_ROWS_PER_SEAL = 5_000;
const SEALS_PER_RUN = 20;

/** Numbers start at 1; the first seal also covers anything that was inserted below. */
const LOWEST = -(2n ** 63n);

/** After which numbers the first seal begins: those of another database are not of this chain. */
export async function findLowest(db: Queryable): Promise<Pick<SealRow, "journalsThrough" | "auditThrough">> {
  const own = await findOwnNumbers(db);
  const before = ({ first }: { first: bigint }) => (first === 1n ? LOWEST : first - 1n);
  return { journalsThrough: before(own.journals), auditThrough: before(own.audit) };
}

/** Stands for the code of a row that has none and may not have none. */
export const NO_MAC = Buffer.alloc(MAC_BYTES);

type SealServices = Pick<Services, "db" | "clock" | "providers">;

/**
 * Adds journals and audit rows that are final to the hash chain, at most 20 seals at a time. One process seals at a time; a crash
 * leaves whole seals only. Returns the number of new seals, and whether more is waiting. Ledger 6, decision 0082.
 */
export async function sealBooks(services: SealServices): Promise<{ seals: number; isBehind: boolean }> {
  return await inTransaction(services.db, async (tx) => {
    const progress = await takeSealProgress(tx, services.clock.now());
    if (!progress?.isFinal) return { seals: 0, isBehind: false };
    let last = await findLastSeal(tx);
    for (let seals = 0; seals < SEALS_PER_RUN; seals += 1) {
      const next = await nextSeal(tx, services, progress, last);
      if (!next) return { seals, isBehind: false };
      await insertSeal(tx, next);
      last = next;
    }
    return { seals: SEALS_PER_RUN, isBehind: true };
  });
}

async function nextSeal(
  tx: Transaction,
  { clock, providers: { secrets } }: SealServices,
  progress: SealProgress,
  last: SealRow | undefined,
): Promise<SealRow | undefined> {
  // Once a seal holds only rows with codes, no later one accepts rows without: they would be forged.
  const mayAdopt = last?.adopts ?? true;
  const { journalsThrough, auditThrough } = last ?? (await findLowest(tx));
  const journals = await journalsToSeal(tx, secrets, {
    span: { after: journalsThrough, through: progress.notedJournal },
    adoptedThrough: mayAdopt ? progress.adoptedJournal : LOWEST,
  });
  const audit = await auditToSeal(tx, secrets, {
    span: { after: auditThrough, through: progress.notedAudit },
    adoptedThrough: mayAdopt ? progress.adoptedAudit : LOWEST,
  });
  if (journals.ids.length + audit.ids.length === 0) return undefined;
  const seal = {
    number: (last?.number ?? 0n) + 1n,
    at: clock.now(),
    journalsThrough: journals.through,
    auditThrough: audit.through,
    adopts: journals.adopts || audit.adopts,
    journals: journals.ids,
    journalTenants: journals.tenants,
    journalMacs: Buffer.concat(journals.macs.map(wholeMac)),
    auditRows: audit.ids,
    auditMacs: Buffer.concat(audit.macs.map(wholeMac)),
  };
  return { ...seal, hash: sealHash(secrets, seal, last?.hash ?? null) };
}

type Wanted = { span: Span; adoptedThrough: bigint };

async function journalsToSeal(tx: Transaction, secrets: Secrets, { span, adoptedThrough }: Wanted) {
  const rows = await findJournals(tx, span, JOURNALS_PER_SEAL);
  const old = rows.filter((row) => row.mac === null && row.id <= adoptedThrough);
  const lines = await readJournalLines(tx, spanOf(old.map((row) => row.id)));
  const oldMac = (row: SealedJournal) =>
    macOf(
      secrets,
      row,
      (lines.get(row.id) ?? []).filter((line) => isOf(row, line)),
    ).mac;
  const oldMacs = new Map(old.map((row) => [journalKey(row), oldMac(row)]));
  return {
    ids: rows.map((row) => row.id),
    tenants: rows.map((row) => row.tenant),
    macs: rows.map((row) => row.mac ?? oldMacs.get(journalKey(row)) ?? NO_MAC),
    adopts: old.length > 0,
    through: rows.length < JOURNALS_PER_SEAL ? span.through : (rows.at(-1)?.id ?? span.through),
  };
}

async function auditToSeal(tx: Transaction, secrets: Secrets, { span, adoptedThrough }: Wanted) {
  const rows = await findAuditMacs(tx, span, AUDIT_ROWS_PER_SEAL);
  const old = rows.filter((row) => row.mac === null && row.number <= adoptedThrough);
  const oldRows = await findSealedAudit(tx, spanOf(old.map((row) => row.number)));
  const oldMacs = new Map(oldRows.map((row) => [row.id, auditMac(secrets, row)]));
  return {
    ids: rows.map((row) => row.id),
    macs: rows.map((row) => row.mac ?? oldMacs.get(row.id) ?? NO_MAC),
    adopts: old.length > 0,
    through: rows.length < AUDIT_ROWS_PER_SEAL ? span.through : (rows.at(-1)?.number ?? span.through),
  };
}

function spanOf(numbers: readonly bigint[]): Span {
  const first = numbers[0];
  return first === undefined ? { after: 0n, through: 0n } : { after: first - 1n, through: numbers.at(-1) ?? first };
}

/** A forged code may have any length; the lists have fixed places. */
function wholeMac(mac: Buffer): Buffer {
  return mac.length === MAC_BYTES ? mac : NO_MAC;
}
