import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../scripts/postgres/embedded-postgres.ts";
import { findFreePort } from "../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import { openPool, type Pool } from "./db/pool.ts";
import { TEST_SECRETS_KEY } from "./testing/context.ts";
import { expectBooksToBalance } from "./testing/invariants.ts";
import { bankEnvironment, startBankProcess } from "./testing/processes/bank-process.ts";
import { type HttpHarness, openHttpHarness } from "./testing/processes/http-harness.ts";
import { type ServiceProcess, startServiceProcess } from "./testing/processes/service-process.ts";
import { startWorkerProcess, type WorkerProcess } from "./testing/processes/worker-process.ts";
import { TEST_BANK_SECRETS } from "./testing/sandbox-bank.ts";

/** The payments over all cards. The full proof: CARDS_CHAOS=1500. */
const PAYMENTS = Number(process.env.CARDS_CHAOS ?? 40);
const CARDS = 6;
const CLIENTS = 2 * CARDS;
const KILL_PAUSE_MS = 400;
const PAYMENTS_PER_KILL = 12;
const ANSWER_MS = 4_000;
const folder = makeTemporaryFolder("cards-chaos-");

let postgres: EmbeddedPostgres;
let harness: HttpHarness;
let db: Pool;
let issuer: Awaited<ReturnType<typeof startBankProcess>>;
let service: ServiceProcess;
let worker: WorkerProcess;
let env: Record<string, string>;
let ports: { bank: number; service: number };
const cards: { id: string; issuerCardId: string }[] = [];

