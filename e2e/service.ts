import type { SessionReply } from "../contract/auth.ts";
import type { FreezeWalletBody, Wallet } from "../contract/wallets.ts";
import { type DemoRole, demoAccounts, demoPassword } from "./demo.ts";

/** A colleague who acts through the service itself, as another desk or an integration would. */
export type Colleague = {
  findWallet(accountNumber: string): Promise<Wallet | undefined>;
  freeze(body: FreezeWalletBody): Promise<void>;
  enable(customerId: string): Promise<void>;
  /** Uploads customers, and answers the batch. */
  sendCustomers(csv: string): Promise<string>;
};

const BASE = `${process.env.E2E_SERVICE_URL ?? "http://127.0.0.1:4000"}/v1`;

export async function signInColleague(role: DemoRole): Promise<Colleague> {
  const login = await call("POST", "/auth/login", { email: demoAccounts[role].email, password: demoPassword });
  const { accessToken } = ((await login.json()) as SessionReply).data;
  const send = (method: string, path: string, body?: object) => call(method, path, body, accessToken);
  const must = async (response: Response) => {
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  };
  return {
    async findWallet(accountNumber) {
      const response = await send("GET", `/wallet/customer/account?accountNumber=${accountNumber}`);
      return response.ok ? ((await response.json()) as { wallet: Wallet }).wallet : undefined;
    },
    freeze: async (body) => must(await send("POST", "/wallet/close", body)),
    async sendCustomers(csv) {
      const form = new FormData();
      form.append("customers", new Blob([csv], { type: "text/csv" }), "rows.csv");
      const path = `${BASE}/wallet/bulk-create-customers`;
      const response = await fetch(path, {
        method: "POST",
        headers: { authorization: `Bearer ${accessToken}` },
        body: form,
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return ((await response.json()) as { data: { batchId: string } }).data.batchId;
    },
    enable: async (customerId) => must(await send("POST", "/wallet/enable", { customerId })),
  };
}

/** Where the seed's account numbers begin, and more of them than it hands out. */
const FIRST_SERIAL = 220_000_001;
const SERIALS = 60;

/**
 * Every customer's wallet that `role` may see, by name. There is no list of wallets yet, so it walks through the numbers,
 * with each of the ten check digits.
 */
export async function findDemoWallets(role: DemoRole): Promise<Map<string, Wallet>> {
  const colleague = await signInColleague(role);
  const found = new Map<string, Wallet>();
  for (let serial = FIRST_SERIAL; serial < FIRST_SERIAL + SERIALS; serial += 1) {
    const numbers = Array.from({ length: 10 }, (_, digit) => `${serial}${digit}`);
    for (const wallet of await Promise.all(numbers.map(colleague.findWallet))) {
      if (wallet) found.set(wallet.accountName, wallet);
    }
  }
  return found;
}

function call(method: string, path: string, body?: object, token?: string): Promise<Response> {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  return fetch(`${BASE}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
