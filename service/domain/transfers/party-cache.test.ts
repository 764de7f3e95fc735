import { expect, it } from "vitest";
import { testClock } from "../../testing/clock.ts";
import { createPartyCache } from "./party-cache.ts";

const settings = {
  transferBaseFee: 1_000n,
  merchantFee: 0n,
  batchItemFee: 0n,
  internalTransfers: true,
  canDebitCustomer: false,
};
const address = { walletId: "w", customerId: "c", accountNumber: "2200000011", accountId: 7n };

it("forgets settings when their time is over, and keeps addresses", () => {
  const clock = testClock();
  const cache = createPartyCache(clock, 200);
  cache.keepSettings(1, settings);
  cache.keepAddress(1, "customer", address);
  clock.advance(199);
  expect(cache.settingsOf(1)).toBe(settings);
  clock.advance(1);
  expect(cache.settingsOf(1)).toBeUndefined();
  expect(cache.addressOf(1, "customer", "c")).toBe(address);
});

it("keeps merchants, modes and ways of naming apart", () => {
  const cache = createPartyCache(testClock(), 200);
  cache.keepSettings(1, settings);
  cache.keepAddress(1, "account", address);
  expect(cache.settingsOf(2)).toBeUndefined();
  expect(cache.addressOf(2, "account", "2200000011")).toBeUndefined();
  expect(cache.addressOf(1, "customer", "c")).toBeUndefined();
  expect(cache.addressOf(1, "account", "2200000011")).toBe(address);
});
