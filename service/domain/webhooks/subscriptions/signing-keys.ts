import { findSigningKeys, type SigningKeyRow } from "../../../db/auth/keys.ts";
import type { Services } from "../../context.ts";

/** How long the previous key also signs: receivers rotate keys on their own schedule. Webhooks 6. */
const CO_SIGNING_MS = 24 * 3_600_000;

/** The keys that sign a tenant's deliveries now, in plain text: never store or log them. */
export type SigningKeys = { version: number; key: string; previousKey: string | null };

/**
 * Opens the tenants' current signing keys again on each call. A tenant without a key is missing from the result. So is
 * one whose key was sealed under another `SECRETS_KEY`: `onSealed` gets that error; without `onSealed` it is thrown.
 */
export async function loadSigningKeys(
  { db, providers, clock }: Pick<Services, "db" | "providers" | "clock">,
  tenants: readonly number[],
  onSealed?: (tenant: number, error: unknown) => void,
): Promise<Map<number, SigningKeys>> {
  const rows = Map.groupBy(await findSigningKeys(db, tenants), (row) => row.tenant);
  const open = (row: SigningKeyRow) =>
    providers.secrets.open(row.privateKeySealed, "merchant_keys.private_key_sealed", row.id);
  const found = new Map<number, SigningKeys>();
  for (const [tenant, newestFirst] of rows) {
    const { current, previous } = chooseSigners(newestFirst, clock.now());
    if (!current) continue;
    try {
      const key = open(current);
      found.set(tenant, { version: current.version, key, previousKey: previous ? open(previous) : null });
    } catch (error) {
      if (!onSealed) throw error;
      onSealed(tenant, error);
    }
  }
  return found;
}

/** Chooses from a tenant's keys, newest first, the current signer and the previous one that also signs. Pure. */
export function chooseSigners<K extends Pick<SigningKeyRow, "createdAt" | "stopsAt">>(
  newestFirst: readonly K[],
  now: Date,
): { current: K | undefined; previous: K | undefined } {
  const live = newestFirst.filter((row) => row.stopsAt === null || row.stopsAt > now);
  // The key without an end is the current one; a key with an end was replaced by it.
  const current = live.find((row) => row.stopsAt === null) ?? live[0];
  const isFresh = current !== undefined && now.getTime() - current.createdAt.getTime() < CO_SIGNING_MS;
  const previous = isFresh ? newestFirst.find((row) => row.createdAt < current.createdAt) : undefined;
  return { current, previous };
}