beforeAll(async () => {
  // A separate server with fsync: what was committed must be on disk.
  postgres = await startPostgres({ dataDir: join(folder, "data") });
  harness = await openHttpHarness(postgres.url, { wallets: CARDS, each: 5_000_000n });
  db = openPool({ url: postgres.url, max: 2, applicationName: "cards-chaos" });
  ports = { bank: await findFreePort(), service: await findFreePort() };
  env = { SECRETS_KEY: TEST_SECRETS_KEY, ...bankEnvironment(ports.bank) };
  issuer = await startBankProcess(postgres.url, ports);
  service = await startServiceProcess(postgres.url, ports.service, { env });
  worker = startWorkerProcess(postgres.url, env);
  for (const customerId of harness.customers) {
    const { card } = await post("/card", { customerId, address1: "12 Marina Road" });
    const { rows } = await db.query<{ id: string }>("select issuer_card_id as id from cards where id = $1", [card.id]);
    cards.push({ id: card.id, issuerCardId: rows[0]?.id ?? "" });
  }
});
afterAll(async () => {
  service.kill();
  await worker.kill();
  await issuer.kill();
  await db.end();
  await harness.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function post(path: string, body: object): Promise<{ card: { id: string; status: string } }> {
  const reply = await fetch(`${service.address}/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${harness.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
  return (await reply.json()) as { card: { id: string; status: string } };
}

const kills = {
  async service() {
    service.kill();
    service = await startServiceProcess(postgres.url, ports.service, { env });
  },
  async worker() {
    await worker.kill();
    worker = startWorkerProcess(postgres.url, env);
  },
  async issuer() {
    await issuer.kill();
    issuer = await startBankProcess(postgres.url, ports);
  },
};

type Outcome = { authorizationId: string | null; status: string };

/** Something happens in the network. Undefined: the issuer was killed, and only its books know whether it happened. */
async function act(name: string, facts: object): Promise<Outcome | undefined> {
  const reply = await fetch(`${issuer.url}/issuer/network/${name}`, {
    method: "POST",
    headers: { authorization: `Bearer ${TEST_BANK_SECRETS.clientSecret}`, "content-type": "application/json" },
    body: JSON.stringify(facts),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => undefined);
  return reply?.ok
    ? await reply.json().then(
        (outcome) => outcome as Outcome,
        () => undefined,
      )
    : undefined;
}

const merchant = { name: "Shoprite Lekki", category: "5411", country: "NG", city: "Lagos" };

/** The life of one payment: authorized, then several things at the same time. Returns whether it was approved. */
async function pay(n: number): Promise<boolean> {
  const cardId = cards[n % CARDS]?.issuerCardId;
  const purchase = (amount: number) => ({ amount, merchantAmount: amount, merchantCurrency: "NGN", rate: "1" });
  const amount = 500 + (n % 50) * 10;
  const asked = await act("authorize", { cardId, merchant, channel: "pos", ...purchase(amount) });
  const authorizationId = asked?.authorizationId;
  if (asked?.status !== "approved" || !authorizationId) {
    await sleep(250);
    return false;
  }
  const clear = (part: number, isFinal: boolean) =>
    act("clear", { cardId, authorizationId, isFinal, merchant: null, ...purchase(part) });
  const refund = (part: number) => act("refund", { cardId, authorizationId, merchant: null, ...purchase(part) });
  const steps = [
    [() => act("increment", { authorizationId, amount: 70 }), () => clear(300, false)],
    [() => clear(100, false), () => act("reverse", { authorizationId, amount: 150 }), () => refund(40)],
    [() => refund(90), () => clear(amount + 30, true)],
    [() => act("reverse", { authorizationId, amount: null })],
    [() => clear(200, false), () => clear(amount, true), () => refund(25)],
  ][n % 5];
  await Promise.all((steps ?? []).map((step) => step()));
  return true;
}

it(
  `${PAYMENTS} payments with ${CARDS} cards, while service, worker and issuer are killed: the issuer's books are ours`,
  async () => {
    let next = 0;
    let done = 0;
    let asked = 0;
    const load = Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let n = next++; n < PAYMENTS; n = next++) {
          do asked += 1;
          while (!(await pay(n)));
          done += 1;
        }
      }),
    );
    const killed = { service: 0, issuer: 0, worker: 0 };
    const order = ["service", "issuer", "worker"] as const;
    for (let n = 0; done < PAYMENTS || Math.min(...Object.values(killed)) === 0; n += 1) {
      // On a slow machine nothing would ever end between two kills.
      const enough = Math.min(PAYMENTS, done + 1 + Math.floor(Math.random() * PAYMENTS_PER_KILL));
      await sleep(KILL_PAUSE_MS * (0.5 + Math.random()));
      while (done < enough) await sleep(50);
      const what = order[n % order.length] ?? "service";
      await kills[what]();
      killed[what] += 1;
    }
    await load;
    await untilQuiet();

    const theirs = await payments(
      `select a.id, case when a.status = 'approved' then greatest(a.authorized - a.cleared, 0) else 0 end as held, a.cleared,
         coalesce((select sum(e.amount) from sandbox_issuer.entries e
           where e.authorization_id = a.id and e.kind = 'refund' and e.account = 'program'), 0) as refunded
       from sandbox_issuer.authorizations a`,
    );
    const ours = await payments(
      "select issuer_authorization_id as id, held, cleared, refunded from card_authorizations where issuer_authorization_id is not null",
    );
    const books = await db.query<{ held: bigint; settled: bigint; owed: bigint; taken: bigint }>(
      `select sum(balance) filter (where kind = 'card_hold')::bigint as held,
         sum(balance) filter (where kind = 'issuer_settlement')::bigint as settled,
         sum(balance) filter (where kind = 'receivable')::bigint as owed,
         (select coalesce(sum(amount), 0)::bigint from sandbox_issuer.entries where account = 'shops') as taken
       from accounts where kind in ('card_hold', 'issuer_settlement', 'receivable')`,
    );
    const { held, settled, taken } = books.rows[0] ?? { held: 0n, settled: 0n, taken: 1n };
    const heldThere = [...theirs.values()].reduce((sum, [one]) => sum + (one ?? 0n), 0n);
    process.stdout.write(
      `issuer took ${taken}, issuer_settlement ${settled}; held there ${heldThere}, card_hold ${held}; ` +
        `${asked} asked, ${PAYMENTS} approved, ${theirs.size} with money, ${JSON.stringify(killed)} kills\n`,
    );
    expect(theirs.size).toBeGreaterThan(0);
    expect([...ours].toSorted()).toEqual([...theirs].toSorted());
    expect([settled, held]).toEqual([taken, heldThere]);
    const { rows: wallets } = await db.query<{ spent: bigint }>(
      `select (sum(5000000) - sum(balance))::bigint as spent from accounts where kind = 'wallet'`,
    );
    expect(wallets).toEqual([{ spent: taken + heldThere + (books.rows[0]?.owed ?? 0n) }]);
    await expectBooksToBalance(db);
  },
  300_000 + PAYMENTS * 1_000,
);

