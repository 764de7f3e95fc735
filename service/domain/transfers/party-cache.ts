import type { Clock } from "../../clock.ts";
import type { PartyAddress } from "../../db/ledger/money-parties.ts";
import type { MoneySettingsRow } from "../../db/ledger/money-settings.ts";
import type { PartyCache } from "../context.ts";

const ADDRESSES_MAX = 100_000;

/**
 * Keeps addresses without expiry: a wallet never changes its customer, number or account. A missing address is not cached.
 * Settings expire after `ttlMs`. Balances, limits and freezes are never cached: the ledger reads them under lock.
 */
export function createPartyCache(clock: Clock, ttlMs: number): PartyCache {
  const addresses = new Map<string, PartyAddress>();
  const settings = new Map<number, { row: MoneySettingsRow; until: number }>();
  return {
    settingsOf(tenantId) {
      const entry = settings.get(tenantId);
      return entry && entry.until > clock.now().getTime() ? entry.row : undefined;
    },
    addressOf: (tenantId, by, name) => addresses.get(`${tenantId} ${by} ${name}`),
    keepSettings(tenantId, row) {
      settings.set(tenantId, { row, until: clock.now().getTime() + ttlMs });
    },
    keepAddress(tenantId, by, address) {
      // Evict the oldest address: a Map keeps the order of insertion.
      const oldest = addresses.size >= ADDRESSES_MAX ? addresses.keys().next().value : undefined;
      if (oldest !== undefined) addresses.delete(oldest);
      addresses.set(`${tenantId} ${by} ${by === "customer" ? address.customerId : address.accountNumber}`, address);
    },
  };
}
