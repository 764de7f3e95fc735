import { readFile } from "node:fs/promises";
import { findFreePort } from "../scripts/system/ports.ts";
import { openMoneyApp } from "../service/testing/apps/money-app.ts";
import { sandboxPrivateKey } from "../service/testing/factories.ts";
import { openLedgerHarness } from "../service/testing/ledger/ledger-harness.ts";
import { startServiceProcess } from "../service/testing/processes/service-process.ts";
import { createDatabase } from "./support/database.ts";
import { type LoadedCustomer, loadCustomers } from "./support/load-customers.ts";

// Lists and searches over many customers, over HTTP to a separate service process.
const CUSTOMERS = Number(process.env.BENCH_CUSTOMERS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

type Search = { name: string; path: string };
type ListReply = {
  wallets?: unknown[];
  customers?: unknown[];
  metadata?: { totalRecords: number; totalIsCapped?: boolean };
};
type Shown = { rows: number; total: string };

const database = await createDatabase("wallet_search");
const harness = await openLedgerHarness(database.url, { wallets: 1, each: 1n });
const money = await openMoneyApp({ pool: harness.pool, url: database.url });
try {
  const began = performance.now();
  const somebody = await loadCustomers(harness.pool, money.ctx.tenant.id, CUSTOMERS);
  const seconds = Math.round((performance.now() - began) / 1_000);
  say(`Search: ${CUSTOMERS.toLocaleString("en")} customers of one merchant, loaded in ${seconds} s; ${ROUNDS} rounds.`);
  const service = await startServiceProcess(database.url, await findFreePort());
  try {
    const key = await sandboxPrivateKey(money.services, money.merchant);
    await measure({ address: service.address, pid: service.pid, key }, searchesFor(somebody));
  } finally {
    await service.stop();
  }
} finally {
  await money.close();
  await harness.close();
  await database.drop();
}

function searchesFor({ customerId, walletId, accountNumber, phoneNumber, email, firstName, lastName }: LoadedCustomer) {
  const search = (name: string, term: string, more = "") => ({
    name,
    path: `/wallet?search=${encodeURIComponent(term)}${more}`,
  });
  const local = phoneNumber.replace("+234", "0");
  const swapped = lastName.replace(/^(.)(.)(.)/, "$1$3$2");
  return [
    { name: "reference: one wallet by customer ID", path: `/wallet/customer?customerId=${customerId}` },
    { name: "list: page 1", path: "/wallet?page=1" },
    { name: "list: page 2,500 of 20 (the deepest)", path: "/wallet?page=2500" },
    { name: "list: page 500 of 100 (the deepest)", path: "/wallet?page=500&perPage=100" },
    { name: "list: frozen", path: "/wallet?status=FROZEN&page=1" },
    { name: "list: frozen, the deepest page", path: `/wallet?status=FROZEN&page=${Math.ceil(CUSTOMERS / 50 / 20)}` },
    { name: "list: TIER_3, post-no-credit, active", path: "/wallet?tier=TIER_3&postNoCredit=true&status=ACTIVE" },
    { name: "customers: page 1", path: "/customer" },
    search("search: customer ID", customerId),
    search("search: wallet ID", walletId),
    search("search: account number", accountNumber),
    search("search: phone, 0…", local),
    search("search: phone, +234 with spaces", phoneNumber.replace(/(\d{3})(\d{3})(\d{4})$/, " $1 $2 $3")),
    search("search: e-mail", email.toUpperCase()),
    search("search: beginning of an e-mail", `${email.split("@")[0]}@`),
    search("search: first name", firstName),
    search("search: last name", lastName),
    search("search: both names", `${firstName} ${lastName}`),
    search("search: three letters", lastName.slice(0, 3)),
    search("search: two letters", firstName.slice(0, 2)),
    search("search: two letters, page 50", firstName.slice(0, 2), "&page=50"),
    search("search: last name, frozen", lastName, "&status=FROZEN"),
    search("search: two letters, a rare state", firstName.slice(0, 2), "&tier=TIER_3&postNoCredit=true"),
    search("search: letters swapped", swapped),
    search("search: a letter missing", `${firstName} ${lastName.slice(0, 3)}${lastName.slice(4)}`),
    search("search: a letter too many", `${lastName}x`),
    search("search: a letter wrong, first name only", `${firstName.slice(0, 2)}q${firstName.slice(3)}`),
    search("search: nobody", "Qwyxz Vbrtt"),
  ] satisfies Search[];
}

async function measure(service: { address: string; pid: number; key: string }, searches: readonly Search[]) {
  const resting = await memory(service.pid);
  say(`| ${"what".padEnd(42)} |  p50 ms |  p95 ms |  max ms | rows |  total |`);
  say(`| ${"-".repeat(42)} | ------: | ------: | ------: | ---: | -----: |`);
  // In turn, so that load from other processes affects all of them equally.
  const times = searches.map((): number[] => []);
  const shown = searches.map((): Shown => ({ rows: 0, total: "" }));
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [index, { path }] of searches.entries()) {
      const began = performance.now();
      shown[index] = await ask(service, path);
      if (round >= 0) times[index]?.push(performance.now() - began);
    }
  }
  for (const [index, { name }] of searches.entries()) {
    const figures = [0.5, 0.95, 1].map((share) =>
      quantile(times[index] ?? [], share)
        .toFixed(1)
        .padStart(7),
    );
    const { rows, total } = shown[index] ?? { rows: 0, total: "" };
    say(`| ${name.padEnd(42)} | ${figures.join(" | ")} | ${String(rows).padStart(4)} | ${total.padStart(6)} |`);
  }
  const after = await memory(service.pid);
  say(`Memory of the service: ${resting.now} MiB before, ${after.now} MiB after, ${after.peak} MiB at most.`);
}

async function ask({ address, key }: { address: string; key: string }, path: string): Promise<Shown> {
  const reply = await fetch(`${address}/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  const body = (await reply.json()) as ListReply;
  if (reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  if (!body.metadata) return { rows: 1, total: "" };
  const { totalRecords, totalIsCapped } = body.metadata;
  return { rows: (body.wallets ?? body.customers ?? []).length, total: `${totalRecords}${totalIsCapped ? "+" : ""}` };
}

/** Resident memory in MiB; NaN except on Linux. */
async function memory(pid: number): Promise<{ now: string; peak: string }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN);
  return { now: (read("VmRSS") / 1024).toFixed(0), peak: (read("VmHWM") / 1024).toFixed(0) };
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