it("an issuer that is down hears of a lock when it is back", async () => {
  const [card] = cards;
  await issuer.kill();
  const { card: frozen } = await post(`/card/${card?.id}/freeze`, { reason: "Lost phone" });
  expect(frozen.status).toBe("frozen");
  issuer = await startBankProcess(postgres.url, ports);
  const isLocked = async () => {
    await db.query("update issuer_notices set due_at = now()");
    const { rows } = await db.query<{ locked: boolean }>(
      "select locked_by_program as locked from sandbox_issuer.cards where reference = $1",
      [card?.id],
    );
    return rows[0]?.locked;
  };
  while (!(await isLocked())) await sleep(200);
  expect((await act("authorize", { cardId: card?.issuerCardId, ...rest }))?.status).toBe("declined");
}, 120_000);

it("what the service answers after two seconds is void, and leaves no hold", async () => {
  const [, card] = cards;
  const newest = async () => {
    const { rows } = await db.query<{ id: string; status: string; code: string | null }>(
      "select id, status, code from sandbox_issuer.authorizations where card = $1 order by asked_at desc limit 1",
      [card?.issuerCardId],
    );
    return rows[0];
  };
  const before = await newest();
  process.kill(service.pid, "SIGSTOP");
  const asked = act("authorize", { cardId: card?.issuerCardId, ...rest });
  let late = before;
  while (late?.id === before?.id || late?.status === "asked") {
    await sleep(50);
    late = await newest();
  }
  process.kill(service.pid, "SIGCONT");
  expect(late).toMatchObject({ status: "void", code: "late" });
  await asked;
  await untilQuiet();
  // Declined by the service itself, or approved and then taken back by the issuer's report: the service may read the two in either order.
  const { rows } = await db.query("select late, held from card_authorizations where issuer_authorization_id = $1", [
    late?.id,
  ]);
  expect(rows).toEqual([{ late: true, held: 0n }]);
  await expectBooksToBalance(db);
}, 120_000);

const rest = { merchant, channel: "pos", amount: 100, merchantAmount: 100, merchantCurrency: "NGN", rate: "1" };

/** Waits until the issuer has ended every question and delivered every report. */
async function untilQuiet(): Promise<void> {
  const end = Date.now() + 120_000;
  for (let quiet = 0; quiet < 2; ) {
    if (Date.now() > end) throw new Error("the issuer still has something to say");
    // It would wait up to five minutes after a service that was down.
    await db.query("update sandbox_issuer.events set due_at = now() where delivered_at is null and due_at > now()");
    await sleep(250);
    const { rows } = await db.query<{ left: number }>(
      `select ((select count(*) from sandbox_issuer.events where delivered_at is null)
         + (select count(*) from sandbox_issuer.authorizations where status = 'asked'))::int as left`,
    );
    quiet = rows[0]?.left === 0 ? quiet + 1 : 0;
  }
}

/** What each payment has on hold, cleared and refunded, in kobo; those without money are left out. */
async function payments(text: string): Promise<Map<string, bigint[]>> {
  const { rows } = await db.query<{ id: string; held: bigint; cleared: bigint; refunded: bigint }>(text);
  const all = rows.map(({ id, ...money }): [string, bigint[]] => [id, Object.values(money).map(BigInt)]);
  return new Map(all.filter(([, money]) => money.some((kobo) => kobo !== 0n)));
}
