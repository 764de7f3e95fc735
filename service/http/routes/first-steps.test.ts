import { beforeEach, expect, test } from "vitest";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { transferBetweenCustomers } from "../../domain/transfers/transfer-between-customers.ts";
import { useAccountApp } from "../../testing/apps/account-app.ts";
import { testContext } from "../../testing/context.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const account = useAccountApp();
let made: Awaited<ReturnType<typeof account.merchantOf>>;

beforeEach(async () => {
  made = await account.merchantOf(account.now().email);
});

async function steps(bearer = made.bearer): Promise<Record<string, boolean> | null> {
  const { body } = await account.call("GET", "/user/profile", undefined, bearer);
  const list: { step: string; isDone: boolean; isDismissed: boolean }[] | null = body.data.firstSteps;
  return (
    list && Object.fromEntries(list.filter(({ isDismissed }) => !isDismissed).map((one) => [one.step, one.isDone]))
  );
}
const dismiss = (dismissedSteps: string[]) =>
  account.call("PATCH", "/user/preferences", { dismissedSteps }, made.bearer);

test("each step is checked off from the data, and stays until it is done or dismissed", async () => {
  const none = { fund: false, wallet: false, credit: false, transfer: false, invite: false };
  expect(await steps()).toEqual({ ...none, key: false, webhook: false, live: false });
  const ctx = testContext(account.now().services, { tenant: made.merchant.sandbox });
  await fundMerchantWallet(ctx, { amount: 1_000_000 });
  const from = await createTestWallet(ctx);
  expect(await steps()).toMatchObject({ fund: true, wallet: false });
  const to = await createTestWallet(ctx);
  await creditWallet(ctx, { customerId: from.customerId, amount: 100_000 });
  const transfer = { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount: 1_000 };
  await transferBetweenCustomers(ctx, transfer);
  const url = { url: "https://hooks.example/in", events: ["*"] };
  await account.call("POST", "/merchant/webhook/subscribe", url, made.bearer);
  // The first wallet and transfer no longer end the list.
  const done = { fund: true, wallet: true, credit: true, transfer: true, webhook: true };
  expect(await steps()).toEqual({ ...done, invite: false, key: false, live: false });
  await testMember(account.now().services, made.merchant, "Admin");
  expect(await steps()).toMatchObject({ invite: true });

  await dismiss(["key"]);
  expect(await steps()).toEqual({ ...done, invite: true, live: false });
  await dismiss(["key", "live"]);
  expect(await steps()).toBeNull();
  await dismiss([]);
  expect(await steps()).toMatchObject({ key: false, live: false });
});

test("a member sees the steps that they may take, and dismisses them for themselves", async () => {
  const { services } = account.now();
  const bearerOfRole = async (role: "Operator" | "Support") =>
    bearerOf(services, (await testMember(services, made.merchant, role)).email);
  expect(await steps(await bearerOfRole("Operator"))).toEqual({ wallet: false, credit: false, transfer: false });
  expect(await steps(await bearerOfRole("Support"))).toBeNull();
  await dismiss(["fund", "wallet", "credit", "transfer", "invite", "key", "webhook", "live"]);
  expect(await steps()).toBeNull();
  expect(await steps(await bearerOfRole("Operator"))).not.toBeNull();
});
