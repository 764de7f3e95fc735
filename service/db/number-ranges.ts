import type { Queryable } from "./pool.ts";

/** The highest `DATABASE_NUMBER`: account numbers have nine digits of their own. */
export const LAST_DATABASE = 20;

type Range = { first: bigint; last: bigint };
type SequenceRow = { name: string; type: string; first: bigint; last: bigint; used: bigint | null };

// Below 2^53 for all databases, so that a number survives every reader of JSON.
const BIGINTS = 2n ** 48n;
const INTEGERS = 100_000_000n;
const SERIALS = { firstDatabase: 380_000_000n, others: 20_000_000n, first: 220_000_001n };

/** The numbers that a sequence gives out in database `number`, 0 to 20. Those of two databases never meet. Decision 0194. Pure. */
export function rangeOf(sequence: { name: string; type: string }, number: number): Range {
  const n = BigInt(number);
  if (sequence.name === "account_serials") {
    const end = SERIALS.first + SERIALS.firstDatabase - 1n;
    if (n === 0n) return { first: SERIALS.first, last: end - 1n };
    return { first: end + (n - 1n) * SERIALS.others, last: end + n * SERIALS.others - 1n };
  }
  const size = sequence.type === "integer" ? INTEGERS : BIGINTS;
  return { first: n * size + 1n, last: (n + 1n) * size };
}

/**
 * Makes every sequence give out the numbers of this database only. Run it as the owner after the migrations.
 * @throws if the database has already given out numbers of another one
 */
export async function assignRanges(owner: Queryable, number: number): Promise<void> {
  for (const sequence of await readSequences(owner)) {
    const { first, last } = rangeOf(sequence, number);
    if (sequence.first === first && sequence.last === last) continue;
    const { used } = sequence;
    if (used !== null && (used < first || used > last)) {
      throw new Error(
        `DATABASE_NUMBER is ${number}, but ${sequence.name} has already given out ${used}. A database keeps its number.`,
      );
    }
    // The names come from the catalogue, the numbers are bigints.
    const restart = used === null ? `restart with ${first}` : "";
    await owner.query(
      `alter sequence "${sequence.name}" minvalue ${first} maxvalue ${last} start with ${first} ${restart}`,
    );
    if (sequence.name === "journal_ids" && used === null) await startFoldingAt(owner, first - 1n);
  }
}

/** What adds up journals goes on from the last one it has seen. */
async function startFoldingAt(owner: Queryable, journal: bigint): Promise<void> {
  await owner.query(
    "update rollup_progress set journal = greatest(journal, $1::bigint), sealed = greatest(sealed, $1::bigint)",
    [journal],
  );
  await owner.query("update charge_progress set journal = greatest(journal, $1::bigint)", [journal]);
  await owner.query("update activity_progress set journal = greatest(journal, $1::bigint)", [journal]);
}

async function readSequences(db: Queryable): Promise<SequenceRow[]> {
  const { rows } = await db.query<SequenceRow>(
    `select c.relname::text as name, s.seqtypid::regtype::text as type, s.seqmin as first, s.seqmax as last,
       pg_sequence_last_value(c.oid) as used
     from pg_sequence s join pg_class c on c.oid = s.seqrelid
     where c.relnamespace = 'public'::regnamespace order by c.relname`,
  );
  return rows;
}

/** The journals and audit numbers that this database gives out. Rows with others came from another database. */
export async function findOwnNumbers(db: Queryable): Promise<{ journals: Range; audit: Range }> {
  const { rows } = await db.query<Pick<SequenceRow, "name" | "first" | "last">>(
    `select c.relname::text as name, s.seqmin as first, s.seqmax as last
     from pg_sequence s join pg_class c on c.oid = s.seqrelid
     where c.relnamespace = 'public'::regnamespace and c.relname in ('journal_ids', 'audit_numbers')`,
  );
  const range = (name: string): Range => {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Error(`there is no sequence ${name}`);
    return { first: row.first, last: row.last };
  };
  return { journals: range("journal_ids"), audit: range("audit_numbers") };
}
