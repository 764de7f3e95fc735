import { deletePasskeysOf } from "../../../db/auth/passkeys.ts";
import { deleteRecoveryCodes, deleteTwoFactor, findSecondFactors } from "../../../db/auth/two-factors.ts";
import type { Transaction } from "../../../db/pool.ts";

/**
 * Removes everything that a person set up beside the password: authenticator app, recovery codes and passkeys. For a
 * person in no team, for an account whose e-mail was unproven, and for the platform's reset. The calling verb writes the
 * audit row. Returns whether there was an authenticator or a passkey.
 */
export async function dropSecondFactors(tx: Transaction, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(tx, userId);
  const hadAuthenticator = await deleteTwoFactor(tx, userId);
  return (await deletePasskeysOf(tx, userId)) > 0 || hadAuthenticator;
}

/** Removes the recovery codes of a person who has no second factor any more: they would open nothing. */
export async function dropUnneededRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  const { enabledAt, passkeys } = await findSecondFactors(tx, userId);
  if (enabledAt === null && passkeys === 0) await deleteRecoveryCodes(tx, userId);
}
