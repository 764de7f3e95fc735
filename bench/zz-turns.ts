import { openHttpHarness } from "../service/testing/processes/http-harness.ts";
import { createDatabase } from "./support/database.ts";
import { buildApp } from "../service/http/app.ts";
import { compose } from "../service/compose.ts";
import { readConfig } from "../service/config.ts";
const database = await createDatabase("probe");
const h = await openHttpHarness(database.url, { wallets: 6000, each: 1_000_000n });
await h.pool.query("update tenant_settings set can_debit_customer = true");
const { services, close } = compose(readConfig({ DATABASE_URL: database.url }), { name: "turns" });
const app = buildApp(services, { checkReplies: false });
let max = 0, turns = 0; let last = process.threadCpuUsage(); let running = true; let big: number[] = [];
(function turn() { const now = process.threadCpuUsage(); const ms = (now.user + now.system - last.user - last.system) / 1000; last = now; turns++; if (ms > max) max = ms; if (ms>15) big.push(Math.round(ms)); if (running) setImmediate(turn); })();
async function go(name: string, method: "GET"|"POST", path: string, body?: string, headers: Record<string,string> = {}) {
  const out: string[] = [];
  for (let i = 0; i < 4; i++) {
    max = 0; turns = 0; big = []; last = process.threadCpuUsage();
    const r = await app.inject({ method, url: "/v1" + path, headers: { authorization: `Bearer ${h.key}`, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers, ...(headers["idempotency-key"]?{"idempotency-key":headers["idempotency-key"]+i}:{}) }, ...(body === undefined ? {} : { payload: body.replaceAll("@@", String(i)) }) });
    await new Promise((r) => setImmediate(() => setImmediate(r)));
    out.push(`${r.statusCode} turn=${max.toFixed(0)} [${big.join(" ")}]`); if (i === 3) out.push(r.body.slice(0, 60));
  }
  console.log(name.padEnd(30), String(body?.length ?? 0).padStart(8), out.join(" | "));
}
const items = (n: number, f: (i: number) => object) => JSON.stringify({ transactions: Array.from({ length: n }, (_, i) => f(i)) });
const ref = () => "REF"+Math.random().toString(36).slice(2)+Math.random().toString(36).slice(2);
const P = "/wallet/batch-credit-customer-wallet", D="/wallet/batch-debit-customer-wallet";
await go("tiny", "GET", "/wallet/balance");
await go("batch 5000 ok", "POST", D, items(5000, (i) => ({ customerId: h.customers[i], amount: 10 })));
await go("batch 5000 ok + refs + key", "POST", D, items(5000, (i) => ({ customerId: h.customers[i], amount: 10, reference: "@@"+ref() })), {"idempotency-key":"probe-"});
await go("batch 5000 one wallet", "POST", D, items(5000, () => ({ customerId: h.customers[0], amount: 2 })));
await go("batch 5000 unknown customers", "POST", D, items(5000, (i) => ({ customerId: `0190a000-0000-7000-8000-${String(i).padStart(12,"0")}`, amount: 10 })));
await go("batch 5000 all wrong", "POST", P, items(5000, () => ({ customerId: "x", amount: "y", reference: "z", pin: 3 })));
await go("batch 500k zeros", "POST", P, `{"transactions":[${"0,".repeat(500_000)}0]}`);
await go("batch 5000 zeros", "POST", P, `{"transactions":[${"0,".repeat(4_999)}0]}`);
await go("batch 300k empty objs", "POST", P, `{"transactions":[${"{},".repeat(300_000)}{}]}`);
await go("batch 5000 unknown fields", "POST", P, items(5000, (i) => ({ customerId: h.customers[i], amount: 10, ...Object.fromEntries(Array.from({length:12},(_,k)=>["f"+k,1])) })));
await go("metadata 80k keys", "POST", "/wallet/credit", JSON.stringify({ customerId: h.customers[0], amount: 10, metadata: Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => ["k" + i, 1])) }));
await go("metadata 500k list", "POST", "/wallet/credit", `{"customerId":"${h.customers[0]}","amount":10,"metadata":{"a":[${"0,".repeat(500_000)}0]}}`);
await go("metadata 340k obj list", "POST", "/wallet/credit", `{"customerId":"${h.customers[0]}","amount":10,"metadata":{"a":[${"{},".repeat(340_000)}0]}}`);
await go("unknown 120k objs", "POST", "/wallet/credit", `{"a":[${'{"a":1},'.repeat(120_000)}0]}`);
await go("unknown 80k keys", "POST", "/wallet/credit", JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => ["k" + i, 1]))));
await go("deep", "POST", "/wallet/credit", `{"a":${"[".repeat(500_000)}${"]".repeat(500_000)}}`);
await go("long string", "POST", "/wallet/credit", JSON.stringify({ customerId: "x".repeat(1_000_000), amount: 10 }));
await go("long emoji", "POST", "/wallet/credit", JSON.stringify({ customerId: "😀".repeat(250_000), amount: 10 }));
await go("long email", "POST", "/wallet", JSON.stringify({ email: "a@" + "a.".repeat(450000)}));
await go("query repeated", "GET", "/wallet?" + "a=&".repeat(5000));
for (const l of ["/wallet?perPage=100","/customer?perPage=100","/merchant/transactions?perPage=100","/wallet/bulk-credit-customer-records?perPage=100","/transaction/batch?perPage=100","/merchant/audit-log?perPage=100","/merchant/webhook/events?perPage=100","/transaction/download/merchant","/wallet?search=customer&perPage=100","/merchant/analytics/overview"]) await go(l.slice(0,29), "GET", l);
running = false; await app.close(); await close(); await h.close(); await database.drop();
