import type { PendingImportRow } from "../../../db/wallets/wallet-import-rows.ts";
import { normalisePhoneNumber } from "../../phone-number.ts";
import { CONCURRENT_ROWS, eachRow } from "./concurrent-rows.ts";
import type { CheckedRow, IdentifiedRow, ReadRow, RowOutcome } from "./create-import-rows.ts";

/** Rows that are created and recorded together, and so the most that are repeated after a crash. */
const GROUP_ROWS = 250;

export type TurnParts = {
  /** Called per row when its group starts: most rows of a large upload are parsed in later turns. */
  read(row: PendingImportRow): ReadRow;
  identify(rows: readonly ReadRow[]): Promise<{ outcomes: RowOutcome[]; fresh: IdentifiedRow[] }>;
  check(row: IdentifiedRow): Promise<CheckedRow | RowOutcome>;
  /**
   * Creates the rows, and stores their results and those of `others`, whose outcomes are known. Returns the outcomes of all. Called for
   * one group after another, in file order.
   */
  create(group: { rows: readonly CheckedRow[]; others: readonly RowOutcome[] }): Promise<RowOutcome[]>;
  isOver(): boolean;
};

/**
 * The result of a turn: the number of created rows, the rows without an answer and those that wait for something else, and whether both are
 * an outage rather than single failures.
 */
export type TurnEnd = { created: number; unanswered: number[]; waiting: number[]; isOutage: boolean; error: unknown };

/**
 * Processes rows in groups, in file order: the registries are asked about a group while the customers of the one before are created
 * in one commit. No two rows of the groups in hand share a phone number, BVN or NIN, so that the first of such rows is created. Stops
 * when the time is over, or when as many consecutive rows as run concurrently got no answer from the registry.
 */
export async function runTurn(rows: readonly PendingImportRow[], parts: TurnParts): Promise<TurnEnd> {
  const end: TurnEnd = { created: 0, unanswered: [], waiting: [], isOutage: false, error: null };
  const isStopped = () => end.isOutage || parts.isOver();
  const reader = createReader(rows, parts);
  let unansweredInARow = 0;
  let keysInHand: ReadonlySet<string> = new Set();
  let creating: Promise<void> = Promise.resolve();
  while (reader.hasMore() && !isStopped()) {
    const group = reader.next(keysInHand);
    const checked = group.rows.length === 0 ? null : await checkGroup(group.rows);
    await creating;
    keysInHand = group.keys;
    creating = checked ? finish(checked) : Promise.resolve();
    // Awaited in the next round; until then its failure is not unhandled.
    creating.catch(() => undefined);
  }
  await creating;
  return end;

  /** Asks about the new customers of a group. Rows that the end of the turn cuts off stay pending. */
  async function checkGroup(group: readonly ReadRow[]) {
    const { outcomes, fresh } = await parts.identify(group);
    const checked: CheckedRow[] = [];
    async function check(row: IdentifiedRow): Promise<void> {
      const answer = await parts.check(row);
      if ("checked" in answer) {
        checked.push(answer);
        unansweredInARow = 0;
        return;
      }
      outcomes.push(answer);
      if ("unanswered" in answer || answer.isGivenUp) unansweredInARow += 1;
      end.isOutage ||= unansweredInARow >= CONCURRENT_ROWS;
    }
    await eachRow(fresh, check, isStopped);
    return { outcomes, checked };
  }

  async function finish({ outcomes, checked }: { outcomes: RowOutcome[]; checked: readonly CheckedRow[] }) {
    for (const outcome of await parts.create({ rows: checked, others: outcomes })) {
      if ("unanswered" in outcome) leave(outcome);
      else if (outcome.status === "created") end.created += 1;
    }
  }

  /** Leaves a row for a later turn. */
  function leave({ unanswered, isWaiting, error }: Extract<RowOutcome, { unanswered: number }>): void {
    (isWaiting ? end.waiting : end.unanswered).push(unanswered);
    end.error ??= error;
  }
}

/** Reads the next rows, up to the first that shares a key with one in hand. */
function createReader(rows: readonly PendingImportRow[], { read }: Pick<TurnParts, "read">) {
  let next = 0;
  let current: ReadRow | undefined;
  return {
    hasMore: () => next < rows.length,
    next(inHand: ReadonlySet<string>): { rows: ReadRow[]; keys: Set<string> } {
      const group: ReadRow[] = [];
      const own = new Set<string>();
      for (let pending = rows[next]; pending && group.length < GROUP_ROWS; pending = rows[next]) {
        current ??= read(pending);
        const keys = keysOf(current);
        if (keys.some((key) => own.has(key) || inHand.has(key))) break;
        for (const key of keys) own.add(key);
        group.push(current);
        current = undefined;
        next += 1;
      }
      return { rows: group, keys: own };
    },
  };
}

function keysOf(row: ReadRow): string[] {
  if ("reason" in row) return [];
  const { phoneNumber, bvn, nin } = row.input;
  const keys = [`phone ${normalisePhoneNumber(phoneNumber) ?? ""}`];
  if (bvn) keys.push(`bvn ${bvn}`);
  if (nin) keys.push(`nin ${nin}`);
  return keys;
}
