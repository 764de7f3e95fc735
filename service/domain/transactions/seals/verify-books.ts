import {
  findNextSeal,
  findSeal,
  findSealCheck,
  lockSealCheck,
  type SealCheck,
  type SealProblem,
  type SealRow,
  updateSealCheck,
} from "../../../db/ledger/book-seals.ts";
import { inTransaction, type Queryable } from "../../../db/pool.ts";
import type { Services } from "../../context.ts";
import { verifyMoved, verifySeal } from "./verify-seal.ts";

const ROWS_PER_RUN = 5_000;
const RESCAN_MS = 24 * 3_600_000;
/** The first problems matter; a broken seal can bring thousands. */
const MAX_PROBLEMS = 50;

type VerifyServices = Pick<Services, "db" | "clock" | "providers">;

/**
 * Verifies seals that are new since the last run, then goes on with a pass over all seals that begins anew every day. Each part stops
 * after about 5,000 rows. Stores and returns the problems: a problem stays until a pass finds its seal intact again. Ledger 6.
 */
export async function verifyNewSeals(
  services: VerifyServices,
  rowsPerRun = ROWS_PER_RUN,
): Promise<{ verified: number; problems: SealProblem[] }> {
  return await inTransaction(services.db, async (tx) => {
    const check = await lockSealCheck(tx);
    if (!check) return { verified: 0, problems: [] };
    const now = services.clock.now();
    const fresh = await verifyFrom(tx, services, check.verified, { rows: rowsPerRun });
    const verified = fresh.last;
    const isDue = !check.rescanBeganAt || now.getTime() - check.rescanBeganAt.getTime() >= RESCAN_MS;
    const begins = isDue && check.rescanned >= check.verified;
    const again = await verifyFrom(tx, services, begins ? 0n : check.rescanned, {
      rows: rowsPerRun,
      through: check.verified,
    });
    const next: SealCheck = {
      verified,
      verifiedAt: now,
      rescanned: again.last,
      rescanBeganAt: begins ? now : check.rescanBeganAt,
      problems: merge(check.problems, [again, fresh]),
    };
    await updateSealCheck(tx, next);
    return { verified: fresh.seals.length + again.seals.length, problems: next.problems };
  });
}

/** Verifies all seals at once, from the first, and stores the result. For the operator. Returns the problems in order. */
export async function verifyAllSeals(
  services: VerifyServices,
): Promise<{ seals: number; rows: number; head: SealRow | undefined; problems: SealProblem[] }> {
  const { db, clock } = services;
  const passed = await verifyFrom(db, services, 0n, { rows: Number.POSITIVE_INFINITY });
  const { verified } = await findSealCheck(db);
  const isCut = verified > passed.last;
  const moved = await verifyMoved(db, services.providers.secrets);
  const problems = [...passed.problems, ...(isCut ? [lostSeal(passed.last + 1n)] : []), ...moved.problems];
  const stored = problems.slice(0, MAX_PROBLEMS);
  const at = clock.now();
  await inTransaction(db, (tx) =>
    updateSealCheck(tx, {
      verified: isCut ? verified : passed.last,
      verifiedAt: at,
      rescanned: passed.last,
      rescanBeganAt: at,
      problems: stored,
    }),
  );
  return { seals: passed.seals.length, rows: passed.rows + moved.rows, head: passed.head, problems };
}

type Pass = { last: bigint; seals: number[]; rows: number; head: SealRow | undefined; problems: SealProblem[] };

async function verifyFrom(
  db: Queryable,
  { providers: { secrets } }: VerifyServices,
  after: bigint,
  limit: { rows: number; through?: bigint },
): Promise<Pass> {
  let before = await findSeal(db, after);
  const pass: Pass = { last: after, seals: [], rows: 0, head: before, problems: [] };
  if (!before && after > 0n) pass.problems.push(lostSeal(after));
  while (pass.rows < limit.rows) {
    const seal = await findNextSeal(db, pass.last);
    if (!seal || (limit.through !== undefined && seal.number > limit.through)) break;
    const { problems, rows } = await verifySeal(db, secrets, seal, before);
    pass.problems.push(...problems);
    pass.rows += rows + 1;
    pass.seals.push(Number(seal.number));
    pass.last = seal.number;
    pass.head = seal;
    before = seal;
  }
  return pass;
}

function lostSeal(number: bigint): SealProblem {
  return { seal: Number(number), row: "seal", id: String(number), tenant: null, found: "missing" };
}

function merge(known: readonly SealProblem[], passes: readonly Pass[]): SealProblem[] {
  const verified = new Set(passes.flatMap((pass) => pass.seals));
  const found = passes.flatMap((pass) => pass.problems);
  const isRepeated = (problem: SealProblem) =>
    found.some((one) => one.seal === problem.seal && one.row === problem.row && one.id === problem.id);
  return [...known.filter((one) => !verified.has(one.seal) && !isRepeated(one)), ...found]
    .sort((a, b) => a.seal - b.seal)
    .slice(0, MAX_PROBLEMS);
}
