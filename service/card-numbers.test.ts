import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { findFreePort } from "../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import { TEST_SECRETS_KEY } from "./testing/context.ts";
import { useTestDatabase } from "./testing/database.ts";
import { bankEnvironment, startBankProcess } from "./testing/processes/bank-process.ts";
import { openHttpHarness } from "./testing/processes/http-harness.ts";
import { startServiceProcess } from "./testing/processes/service-process.ts";
import { startWorkerProcess } from "./testing/processes/worker-process.ts";

const database = useTestDatabase();

/** Where the number of a card stands in a text, also with blanks or dashes between its digits. */
const showsNumber = (text: string, number: string) => text.replace(/[ -]/g, "").includes(number);

it("after a reveal the number of a card is in no log, answer, message or table of ours", async () => {
  const folder = makeTemporaryFolder("card-numbers-");
  const logs = join(folder, "all.log");
  const logTo = openSync(logs, "a");
  const harness = await openHttpHarness(database.url, { wallets: 1, each: 1_000_000n });
  const ports = { bank: await findFreePort(), service: await findFreePort() };
  const env = { SECRETS_KEY: TEST_SECRETS_KEY, LOG_LEVEL: "debug", ...bankEnvironment(ports.bank) };
  const issuer = await startBankProcess(database.url, ports, logTo);
  const service = await startServiceProcess(database.url, ports.service, { env, logTo });
  const worker = startWorkerProcess(database.url, env, logTo);
  const answers: [place: string, text: string][] = [];
  const call = async (method: "GET" | "POST" | "PUT", path: string, body?: object, key?: string) => {
    const reply = await fetch(`${service.address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${harness.key}`,
        ...(body ? { "content-type": "application/json" } : {}),
        ...(key ? { "idempotency-key": key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    answers.push([path, `${JSON.stringify([...reply.headers])} ${text}`]);
    return {
      status: reply.status,
      body: reply.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text,
    };
  };
  try {
    await database.pool.query("update tenant_settings set webhook_mode = 'BOTH'");
    const [customerId] = harness.customers;
    const order = { customerId, address1: "12 Marina Road" };
    const { card } = (await call("POST", "/v1/card", order, "order-of-a-card-1")).body;
    const { body } = await call("POST", `/v1/card/${card.id}/reveal`, {});
    const shown = await (await fetch(body.reveal.url)).text();
    const { rows } = await database.pool.query<{ number: string }>(
      "select number from sandbox_issuer.cards where reference = $1",
      [card.id],
    );
    const number = rows[0]?.number ?? "";
    expect(number).toMatch(/^\d{16}$/);
    expect(showsNumber(shown, number)).toBe(true);

    await fetch(body.reveal.url);
    // A payment, a replacement, a lock, a repeated order and a refusal.
    const pay = { cardId: card.id, amount: 1_000, channel: "pos" };
    expect((await call("POST", "/v1/sandbox/card/authorize", pay)).status).toBe(200);
    await call("POST", "/v1/sandbox/card/clear", { cardId: card.id, amount: 1_000, final: true });
    await call("POST", `/v1/card/${card.id}/replace`, { reason: "damaged" }, "replacement-of-a-card-1");
    await call("POST", `/v1/card/${card.id}/freeze`, { reason: "Lost phone" });
    await call("POST", "/v1/card", order, "order-of-a-card-1");
    await call("POST", "/v1/card/activate", { customerId, last6: "000000" });
    for (const path of [
      "/v1/card",
      `/v1/card/${card.id}`,
      `/v1/card/${card.id}/authorizations`,
      "/v1/card/activate",
      `/v1/transaction/customer?customerId=${customerId}`,
      "/v1/search?query=card",
      "/openapi.json",
      "/metrics",
      "/",
    ]) {
      await call("GET", path);
    }
    while (!(await isPublished(card.id))) await sleep(100);
    await worker.stop();
    await service.stop();
    await issuer.stop();

    const log = readFileSync(logs, "utf8");
    expect(log.split("\n").length).toBeGreaterThan(10);
    const { token } = Object.fromEntries(new URL(body.reveal.url).searchParams);
    const places: typeof answers = [["logs", log], ...answers];
    expect(places.filter(([, text]) => showsNumber(text, number)).map(([place]) => place)).toEqual([]);
    // The one-time token is in the answer that gives it, and nowhere else.
    expect(places.filter(([, text]) => text.includes(token ?? "-")).map(([place]) => place)).toEqual([
      `/v1/card/${card.id}/reveal`,
    ]);
    expect(await tablesWith(number)).toEqual([]);
    expect(await tablesWith(token ?? "-")).toEqual([]);
  } finally {
    await worker.kill();
    service.kill();
    await issuer.kill();
    await harness.close();
    closeSync(logTo);
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

/** Whether the worker has written the events of the card. */
async function isPublished(card: string): Promise<boolean> {
  const { rows } = await database.pool.query("select from outbox where object_id::text = $1 limit 1", [card]);
  return rows.length > 0;
}

/** The tables of the service with a row that has this text, in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.pool.query(
      `select from ${name} t where position($1 in regexp_replace(t::text, '[ -]', '', 'g')) > 0 limit 1`,
      [text.replace(/[ -]/g, "")],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
