import { execFile, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deliveryHeaders } from "../../service/domain/webhooks/deliveries/sign-payload.ts";
import { type MoneyApp, openMoneyApp } from "../../service/testing/apps/money-app.ts";
import { useTestDatabase } from "../../service/testing/database.ts";
import { buildSdk, sizeOfSdk } from "./build.ts";
import { generatedTypes, TYPES_FILE } from "./generated-types.ts";

const SDK = dirname(dirname(TYPES_FILE));
const database = useTestDatabase();
let money: MoneyApp;

beforeAll(async () => {
  await buildSdk();
  money = await openMoneyApp(database);
  await money.app.listen({ port: 0, host: "127.0.0.1" });
  await money.call("POST", "/merchant/fund-wallet", { amount: 1_000_000 });
});
afterAll(() => money.close());

it("has the types of the contract: after a change run `npm run sdk`", () => {
  expect(readFileSync(TYPES_FILE, "utf8") === generatedTypes()).toBe(true);
});

it("loads as an ES module and as CommonJS, and needs nothing of Node.js", async () => {
  const esm = await import(pathToFileURL(join(SDK, "dist/esm/client.js")).href);
  const cjs = createRequire(import.meta.url)(join(SDK, "dist/cjs/client.js"));
  for (const module of [esm, cjs]) expect(Object.keys(module).sort()).toEqual(["WalletError", "createClient"]);
  for (const file of readdirSync(join(SDK, "dist/esm")).filter((name) => name.endsWith(".js"))) {
    const code = readFileSync(join(SDK, "dist/esm", file), "utf8");
    expect(code.match(/from "(?!\.)|require\(|process\.|Buffer/g), file).toBeNull();
  }
});

it("has types for both kinds of modules, and a README whose samples compile", async () => {
  const folder = join(SDK, "dist", "consumer");
  mkdirSync(folder);
  const source = `import { createClient, WalletError } from "@merchant-wallet/sdk";
import { verifyWebhook } from "@merchant-wallet/sdk/webhooks";
export async function use() {
  const wallet = createClient({ baseUrl: "" });
  const { data } = await wallet.call("GET /user/profile");
  const email: string = data.email;
  for await (const row of wallet.pages("GET /merchant/transactions")) { const amount: number = row.amount; void amount; }
  await wallet.call("GET /wallet/info", { query: { accountNumber: "0123456789" } });
  await wallet.call("GET /bvn/lookup", { query: { bvn: "02212345678" } });
  // @ts-expect-error: a number would lose the first 0
  await wallet.call("GET /bvn/match", { query: { bvn: 2212345678 } });
  const { data: replay } = await wallet.call("POST /merchant/webhook/replays", { body: { errorCode: "timeout" } });
  const [job, count] = "id" in replay ? [replay.id, 0] : ["", replay.count];
  void job; void count;
  const refused = await wallet.call("GET /user/profile").catch((error: unknown) => error);
  if (refused instanceof WalletError) void refused.errors[0]?.limit;
  // @ts-expect-error: the amount is missing
  await wallet.call("POST /transfer/wallet", { body: { fromCustomerId: email, toCustomerId: email } });
  // @ts-expect-error: no such route
  await wallet.call("GET /nothing");
  return { WalletError, verifyWebhook };
}`;
  const config = {
    compilerOptions: {
      module: "nodenext",
      strict: true,
      noEmit: true,
      types: [],
      lib: ["ES2024", "DOM", "DOM.AsyncIterable"],
    },
    include: ["*"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  for (const file of ["esm.mts", "cjs.cts"]) writeFileSync(join(folder, file), source);
  const given = `declare const process: { env: Record<string, string | undefined> }, headers: Headers;
declare const fromCustomerId: string, toCustomerId: string, body: string;
`;
  const readme = readFileSync(join(SDK, "README.md"), "utf8");
  for (const [at, [, sample]] of [...readme.matchAll(/```ts\n(.*?)```/gs)].entries())
    writeFileSync(join(folder, `readme-${at}.mts`), `${given}${sample}`);
  const tsc = join(SDK, "../../node_modules/typescript/bin/tsc");
  const compiled = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch((error) => error);
  expect(compiled.stdout).toBe("");
});

it("is small", async () => {
  expect(await sizeOfSdk("client")).toBeLessThan(6_000);
  expect(await sizeOfSdk("webhooks")).toBeLessThan(2_000);
});

/** What edge runtimes have in common, and nothing of Node.js: no `process`, `Buffer`, `require` or code from strings. */
function edgeRuntime() {
  const { AbortController, AbortSignal, FormData, Headers, Request, Response, URL, URLSearchParams } = globalThis;
  const { TextDecoder, TextEncoder, clearTimeout, crypto, fetch, setTimeout } = globalThis;
  const web = { AbortController, AbortSignal, FormData, Headers, Request, Response, URL, URLSearchParams };
  const more = { TextDecoder, TextEncoder, clearTimeout, crypto, fetch, setTimeout };
  return createContext({ ...web, ...more }, { codeGeneration: { strings: false, wasm: false } });
}

it("runs where there are only web APIs: calls, pages, typed errors and webhook verification", async () => {
  const context = edgeRuntime();
  for (const name of ["client", "webhooks"]) {
    const bundle = await rolldown({ input: join(SDK, "dist/esm", `${name}.js`), platform: "neutral" });
    const { output } = await bundle.generate({ format: "iife", name });
    await bundle.close();
    runInContext(output[0].code, context);
  }
  const body = JSON.stringify({ event: "endpoint.challenge", data: { challenge: "prove-it", timestamp: "" } });
  const signed = { secrets: ["whsec_example"], key: "sk", previousKey: null, body, timestampSeconds: nowSeconds() };
  const headers = deliveryHeaders({ ...signed, eventId: "e-1", deliveryId: "d-1", attempt: 1 });
  const { WALLET_URL, WALLET_KEY } = service();
  context.given = { baseUrl: WALLET_URL, privateKey: WALLET_KEY, body, headers };
  const program = `(async () => {
    const { baseUrl, privateKey, body, headers } = given;
    const wallet = client.createClient({ baseUrl, credential: { privateKey } });
    const { data } = await wallet.call("GET /merchant/wallet");
    let rows = 0;
    for await (const row of wallet.pages("GET /merchant/transactions")) rows += row.amount > 0 ? 1 : 0;
    const unknown = { fromCustomerId: data.id, toCustomerId: data.id, amount: 100 };
    const refused = await wallet.call("POST /transfer/wallet", { body: unknown }).catch((error) => error);
    const event = await webhooks.verifyWebhook({ body, headers, secret: "whsec_example" });
    const forged = await webhooks.verifyWebhook({ body: body + " ", headers, secret: "whsec_example" }).catch((error) => error);
    return JSON.stringify([
      typeof process, typeof Buffer, typeof require, rows > 0, refused instanceof client.WalletError, refused.code,
      event.eventId, event.data.challenge, forged.code,
    ]);
  })()`;
  expect(JSON.parse(await runInContext(program, context))).toEqual([
    ...["undefined", "undefined", "undefined", true, true, "same_wallet"],
    ...["e-1", "prove-it", "signature_refused"],
  ]);
});

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Runs an example as a reader would, and returns what it prints until it ends or prints `last`. */
function runExample(name: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join("examples", `${name}.ts`)], {
    cwd: SDK,
    env: { ...process.env, ...env },
  });
  let output = "";
  const started = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      output += text;
      if (output.includes("listening")) started.resolve();
    });
  }
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  return { started: started.promise, ended, output: () => output, stop: () => child.kill() };
}

