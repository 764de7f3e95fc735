import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestCard, type TestCard } from "../../../testing/cards.ts";
import { testClock } from "../../../testing/clock.ts";
import { testContext, testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../../testing/factories.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import { creditWallet } from "../../batches/single/credit-wallet.ts";
import type { Services } from "../../context.ts";
import { fundMerchantWallet } from "../../merchant/fund-merchant-wallet.ts";
import { answerQuestion } from "./authorize-card.ts";

const database = useTestDatabase();
const clock = testClock();
let services: Services;

beforeAll(() => {
  services = testServices(database, { clock });
});
afterAll(async () => {
  await expectBooksToBalance(database.pool);
  await services.committer.close();
});

function authorize({ issuerCardId }: TestCard, amount: bigint) {
  const asked = {
    authorizationId: services.ids.next(),
    cardId: issuerCardId,
    amount,
    merchantAmount: amount,
    merchantCurrency: "NGN",
    rate: "1",
    merchant: { name: "Shoprite Lekki", category: "5411", country: "NG", city: "Lagos" },
    channel: "pos",
    requestedAt: clock.now(),
    expiresAt: new Date(clock.now().getTime() + 7 * 86_400_000),
  } as const;
  const asking = { ...services, requestId: "test", address: null };
  return answerQuestion(asking, { issuer: "sandbox", mode: "SANDBOX", asked });
}

it.each(["daily_limit", "monthly_limit"])("counts what replaced cards spent to the %s", async (limit) => {
  const ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
  await fundMerchantWallet(ctx, { amount: 100_000 });
  const { customerId } = await createTestWallet(ctx);
  await creditWallet(ctx, { customerId, amount: 50_000 });
  let former: string | null = null;
  for (const [tooMuch, allowed] of [
    [10_001n, 5_000n],
    [5_001n, 3_000n],
    [2_001n, 2_000n],
  ] as const) {
    const card = await createTestCard(ctx, { customerId });
    await database.pool.query(`update cards set ${limit} = 10000, replaces = $2 where id = $1`, [card.id, former]);
    expect(await authorize(card, tooMuch)).toEqual({ decision: "decline", code: limit });
    // The commit itself refuses it too.
    const values = [ctx.tenant.id, card.id, tooMuch, new Date(0)];
    const checked = database.pool.query("select refuse_card_authorization($1, $2, $3, $4, $4)", values);
    await expect(checked).rejects.toThrow("the card does not allow this authorization");
    expect(await authorize(card, allowed)).toEqual({ decision: "approve", code: null });
    former = card.id;
  }
});
