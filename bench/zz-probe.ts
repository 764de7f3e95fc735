import { openHttpHarness, startServiceProcess } from "../service/testing/processes/http-harness.ts";
import { findFreePort } from "../scripts/system/ports.ts";
import { createDatabase } from "./support/database.ts";
const database = await createDatabase("probe");
const h = await openHttpHarness(database.url, { wallets: 6000, each: 1_000_000n });
const svc = await startServiceProcess(database.url, await findFreePort(), process.env.PROF ? {nodeArgs:["--cpu-prof","--cpu-prof-dir=/tmp/prof"]}:{});
async function delays() { const t = await (await fetch(svc.address + "/metrics")).text(); return [...t.matchAll(/event_loop_delay_seconds\{quantile="([\d.]+)"\} (\S+)/g)].map((m) => Number(m[2])*1000); }
async function go(name: string, method: string, path: string, body?: string, headers: Record<string,string> = {}) {
  await delays(); await new Promise(r=>setTimeout(r,60)); await delays();
  const out: string[] = [];
  for (let i=0;i<4;i++) {
    const t = performance.now();
    const r = await fetch(svc.address + "/v1" + path, { method, headers: { authorization: `Bearer ${h.key}`, ...(body===undefined?{}:{"content-type": "application/json"}), ...headers, ...(headers["idempotency-key"]?{"idempotency-key":headers["idempotency-key"]+i}:{}) }, ...(body===undefined?{}:{body: body.replaceAll("@@",String(i))}) });
    const text = await r.text(); const ms = performance.now()-t;
    await new Promise(r=>setTimeout(r,25));
    const d = await delays();
    out.push(`${r.status} ${ms.toFixed(0)}ms stall=${d[1]?.toFixed(0)}`); if (i===3) out.push(String(text.length)+" "+text.slice(0,80));
  }
  console.log(name.padEnd(34), body?.length ?? 0, out.join(" | "));
}
const items = (n: number, f: (i: number) => object) => JSON.stringify({ transactions: Array.from({ length: n }, (_, i) => f(i)) });
const ref = () => "REF"+Math.random().toString(36).slice(2)+Math.random().toString(36).slice(2);
const P = "/wallet/batch-credit-customer-wallet", D="/wallet/batch-debit-customer-wallet";
await go("tiny", "GET", "/wallet/balance");
await go("batch 5000 ok", "POST", D, items(5000, (i) => ({ customerId: h.customers[i], amount: 10 })));
await go("batch 5000 ok + refs", "POST", D, items(5000, (i) => ({ customerId: h.customers[i], amount: 10, reference: "@@"+ref() })));
await go("batch 5000 ok + key", "POST", D, items(5000, (i) => ({ customerId: h.customers[i], amount: 10 })), {"idempotency-key":"probe-"});
await go("batch 5000 one wallet", "POST", D, items(5000, () => ({ customerId: h.customers[0], amount: 2 })));
await go("batch 5000 unknown customers", "POST", D, items(5000, (i) => ({ customerId: `0190a000-0000-7000-8000-${String(i).padStart(12,"0")}`, amount: 10 })));
await go("batch 5000 all wrong", "POST", P, items(5000, () => ({ customerId: "x", amount: "y", reference: "z", pin: 3 })));
await go("batch 500k zeros", "POST", P, `{"transactions":[${"0,".repeat(500_000)}0]}`);
await go("batch 5000 zeros", "POST", P, `{"transactions":[${"0,".repeat(4_999)}0]}`);
await go("batch 150k empty objs", "POST", P, `{"transactions":[${"{},".repeat(300_000)}{}]}`);
await go("batch 5000 x200 unknown fields", "POST", P, items(5000, (i) => ({ customerId: h.customers[i], amount: 10, ...Object.fromEntries(Array.from({length:12},(_,k)=>["f"+k,1])) })));
await go("metadata 100k keys", "POST", "/wallet/credit", JSON.stringify({ customerId: h.customers[0], amount: 10, metadata: Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => ["k" + i, 1])) }));
await go("metadata 500k list", "POST", "/wallet/credit", `{"customerId":"${h.customers[0]}","amount":10,"metadata":{"a":[${"0,".repeat(500_000)}0]}}`);
await go("metadata 340k obj list", "POST", "/wallet/credit", `{"customerId":"${h.customers[0]}","amount":10,"metadata":{"a":[${"{},".repeat(340_000)}0]}}`);
await go("unknown 200k objs", "POST", "/wallet/credit", `{"a":[${'{"a":1},'.repeat(120_000)}0]}`);
await go("deep", "POST", "/wallet/credit", `{"a":${"[".repeat(500_000)}${"]".repeat(500_000)}}`);
await go("deep metadata", "POST", "/wallet/credit", `{"customerId":"${h.customers[0]}","amount":10,"metadata":{"a":${"[".repeat(3000)}${"]".repeat(3000)}}}`);
await go("long string", "POST", "/wallet/credit", JSON.stringify({ customerId: "x".repeat(1_000_000), amount: 10 }));
await go("long phone", "POST", "/wallet", JSON.stringify({ phoneNumber: "0" + " ".repeat(900_000)+"x", email: "a@" + "a.".repeat(40000), firstName: " ".repeat(10000) }));
await go("long email", "POST", "/wallet", JSON.stringify({ email: "a@" + "a.".repeat(450000)}));
await go("long email2", "POST", "/wallet", JSON.stringify({ email: "a".repeat(900000)+"@"}));
await go("long email3", "POST", "/wallet", JSON.stringify({ email: "..".repeat(450000)+"@"}));
await go("long url", "POST", "/merchant/webhook/subscriptions", JSON.stringify({ url: "https://" + "a.".repeat(450000)}));
await go("long login", "POST", "/auth/login", JSON.stringify({ email: "a@b.c", password: "x".repeat(1_000_000)}));
await go("ids 500k", "POST", "/merchant/webhook/deliveries/replay", `{"ids":[${'"x",'.repeat(250_000)}0]}`);
await go("events 250k", "POST", "/merchant/webhook/subscriptions", `{"url":"https://a.example","events":[${'"x",'.repeat(250_000)}0]}`);
await go("query repeated", "GET", "/wallet?" + "a=&".repeat(5000));
await go("query many", "GET", "/wallet?" + Array.from({length:2500},(_,i)=>i.toString(36)+"=1").join("&"));
await go("list wallets 100", "GET", "/wallet?perPage=100");
await go("list customers 100", "GET", "/customer?perPage=100");
await go("list tx 100", "GET", "/merchant/transactions?perPage=100");
await go("batches 100", "GET", "/wallet/bulk-credit-customer-records?perPage=100");
await go("tx batches 100", "GET", "/transaction/batch?perPage=100");
await go("download", "GET", "/transaction/download/merchant");
await go("stats", "GET", "/merchant/overview");
await svc.stop(); await h.close(); await database.drop();
