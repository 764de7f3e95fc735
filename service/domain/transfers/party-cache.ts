import type { Clock } from "../../clock.ts";
import type { PartyAddress, PartyKind } from "../../db/ledger/money-parties.ts";
import type { MoneySettingsRow } from "../../db/ledger/money-settings.ts";

const MOST_ADDRESSES = 100_000;

/** Remembers what every transfer asks for, so that a busy process does not read it each time. */
export type PartyCache = {
  settingsOf(tenantId: number): MoneySettingsRow | undefined;
  addressOf(tenantId: number, by: PartyKind, name: string): PartyAddress | undefined;
  keepSettings(tenantId: number, settings: MoneySettingsRow): void;
  keepAddress(tenantId: number, by: PartyKind, address: PartyAddress): void;
};

/**
 * A wallet keeps its customer, number and account for good, so an address is never stale; that one is missing is not
 * remembered. Settings are for `ttlMs`, less than anybody who changes them needs to try the change. Balances, limits and
 * freezes are never remembered: the ledger reads them under lock.
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
      // The oldest goes first: a Map keeps the order of insertion.
      const oldest = addresses.size >= MOST_ADDRESSES ? addresses.keys().next().value : undefined;
      if (oldest !== undefined) addresses.delete(oldest);
      addresses.set(`${tenantId} ${by} ${by === "customer" ? address.customerId : address.accountNumber}`, address);
    },
  };
}
