import { findSigningKeys, type SigningKeyRow } from "../../../db/auth/keys.ts";
import type { Services } from "../../context.ts";

/** How long the key before the current one signs beside it: receivers change theirs in their own time. Webhooks 6. */
const CO_SIGNING_MS = 24 * 3_600_000;

/** What signs a tenant's deliveries now, in clear: never keep or log it. */
export type SigningKeys = { version: number; key: string; previousKey: string | null };

/**
 * The keys of these tenants that sign at `now`, opened anew at each call; a tenant without one is missing, and so is one whose
 * key was sealed under another `SECRETS_KEY`: `onSealed` hears of it. Without that it is thrown.
 */
export async function loadSigningKeys(
  { db, providers, clock }: Pick<Services, "db" | "providers" | "clock">,
  tenants: readonly number[],
  onSealed?: (tenant: number, error: unknown) => void,
): Promise<Map<number, SigningKeys>> {
  const rows = Map.groupBy(await findSigningKeys(db, tenants), (row) => row.tenant);
  const open = (row: SigningKeyRow) => providers.secrets.open(row.privateKeySealed, "merchant_key");
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

/** Which of a tenant's keys, newest first, signs, and which one signs beside it. Pure. */
export function chooseSigners<K extends Pick<SigningKeyRow, "createdAt" | "stopsAt">>(
  newestFirst: readonly K[],
  now: Date,
): { current: K | undefined; previous: K | undefined } {
  const live = newestFirst.filter((row) => row.stopsAt === null || row.stopsAt > now);
  // The one without an end is meant to stay; one that stops later was replaced by it.
  const current = live.find((row) => row.stopsAt === null) ?? live[0];
  const isFresh = current !== undefined && now.getTime() - current.createdAt.getTime() < CO_SIGNING_MS;
  const previous = isFresh ? newestFirst.find((row) => row.createdAt < current.createdAt) : undefined;
  return { current, previous };
}