const service = () => {
  const { port } = money.app.server.address() as AddressInfo;
  return { WALLET_URL: `http://127.0.0.1:${port}/v1`, WALLET_KEY: money.authorization.replace("Bearer ", "") };
};

it("has examples that run", async () => {
  const paying = runExample("open-and-pay", service());
  expect(await paying.ended, paying.output()).toBe(0);
  expect(paying.output()).toMatch(/refused: insufficient_balance/);
  expect(paying.output()).toMatch(/Bayo Ade has ₦100/);
  const listing = runExample("list-transactions", service());
  expect(await listing.ended, listing.output()).toBe(0);
  expect(listing.output()).toMatch(/^\d+ transactions$/m);
});

it("has a receiver that answers genuine requests only", async () => {
  const port = String(20_000 + (process.pid % 20_000));
  const receiver = runExample("receive-webhooks", { SIGNING_SECRET: "whsec_example", PORT: port });
  await receiver.started;
  const body = JSON.stringify({ event: "endpoint.challenge", data: { challenge: "prove-it", timestamp: "" } });
  const headers = deliveryHeaders({
    secrets: ["whsec_example"],
    key: "sk",
    previousKey: null,
    body,
    timestampSeconds: nowSeconds(),
    eventId: "e-1",
    deliveryId: "d-1",
    attempt: 1,
  });
  delete headers["content-length"];
  const post = (text: string) => fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body: text });
  expect(await (await post(body)).text()).toBe("prove-it");
  expect((await post(`${body} `)).status).toBe(401);
  receiver.stop();
  await receiver.ended;
});
