import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type MoneyApp, openMoneyApp } from "../service/testing/apps/money-app.ts";
import { sandboxPrivateKey } from "../service/testing/factories.ts";
import { type LedgerHarness, openLedgerHarness } from "../service/testing/ledger/ledger-harness.ts";
import { createDatabase } from "./support/database.ts";
import { type LoadedBooks, loadTransactions } from "./support/load-transactions.ts";

// Lists, searches and downloads over many transactions. Uses the whole service; lists bypass the socket.
const TRANSACTIONS = Number(process.env.BENCH_TRANSACTIONS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const database = await createDatabase("transaction_lists");
const harness = await openLedgerHarness(database.url, { wallets: 1, each: 1n });
const money = await openMoneyApp({ pool: harness.pool, url: database.url });
try {
  const books = await load(money, harness);
  await measureLists(money, books);
  await measureDownloads(money, books);
} finally {
  await money.close();
  await harness.close();
  await database.drop();
}

async function load(app: MoneyApp, { pool }: LedgerHarness): Promise<LoadedBooks> {
  const began = performance.now();
  const books = await loadTransactions(pool, { tenant: app.ctx.tenant.id, count: TRANSACTIONS, say });
  const seconds = Math.round((performance.now() - began) / 1_000);
  say(`Lists: ${TRANSACTIONS.toLocaleString("en")} transactions of one merchant, loaded in ${seconds} s.`);
  return books;
}

async function measureLists(app: MoneyApp, books: LoadedBooks): Promise<void> {
  const merchant = "/merchant/transactions";
  const hot = `/transaction/customer?customerId=${books.hot}`;
  const plain = `/transaction/customer?customerId=${books.plain}`;
  const lists: [string, string][] = [
    ["merchant: page 1", merchant],
    ["merchant: page 2,500 of 20 (the deepest)", `${merchant}?page=2500`],
    ["merchant: page 500 of 100 (the deepest)", `${merchant}?page=500&perPage=100`],
    ["merchant: type CREDIT", `${merchant}?type=CREDIT`],
    ["merchant: a rare category", `${merchant}?category=MERCHANT_FUND_LOAD`],
    ["merchant: status success", `${merchant}?status=success`],
    ["merchant: status failed", `${merchant}?status=failed`],
    ["merchant: an old day", `${merchant}?startDate=2026-01-02&endDate=2026-01-02`],
    ["merchant: search, a reference", `${merchant}?search=${books.reference}`],
    ["merchant: search, an account number", `${merchant}?search=${books.accountNumber}`],
    ["merchant: search, one name", `${merchant}?search=Person777`],
    ["merchant: search, 111 names", `${merchant}?search=Person123`],
    ["merchant: search, the hot wallet's name", `${merchant}?search=Hot`],
    ["customer: page 1", plain],
    ["customer, hot: page 1", hot],
    ["customer, hot: page 500 of 100", `${hot}&page=500&perPage=100`],
    ["customer, hot: a rare category", `${hot}&category=WALLET_DEBITED_BY_MERCHANT`],
    ["customer, hot: an old day", `${hot}&startDate=2026-01-02&endDate=2026-01-02`],
    ["customer, hot: search, a name", `${hot}&search=Person777`],
    ["info by reference", `/transaction/info?reference=${books.reference}`],
  ];
  say(`| ${"list".padEnd(42)} |  p50 ms |  max ms | rows |  total |`);
  say(`| ${"-".repeat(42)} | ------: | ------: | ---: | -----: |`);
  for (const [name, path] of lists) {
    const times: number[] = [];
    let shown = { rows: 0, total: "" };
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      shown = await ask(app, path);
      times.push(performance.now() - began);
    }
    const [fast, slow] = [quantile(times, 0.5), quantile(times, 1)];
    say(
      `| ${name.padEnd(42)} | ${fast.toFixed(1).padStart(7)} | ${slow.toFixed(1).padStart(7)} | ${String(shown.rows).padStart(4)} | ${shown.total.padStart(6)} |`,
    );
  }
}

async function ask(app: MoneyApp, path: string): Promise<{ rows: number; total: string }> {
  const { status, body } = await app.call("GET", path);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  if (body.transaction) return { rows: 1, total: "" };
  const { totalRecords, totalIsCapped } = body.metadata;
  return { rows: body.transactions.length, total: `${totalRecords}${totalIsCapped ? "+" : ""}` };
}

/** Heap in use after garbage collection, in bytes. */
function liveHeap(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function measureDownloads(app: MoneyApp, books: LoadedBooks): Promise<void> {
  const address = await app.app.listen({ port: 0, host: "127.0.0.1" });
  const authorization = `Bearer ${await sandboxPrivateKey(app.services, app.merchant)}`;
  for (const path of ["/transaction/download/merchant", `/transaction/download/customer?customerId=${books.hot}`]) {
    const before = liveHeap();
    const began = performance.now();
    const reply = await fetch(`${address}/v1${path}`, { headers: { authorization } });
    let [bytes, rows, parts, live] = [0, -1, 0, 0];
    for await (const part of reply.body ?? []) {
      bytes += part.length;
      for (const byte of part) if (byte === 10) rows += 1;
      parts += 1;
      if (parts % 400 === 0) live = Math.max(live, liveHeap() - before);
    }
    const seconds = (performance.now() - began) / 1_000;
    say(
      `${path.split("?")[0]}: ${rows.toLocaleString("en")} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s: ` +
        `${Math.round(rows / seconds).toLocaleString("en")} rows/s, at most ${(live / 1e6).toFixed(1)} MB held, client included`,
    );
  }
}
