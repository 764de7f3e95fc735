import { createHmac } from "node:crypto";
import { TEST_BANK_SECRETS } from "../service/testing/sandbox-bank.ts";
import { openBankHarness } from "./support/bank-harness.ts";
import { openFloor } from "./support/floor.ts";
import { openConnection } from "./support/http-client.ts";
import { type Design, measureInTurn, tableOf } from "./support/measure.ts";

// Bank transfers that a rail reports by signed callbacks (signature, lookup, rules, ledger, record, event, audit row), each of a new
// session, beside the bare database floor. Load generator, service, worker, bank and PostgreSQL share the machine's cores, so only the
// ratio is meaningful. Rails 9.
const CALLERS = Number(process.env.BENCH_CALLERS ?? 64);
const WALLETS = Number(process.env.BENCH_WALLETS ?? 100_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

const floor = await openFloor({ wallets: WALLETS, callers: CALLERS });
const harness = await openBankHarness("bench_inbound", { wallets: WALLETS, each: 1n });
const connections = await Promise.all(Array.from({ length: CALLERS }, () => openConnection(harness.address)));
let made = 0;

const credit: Design = {
  name: "bank transfer reported over HTTP",
  callers: CALLERS,
  async work(caller) {
    made += 1;
    const body = JSON.stringify({
      event: "inbound",
      sessionID: `000058260302${String(made).padStart(18, "0")}`,
      // The harness numbers its wallets from here.
      beneficiaryAccountNumber: String(1_000_000_001 + Math.floor(Math.random() * WALLETS)),
      amount: "10.00",
      originatorAccountName: "ADA OBI",
      originatorAccountNumber: "0123456789",
      sourceInstitutionCode: "000058",
      narration: "Bench",
      time: new Date().toISOString(),
    });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac("sha256", TEST_BANK_SECRETS.callbackSecret)
      .update(`${timestamp}.${body}`)
      .digest("hex");
    const headers = `x-bank-timestamp: ${timestamp}\r\nx-bank-signature: ${signature}\r\n`;
    const status = await connections[caller]?.post("/v1/rails/sandbox/events", headers, body);
    if (status !== 200) throw new Error(`unexpected answer ${status}`);
  },
};

try {
  const [bare] = floor.designs;
  if (!bare) throw new Error("there is a floor");
  process.stdout.write(
    `Bank transfers that arrive: ${WALLETS.toLocaleString("en")} wallets, the median of ${ROUNDS} rounds of ${SECONDS} s each.\n`,
  );
  const rows = await measureInTurn([bare, credit], { rounds: ROUNDS, seconds: SECONDS });
  process.stdout.write(`${tableOf(rows)}\n`);
  const ratio = (rows[1]?.perSecond ?? Number.NaN) / (rows[0]?.perSecond ?? Number.NaN);
  const { rows: booked } = await harness.pool.query<{ count: number; suspended: number }>(
    `select count(*)::int as count, (count(*) filter (where state = 'suspended'))::int as suspended from bank_credits`,
  );
  process.stdout.write(
    `Credits / floor at ${CALLERS}: ${ratio.toFixed(2)} (aim 0.5); ${made} reported, ${booked[0]?.count} booked, ${booked[0]?.suspended} suspended\n`,
  );
} finally {
  for (const connection of connections) connection.close();
  await harness.close();
  await floor.close();
}
