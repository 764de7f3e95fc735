import { expect, it } from "vitest";
import { findFreePort } from "../../scripts/system/ports.ts";
import { createSandboxRail } from "../providers/rails/create-rails.ts";
import { openSandboxBank } from "../providers/rails/sandbox-bank.ts";
import { useTestDatabase } from "../testing/database.ts";
import { startBankProcess } from "../testing/processes/bank-process.ts";
import { TEST_BANK_SECRETS } from "../testing/sandbox-bank.ts";

const database = useTestDatabase();
const PAYOUTS = 240;
const ENDINGS = ["00", "09", "25", "26", "66", "77", "91"];

it("loses nothing when it is killed at any moment", async () => {
  const ports = { bank: await findFreePort(), service: await findFreePort() };
  const address = { url: `http://127.0.0.1:${ports.bank}`, ...TEST_BANK_SECRETS };
  let bank = await startBankProcess(database.url, ports);
  const rail = createSandboxRail(address, { timeoutMs: 5_000, connections: 8 });
  const sessions = Array.from({ length: PAYOUTS }, (_, at) => `999001260302100000${String(at).padStart(12, "0")}`);
  const send = (sessionId: string, at: number) =>
    rail.send({
      sessionId,
      reference: sessionId,
      amount: BigInt(at + 1),
      source: { accountNumber: "9000000001", accountName: "Ada Obi" },
      destination: { bankCode: "000013", accountNumber: `00112233${ENDINGS[at % ENDINGS.length]}`, accountName: "X" },
      narration: "",
      enquiryId: null,
      createdAt: new Date(),
    });

  const outcomes: string[] = [];
  const sending = Promise.all(
    Array.from({ length: 8 }, async (_, lane) => {
      for (let at = lane; at < PAYOUTS; at += 8) outcomes[at] = (await send(sessions[at] ?? "", at)).outcome;
    }),
  );
  while (outcomes.filter(Boolean).length < PAYOUTS / 3) await new Promise((resolve) => setTimeout(resolve, 2));
  await bank.kill();
  bank = await startBankProcess(database.url, ports);
  await sending;
  // What did not arrive is sent again with its session; what did arrive is a duplicate and moves nothing.
  for (const [at, sessionId] of sessions.entries()) await send(sessionId, at);
  const client = openSandboxBank(address);
  await client.advance(600);

  const { rows } = await database.pool.query<{ broken: number; credited: number; float: bigint; pending: number }>(
    `select (select count(*)::int from (select from sandbox_bank.entries group by session_id, kind having sum(amount) <> 0) x) as broken,
       (select count(*)::int from sandbox_bank.entries where account = 'float' and kind = 'credit') as credited,
       (select sum(amount)::bigint from sandbox_bank.entries where account = 'float') as float,
       (select count(*)::int from sandbox_bank.effects) as pending`,
  );
  const returned = (at: number) => ENDINGS[at % ENDINGS.length] === "77";
  const paid = sessions.reduce((sum, _, at) => (returned(at) ? sum : sum + BigInt(at + 1)), 0n);
  expect(rows[0]).toEqual({ broken: 0, credited: PAYOUTS, float: -paid, pending: 0 });
  await client.close();
  await rail.close();
  await bank.stop();
});
