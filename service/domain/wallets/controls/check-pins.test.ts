import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testContext, testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../../testing/factories.ts";
import type { Context } from "../../context.ts";
import { checkPins } from "./check-pins.ts";
import { setTransactionPin } from "./set-transaction-pin.ts";

const database = useTestDatabase();
let ctx: Context;

beforeAll(async () => {
  const services = testServices(database);
  ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
});
afterAll(() => ctx.committer.close());

async function stored(walletId: string): Promise<{ hash: string; isKeyed: boolean }> {
  const { rows } = await database.pool.query(
    `select pin_hash as hash, pin_is_keyed as "isKeyed" from wallets where id = $1`,
    [walletId],
  );
  return rows[0];
}

test("a stored hash matches none of the 10,000 PINs without SECRETS_KEY", async () => {
  const { customerId, walletId } = await createTestWallet(ctx);
  await setTransactionPin(ctx, { customerId, pin: "0042" });
  const { hash, isKeyed } = await stored(walletId);
  expect(isKeyed).toBe(true);
  const pins = Array.from({ length: 10_000 }, (_, pin) => String(pin).padStart(4, "0"));
  const matches = await Promise.all(pins.map((pin) => ctx.providers.passwords.verify(hash, pin)));
  expect(matches.includes(true)).toBe(false);
  expect(await checkPins(ctx, [{ walletId, pin: "0042" }])).toEqual(["right"]);
});

test("a PIN from before hashes were keyed still works, and its hash is keyed by the first correct entry", async () => {
  const { walletId } = await createTestWallet(ctx);
  const old = await ctx.providers.passwords.hash("4821");
  await database.pool.query("update wallets set pin_hash = $2 where id = $1", [walletId, old]);
  expect(await checkPins(ctx, [{ walletId, pin: "1111" }])).toEqual(["wrong"]);
  expect(await stored(walletId)).toEqual({ hash: old, isKeyed: false });
  expect(await checkPins(ctx, [{ walletId, pin: "4821" }])).toEqual(["right"]);
  expect(await stored(walletId)).toEqual({ hash: expect.not.stringContaining(old), isKeyed: true });
  expect(await checkPins(ctx, [{ walletId, pin: "4821" }])).toEqual(["right"]);
});

test("a PIN that gets locked is not hashed for the other entries of a batch", async () => {
  const { customerId, walletId } = await createTestWallet(ctx);
  await setTransactionPin(ctx, { customerId, pin: "4821" });
  const verify = vi.spyOn(ctx.providers.passwords, "verify");
  const entries = Array.from({ length: 10 }, (_, n) => ({ walletId, pin: `111${n}` }));
  const verdicts = await checkPins(ctx, entries);
  expect(verdicts).toEqual(entries.map((_, n) => (n < 4 ? "wrong" : "locked")));
  expect(verify).toHaveBeenCalledTimes(5);
  verify.mockRestore();
});
