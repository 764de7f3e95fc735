import type { Transaction } from "../pool.ts";

/**
 * Counts a test call of a merchant in either mode. Returns null where it was counted. Where `limit` calls exist since
 * `since`, counts nothing and returns the oldest of them. Webhooks 7.
 */
export async function takeTestPermit(
  tx: Transaction,
  merchantId: string,
  window: { since: Date; at: Date; limit: number },
): Promise<{ oldest: Date } | null> {
  const { rows } = await tx.query<{ tests: Date[] }>(
    "select webhook_tests as tests from merchants where id = $1 for no key update",
    [merchantId],
  );
  const recent = (rows[0]?.tests ?? []).filter((test) => test > window.since);
  const oldest = recent[recent.length - window.limit];
  if (oldest) return { oldest };
  await tx.query("update merchants set webhook_tests = $2::timestamptz[] where id = $1", [
    merchantId,
    [...recent, window.at],
  ]);
  return null;
}
