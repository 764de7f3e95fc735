import { createHmac, randomUUID } from "node:crypto";
import { TEST_BANK_SECRETS } from "../service/testing/sandbox-bank.ts";
import { openBankHarness } from "./support/bank-harness.ts";
import { openFloor } from "./support/floor.ts";
import { openConnection } from "./support/http-client.ts";
import { type Design, measureInTurn, tableOf } from "./support/measure.ts";

// A card authorization over HTTP (signature, card, limits, hold, audit row, answer) beside transfers over HTTP and the bare floor in the same
// run. Load generator, service, worker and PostgreSQL share the machine's cores, so only the ratios are meaningful. Cards 6.
const CALLERS = Number(process.env.BENCH_CALLERS ?? 64);
const WALLETS = Number(process.env.BENCH_WALLETS ?? 10_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** An issuer shall get its answer within this time, 99 of 100 times. Cards 3. */
const AIM_MS = 300;
const DAY_MS = 86_400_000;

const floor = await openFloor({ wallets: WALLETS, callers: CALLERS });
const harness = await openBankHarness("bench_cards", { wallets: WALLETS, each: 1_000_000_000n });
const connections = await Promise.all(Array.from({ length: CALLERS }, () => openConnection(harness.address)));
const secret = createHmac("sha256", TEST_BANK_SECRETS.callbackSecret).update("sandbox issuer").digest("hex");
const merchant = { name: "Shoprite Lekki", category: "5411", country: "NG", city: "Lagos" };
let made = 0;

const authorization: Design = {
  name: "card authorization over HTTP",
  callers: CALLERS,
  async work(caller) {
    const now = Date.now();
    const body = JSON.stringify({
      authorizationId: `auth_${randomUUID()}`,
      cardId: cardOf(Math.floor(Math.random() * WALLETS) + 1),
      amount: 10,
      merchantAmount: 10,
      merchantCurrency: "NGN",
      rate: "1",
      merchant,
      channel: "pos",
      requestedAt: new Date(now),
      expiresAt: new Date(now + DAY_MS),
    });
    const timestamp = String(Math.floor(now / 1000));
    const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    const headers = `x-issuer-timestamp: ${timestamp}\r\nx-issuer-signature: ${signature}\r\n`;
    const status = await connections[caller]?.post("/v1/issuer/sandbox/authorizations", headers, body);
    if (status !== 200) throw new Error(`unexpected answer ${status}`);
  },
};

const transfer: Design = {
  name: "transfer over HTTP",
  callers: CALLERS,
  async work(caller) {
    made += 1;
    const [from, to] = [harness.customers[made % WALLETS], harness.customers[(made * 7 + 1) % WALLETS]];
    if (from === to) return;
    const headers = `authorization: Bearer ${harness.key}\r\nidempotency-key: bench-${made}\r\n`;
    const body = `{"fromCustomerId":"${from}","toCustomerId":"${to}","amount":10}`;
    const status = await connections[caller]?.post("/v1/transfer/wallet", headers, body);
    if (status !== 200) throw new Error(`unexpected answer ${status}`);
  },
};

try {
  await issueCards();
  process.stdout.write(
    `Card authorizations: ${WALLETS.toLocaleString("en")} cards, the median of ${ROUNDS} rounds of ${SECONDS} s each.\n`,
  );
  const bare = floor.designs.slice(0, 1);
  const rows = await measureInTurn([...bare, transfer, authorization], { rounds: ROUNDS, seconds: SECONDS });
  process.stdout.write(`${tableOf(rows)}\n`);
  const [limit, transfers, authorizations] = rows;
  const ratio = (to: typeof limit) =>
    ((authorizations?.perSecond ?? Number.NaN) / (to?.perSecond ?? Number.NaN)).toFixed(2);
  process.stdout.write(`Authorizations / floor at ${CALLERS}: ${ratio(limit)}; / transfers: ${ratio(transfers)}\n`);
  process.stdout.write(`p99 of an authorization: ${authorizations?.p99.toFixed(0)} ms (aim ${AIM_MS})\n`);
  const { rows: counts } = await harness.pool.query<{ declined: number; ms: number }>(
    `select count(*) filter (where status = 'declined')::int as declined,
       coalesce(percentile_disc(0.99) within group (order by decided_in_ms), 0)::int as ms from card_authorizations`,
  );
  process.stdout.write(`In the service: p99 ${counts[0]?.ms} ms, ${counts[0]?.declined} declined\n`);
} finally {
  for (const connection of connections) connection.close();
  await harness.close();
  await floor.close();
}

function cardOf(n: number): string {
  return `card_bench_${n}`;
}

/** SQL makes a card for each customer: the issuer would take minutes. */
async function issueCards(): Promise<void> {
  await harness.pool.query(
    `insert into cards (tenant, id, customer_id, wallet_account, issuer, issuer_card_id, type, source, name_on_card, brand, last4,
       expiry_month, expiry_year, status, actor, actor_name, created_at, updated_at)
     select tenant, gen_random_uuid(), customer_id, account_id, 'sandbox', 'card_bench_' || row_number() over (), 'VIRTUAL', 'WALLET',
       'ADA OBI', 'Verve', '4242', 12, 2030, 'active', 'job:bench', 'Bench', now(), now()
     from wallets where tenant = $1 and customer_id is not null`,
    [harness.tenant],
  );
  await harness.pool.query("vacuum analyze");
}
