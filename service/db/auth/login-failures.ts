import type { Queryable, Transaction } from "../pool.ts";

/** Failures are counted per account and address, known device or session (api 2). */
export type LoginTarget = { emailHash: Buffer; address: string };

/** Serializes attempts on one account from one address, across all processes, until the transaction ends. */
export async function lockLoginTarget(tx: Transaction, target: LoginTarget): Promise<void> {
  const key = target.emailHash.readBigInt64BE(0);
  await tx.query("select pg_advisory_xact_lock($1 # hashtextextended($2, 0))", [key, target.address]);
}

/** Returns the times of the failures since `since`, newest first, at most `limit`. */
export async function findLoginFailures(
  db: Queryable,
  target: LoginTarget,
  window: { since: Date; limit: number },
): Promise<Date[]> {
  const { rows } = await db.query<{ at: Date }>(
    "select at from login_failures where email_hash = $1 and address = $2 and at > $3 order by at desc limit $4",
    [target.emailHash, target.address, window.since, window.limit],
  );
  return rows.map((row) => row.at);
}

export async function insertLoginFailure(db: Queryable, target: LoginTarget, at: Date): Promise<void> {
  await db.query("insert into login_failures (email_hash, address, at) values ($1, $2, $3)", [
    target.emailHash,
    target.address,
    at,
  ]);
}

/** Returns the times of all failures from an address, newest first, at most `limit`. */
export async function findFailuresFrom(
  db: Queryable,
  address: string,
  window: { since: Date; limit: number },
): Promise<Date[]> {
  const { rows } = await db.query<{ at: Date }>(
    "select at from login_failures where address = $1 and at > $2 order by at desc limit $3",
    [address, window.since, window.limit],
  );
  return rows.map((row) => row.at);
}

/**
 * Returns the times of an account's failures over all addresses, newest first, at most `limit`. Known devices and
 * sessions count apart; their keys are no addresses.
 */
export async function findFailuresOfAccount(
  db: Queryable,
  emailHash: Buffer,
  window: { since: Date; limit: number },
): Promise<Date[]> {
  const { rows } = await db.query<{ at: Date }>(
    `select at from login_failures
     where email_hash = $1 and at > $2 and address not like 'device %' and address not like 'session %'
     order by at desc limit $3`,
    [emailHash, window.since, window.limit],
  );
  return rows.map((row) => row.at);
}

/** Deletes one failure with this time. */
export async function deleteLoginFailure(db: Queryable, target: LoginTarget, at: Date): Promise<void> {
  await db.query(
    `delete from login_failures where ctid = any (array(
       select ctid from login_failures where email_hash = $1 and address = $2 and at = $3 limit 1 for update skip locked))`,
    [target.emailHash, target.address, at],
  );
}

/** Deletes the failures of an account and address after a success. */
export async function deleteLoginFailures(db: Queryable, target: LoginTarget): Promise<void> {
  await db.query("delete from login_failures where email_hash = $1 and address = $2", [
    target.emailHash,
    target.address,
  ]);
}

/** Deletes all failures of an account, from every address, device and session. */
export async function deleteFailuresOfAccount(db: Queryable, emailHash: Buffer): Promise<void> {
  await db.query("delete from login_failures where email_hash = $1", [emailHash]);
}

export async function deleteLoginFailuresBefore(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from login_failures where at < $1", [before]);
  return rowCount ?? 0;
}
