import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type MoneyApp, openMoneyApp } from "../../../testing/apps/money-app.ts";
import { createTestCard, openTestIssuer, testIssuer } from "../../../testing/cards.ts";
import { testClock } from "../../../testing/clock.ts";
import { testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestWallet } from "../../../testing/factories.ts";

const database = useTestDatabase({ connections: 8 });
const clock = testClock();
const issuer = openTestIssuer(clock);
let money: MoneyApp;

beforeAll(async () => {
  const { providers } = testServices(database, { clock });
  const issuers = { SANDBOX: testIssuer, PRODUCTION: null };
  money = await openMoneyApp(database, { clock, providers: { ...providers, issuers } });
  await money.call("POST", "/merchant/fund-wallet", { amount: 1_000_000 });
});
afterAll(() => money.close());

it("a hold that midnight overtakes is given back to the day on which it was spent", async () => {
  const { customerId } = await createTestWallet(money.ctx);
  await money.call("POST", "/wallet/credit", { customerId, amount: 10_000 });
  const card = await createTestCard(money.ctx, { customerId });
  clock.set("2026-03-02T22:59:59.500Z");
  const { committer } = money.ctx;
  const submit = committer.submit.bind(committer);
  vi.spyOn(committer, "submit").mockImplementationOnce((posting) => {
    // Midnight in Lagos, between the question and the commit.
    clock.advance(1_000);
    return submit(posting);
  });
  const { decision, authorizationId } = await issuer.authorize(money.app, card, 5_000);
  expect(decision).toBe("approve");
  const spentToday = async () =>
    (await money.call("GET", `/wallet/customer?customerId=${customerId}`)).body.wallet.spentToday;
  expect(await spentToday()).toBe(5_000);
  await issuer.send(money.app, "events", issuer.event(card, "reverse", { authorizationId, amount: 5_000 }));
  expect(await spentToday()).toBe(0);
});
