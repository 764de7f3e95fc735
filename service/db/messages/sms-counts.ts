import type { Queryable, Transaction } from "../pool.ts";

/** A counter of text messages with its hourly maximum. `key` is never a phone number in clear. */
export type SmsCount = { countedBy: "tenant" | "number" | "prefix"; key: Buffer; most: number };

/**
 * Counts one text message in the hour that begins at `hour`. Returns the first count that is used up, after counting
 * in those before it, or undefined. Rows are locked in one order, so concurrent messages wait instead of deadlocking.
 */
export async function countSms(
  tx: Transaction,
  counts: readonly SmsCount[],
  hour: Date,
): Promise<SmsCount["countedBy"] | undefined> {
  for (const { countedBy, key, most } of counts) {
    const { rowCount } = await tx.query(
      `insert into sms_counts as c (counted_by, key, hour, sent) values ($1, $2, $3, 1)
       on conflict (hour, counted_by, key) do update set sent = c.sent + 1 where c.sent < $4`,
      [countedBy, key, hour, most],
    );
    if (rowCount === 0) return countedBy;
  }
  return undefined;
}

export async function deleteSmsCountsBefore(db: Queryable, hour: Date): Promise<number> {
  const { rowCount } = await db.query("delete from sms_counts where hour < $1", [hour]);
  return rowCount ?? 0;
}
