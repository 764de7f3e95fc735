import type { SessionReply } from "../contract/auth.ts";
import type { CreatedWallet, CreateWalletBody } from "../contract/wallet-creation.ts";
import type { FreezeWalletBody, Wallet } from "../contract/wallets.ts";
import { type DemoRole, demoAccounts, demoPassword } from "./demo.ts";

/** A colleague who acts through the service directly, like another dashboard or an integration. */
export type Colleague = {
  findWallet(accountNumber: string): Promise<Wallet | undefined>;
  listWallets(): Promise<Wallet[]>;
  freeze(body: FreezeWalletBody): Promise<void>;
  enable(customerId: string): Promise<void>;
  allowCredits(customerId: string): Promise<void>;
  /** Another bank sends money to one of our account numbers. Kobo. */
  receiveFromBank(body: { accountNumber: string; amount: number; senderName: string }): Promise<void>;
  create(body: CreateWalletBody): Promise<CreatedWallet>;
  /** Uploads customers and returns the batch. */
  sendCustomers(csv: string): Promise<string>;
  /** Credit and debit batches in any status. */
  countBatches(): Promise<number>;
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
    async listWallets() {
      const all: Wallet[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const response = await send("GET", `/wallet?perPage=100&page=${page}`);
        await must(response.clone());
        const reply = (await response.json()) as { wallets: Wallet[]; metadata: { totalPages: number } };
        // Newest first: of two customers with the same name, the demo's is the older one.
        all.push(...reply.wallets);
        pages = reply.metadata.totalPages;
      }
      return all;
    },
    freeze: async (body) => must(await send("POST", "/wallet/close", body)),
    async create(body) {
      const headers = { "idempotency-key": crypto.randomUUID(), "x-account-mode": "SANDBOX" };
      const response = await call("POST", "/wallet", body, accessToken, headers);
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return ((await response.json()) as { wallet: CreatedWallet }).wallet;
    },
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
    async countBatches() {
      const response = await send("GET", "/wallet/bulk-credit-customer-records?perPage=1");
      await must(response.clone());
      return ((await response.json()) as { metadata: { totalRecords: number } }).metadata.totalRecords;
    },
    enable: async (customerId) => must(await send("POST", "/wallet/enable", { customerId })),
    receiveFromBank: async (body) => must(await send("POST", "/sandbox/bank-transfer", body)),
    allowCredits: async (customerId) => must(await send("POST", "/wallet/disable-post-no-credit", { customerId })),
  };
}

/** All customers' wallets that `role` may see, by name. */
export async function findDemoWallets(role: DemoRole): Promise<Map<string, Wallet>> {
  const colleague = await signInColleague(role);
  return new Map((await colleague.listWallets()).map((wallet) => [wallet.accountName, wallet]));
}

function call(method: string, path: string, body?: object, token?: string, more: HeadersInit = {}): Promise<Response> {
  const headers = new Headers(more);
  headers.set("content-type", "application/json");
  if (token) headers.set("authorization", `Bearer ${token}`);
  return fetch(`${BASE}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
