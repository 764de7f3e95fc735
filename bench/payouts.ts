import { Pool } from "undici";
import { TEST_BANK_CLIENT_ID, TEST_BANK_SECRETS } from "../service/testing/sandbox-bank.ts";
import { openBankHarness } from "./support/bank-harness.ts";
import { openConnection } from "./support/http-client.ts";
import { type Design, measureInTurn, tableOf } from "./support/measure.ts";

// A payout over HTTP until the bank's verdict (checks, hold, worker, name enquiry, sending, booking, answer) beside bare posts of the same
// payment to the same bank. Load generator, service, worker, bank and PostgreSQL share the machine's cores, so only the ratio is
// meaningful. Rails 9.
const CALLERS = Number(process.env.BENCH_CALLERS ?? 64);
const WALLETS = Number(process.env.BENCH_WALLETS ?? 2_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const WARM_UP = 1_000;
const GATEWAY = "/nipservice/v1/nip";

const harness = await openBankHarness("bench_payouts", { wallets: WALLETS, each: 1_000_000_000n });
const gateway = new Pool(harness.bankUrl, { connections: CALLERS });
const connections = await Promise.all(Array.from({ length: CALLERS }, () => openConnection(harness.address)));
const token = await currentToken();
let made = 0;

/** An account at which the sandbox bank succeeds immediately. */
const accountOf = (n: number) => `${String(n % 100_000_000).padStart(8, "0")}00`;

const bare: Design = {
  name: "bare posts to the bank",
  callers: CALLERS,
  async work() {
    made += 1;
    const amount = `${100 + (made % 900)}.00`;
    const reply = await post(`${GATEWAY}/fundstransfer`, `Bearer ${token}`, "application/json", {
      transactionId: `999001260302${String(made).padStart(18, "0")}`,
      amount,
      destinationInstitutionCode: "000013",
      beneficiaryAccountNumber: accountOf(made),
      beneficiaryAccountName: "Ada Obi",
      beneficiaryNarration: "Bench",
    });
    if (!reply.includes('"responseCode":"00"')) throw new Error(`unexpected answer: ${reply}`);
  },
};

const payout: Design = {
  name: "payout over HTTP, until its verdict",
  callers: CALLERS,
  async work(caller) {
    made += 1;
    const customerId = harness.customers[made % harness.customers.length];
    const body = JSON.stringify({
      customerId,
      amount: 10_000 + (made % 90_000),
      sortCode: "000013",
      accountNumber: accountOf(made),
      narration: "Bench",
    });
    const headers = `authorization: Bearer ${harness.key}\r\nidempotency-key: bench-${made}\r\n`;
    const status = await connections[caller]?.post("/v1/transfer/bank/customer", headers, body);
    if (status !== 200) throw new Error(`unexpected answer ${status}`);
  },
};

try {
  await loadBanks();
  // As in a system that has run for a while: statements are planned with statistics of full tables, not of empty ones.
  for (let i = 0; i < WARM_UP; i += CALLERS) await Promise.all(connections.map((_, caller) => payout.work(caller)));
  await harness.pool.query("vacuum analyze");
  process.stdout.write(
    `Payouts through the sandbox bank: ${WALLETS.toLocaleString("en")} wallets, the median of ${ROUNDS} rounds of ${SECONDS} s each.\n`,
  );
  const rows = await measureInTurn([bare, payout], { rounds: ROUNDS, seconds: SECONDS });
  process.stdout.write(`${tableOf(rows)}\n`);
  const ratio = (rows[1]?.perSecond ?? Number.NaN) / (rows[0]?.perSecond ?? Number.NaN);
  process.stdout.write(`Payouts / bare posts at ${CALLERS}: ${ratio.toFixed(2)} (aim 0.3)\n`);
} finally {
  for (const connection of connections) connection.close();
  await gateway.close();
  await harness.close();
}

/** The first payout would wait for the list of banks. */
async function loadBanks(): Promise<void> {
  const reply = await fetch(`${harness.address}/v1/transfer/banks`, {
    headers: { authorization: `Bearer ${harness.key}` },
  });
  if (!reply.ok) throw new Error(`no banks: ${reply.status}`);
}

async function currentToken(): Promise<string> {
  const form = new URLSearchParams({
    client_id: TEST_BANK_CLIENT_ID,
    client_secret: TEST_BANK_SECRETS.clientSecret,
    grant_type: "client_credentials",
  });
  const answer = JSON.parse(await post("/reset", "", "application/x-www-form-urlencoded", form)) as {
    access_token: string;
  };
  return answer.access_token;
}

async function post(path: string, authorization: string, type: string, body: object): Promise<string> {
  const { body: answer } = await gateway.request({
    method: "POST",
    path,
    headers: { authorization, "content-type": type },
    body: body instanceof URLSearchParams ? body.toString() : JSON.stringify(body),
  });
  return answer.text();
}
