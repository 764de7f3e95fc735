import { afterAll, beforeAll, expect, test } from "vitest";
import { approveTransaction } from "../domain/approvals/approve-transaction.ts";
import { creditWallet } from "../domain/batches/single/credit-wallet.ts";
import type { Services } from "../domain/context.ts";
import { fundMerchantWallet } from "../domain/merchant/fund-merchant-wallet.ts";
import { suspendMerchant } from "../domain/merchant/settings/suspend-merchant.ts";
import { expectApprovalsToBeConsistent, submitTestTransfer } from "../testing/approvals.ts";
import { platformActor, testContext, testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../testing/factories.ts";
import { expectBooksToBalance } from "../testing/invariants.ts";
import { restored } from "./restored.ts";

const database = useTestDatabase();
let services: Services;

beforeAll(() => {
  services = testServices(database);
});
afterAll(() => services.committer.close());

/** What `restored hold` prints. */
async function hold(): Promise<string> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await restored.run({ services, actor: platformActor, operator: "ada", isProduction: true, print }, ["hold"]);
  return lines.join("\n");
}

/** A request of a new merchant that waits for `approver`. */
async function submit() {
  const merchant = await createTestMerchant(services);
  const platform = testContext(services, { tenant: merchant.sandbox });
  const member = async (role: "Admin" | "Operator") =>
    testContext(services, { tenant: merchant.sandbox, actor: await testMember(services, merchant, role) });
  const [maker, approver] = [await member("Operator"), await member("Admin")];
  const [from, to] = [await createTestWallet(platform), await createTestWallet(platform)];
  await fundMerchantWallet(platform, { amount: 10_000_000 });
  await creditWallet(platform, { customerId: from.customerId, amount: 1_000_000 });
  const order = { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount: 500_000 };
  return { id: await submitTestTransfer(maker, order), platform, approver };
}

test("a request that waited for approval at the restored time cannot be approved: it may have been paid", async () => {
  const { id, approver } = await submit();
  const suspended = await submit();
  await suspendMerchant(suspended.platform, "Chargebacks are investigated");
  expect(await hold()).toContain("2 requests that waited for approval have expired, and 0 replays have ended.");
  await expect(approveTransaction(approver, { transactionId: id })).rejects.toMatchObject({ code: "approval_decided" });
  const { rows } = await database.pool.query(
    `select a.status, l.actor_kind as by, l.reason from approvals a
     join audit_log l on l.tenant = a.tenant and l.object_id = a.id::text and l.action = 'approval.expire'`,
  );
  const reason = "Our database was restored to an earlier time. Check whether it was paid, then submit it again.";
  const expired = { status: "EXPIRED", by: "platform", reason };
  expect(rows).toEqual([expired, expired]);
  expect(await hold()).toContain("0 requests that waited for approval have expired");
  await expectApprovalsToBeConsistent(database.pool);
  await expectBooksToBalance(database.pool);
});
