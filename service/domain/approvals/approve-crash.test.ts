import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Services } from "../../domain/context.ts";
import { expectApprovalsToBeConsistent, submitTestTransfer } from "../../testing/approvals.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";

const ROUNDS = 4;
const APPROVALS = 60;

const database = useTestDatabase();
let services: Services;
let bearer: { authorization: string };
let submit: () => Promise<string>;
let receiver: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
  services = testServices(database, { clock: { now: () => new Date() } });
  const merchant = await createTestMerchant(services);
  const approver = await testMember(services, merchant, "Admin");
  const maker = testContext(services, {
    tenant: merchant.sandbox,
    actor: await testMember(services, merchant, "Operator"),
  });
  const ctx = testContext(services, { tenant: merchant.sandbox });
  const fromCustomerId = (await createTestWallet(ctx)).customerId;
  receiver = (await createTestWallet(ctx)).customerId;
  await fundMerchantWallet(ctx, { amount: 10_000_000 });
  await creditWallet(ctx, { customerId: fromCustomerId, amount: 4_000_000 });
  bearer = await bearerOf(services, approver.email, "dashboard");
  submit = () => submitTestTransfer(maker, { fromCustomerId, toCustomerId: receiver, amount: 100 });
});
afterEach(async () => {
  running?.kill("SIGKILL");
  await expectBooksToBalance(database.pool);
  await expectApprovalsToBeConsistent(database.pool);
});
afterAll(() => services.committer.close());

/** The real service on a free port; resolves once it listens. */
async function startService(): Promise<{ address: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", "..", "main.ts")], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.runtime.url, SERVICE_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running = child;
  return await new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("the service ended before it listened")));
    createInterface(child.stdout).on("line", (line) => {
      if (line.includes('"listening"')) resolve({ address: JSON.parse(line).address, child });
    });
  });
}

/** The status of the answer; null where there was none, so that whether it was done is not known. */
async function approve(address: string, transactionId: string): Promise<number | null> {
  const headers = { ...bearer, "content-type": "application/json", "idempotency-key": `approve-${transactionId}` };
  try {
    const body = JSON.stringify({ transactionId });
    const reply = await fetch(`${address}/v1/transaction/approve`, { method: "POST", headers, body });
    await reply.text();
    return reply.status;
  } catch {
    return null;
  }
}

async function statuses(ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<{ id: string; status: string }>(
    "select id, status from approvals where id = any($1::uuid[])",
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.status]));
}

it("a service killed while it approves parts no decision from its money; repeated with their keys all are done once", {
  timeout: 400_000,
}, async () => {
  // What makes the proof worth something: money that moved while its answer did not get through.
  let unseen = 0;
  let approvals = 0;
  for (let round = 0; round < ROUNDS || (unseen === 0 && round < 4 * ROUNDS); round += 1) {
    approvals += APPROVALS;
    const ids: string[] = [];
    for (let made = 0; made < APPROVALS; made += 1) ids.push(await submit());
    const { address, child } = await startService();
    let answered = 0;
    const work = ids.map(async (id) => {
      const status = await approve(address, id);
      answered += 1;
      // Somewhere in the middle of the crowd, another place each round.
      if (answered === 1 + (round % 7) * 8) child.kill("SIGKILL");
      return { id, status };
    });
    const answers = await Promise.all(work);
    const after = await statuses(ids);
    for (const { id, status } of answers) if (status !== null) expect(after.get(id)).toBe("APPROVED");
    unseen += answers.filter((answer) => answer.status === null && after.get(answer.id) === "APPROVED").length;
    await expectApprovalsToBeConsistent(database.pool);

    const second = await startService();
    const retried = await Promise.all(ids.map((id) => approve(second.address, id)));
    expect(new Set(retried)).toEqual(new Set([200]));
    second.child.kill("SIGKILL");
  }
  const { rows } = await database.pool.query(
    "select a.balance from wallets w join accounts a on a.id = w.account_id where w.customer_id = $1",
    [receiver],
  );
  expect(rows).toEqual([{ balance: BigInt(approvals * 100) }]);
  expect(unseen).toBeGreaterThan(0);
});
