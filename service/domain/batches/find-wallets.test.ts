import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import type { Context, Services } from "../context.ts";
import { createPartyCache } from "../transfers/party-cache.ts";
import type { BatchItem } from "./batch-item.ts";
import { findWallets } from "./find-wallets.ts";

const database = useTestDatabase();
let services: Services;
let ctx: Context;
let other: Context;
beforeAll(async () => {
  const clock = testClock();
  services = { ...testServices(database, { clock }), parties: createPartyCache(clock, 200) };
  [ctx, other] = await Promise.all([newMerchant(), newMerchant()]);
});
afterAll(() => services.committer.close());

const newMerchant = async () => testContext(services, { tenant: (await createTestMerchant(services)).sandbox });

function item(names: Partial<BatchItem>): BatchItem {
  const nobody = { customerId: null, walletId: null, accountNumber: null };
  const rest = { amount: 10n, reference: null, narration: null, note: null, reason: null };
  return { row: 1, id: services.ids.next(), ...nobody, ...rest, ...names };
}

it("asks the database only for wallets that the process does not know, of this merchant", async () => {
  const [ada, chidi] = [await createTestWallet(ctx), await createTestWallet(ctx)];
  const items = [
    item({ customerId: ada.customerId }),
    item({ accountNumber: chidi.accountNumber }),
    item({ walletId: ada.walletId }),
    item({ customerId: services.ids.next() }),
  ];
  const queries = vi.spyOn(services.db, "query");
  const asked = () => {
    const names = queries.mock.calls.map(([query]) => (query as { name?: string }).name);
    queries.mockClear();
    return names.sort();
  };
  const first = await findWallets(ctx, items);
  expect(asked()).toEqual([
    "find-batch-wallets-account_number",
    "find-batch-wallets-customer_id",
    "find-batch-wallets-id",
  ]);
  const again = await findWallets(ctx, items);
  // The unknown customer may have been created meanwhile. Wallet IDs are not kept.
  expect(asked()).toEqual(["find-batch-wallets-customer_id", "find-batch-wallets-id"]);
  for (const walletOf of [first, again]) {
    expect(items.map((one) => walletOf(one)?.walletId)).toEqual([
      ada.walletId,
      chidi.walletId,
      ada.walletId,
      undefined,
    ]);
  }
  const theirs = await findWallets(other, items);
  expect(items.map(theirs)).toEqual([undefined, undefined, undefined, undefined]);
});
