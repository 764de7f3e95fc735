import { expect } from "@playwright/test";
import type { SessionReply } from "../contract/auth.ts";
import type { Wallet } from "../contract/wallets.ts";
import { type DemoRole, demoAccounts, demoPassword } from "./demo.ts";

const BASE = `${process.env.E2E_SERVICE_URL ?? "http://127.0.0.1:4000"}/v1`;
/** A request and its amount as the page shows it. `reference` is that of the transaction, also of a pending one. */
export type PendingRequest = { id: string; reference: string; kobo: number; text: string };

/**
 * A colleague who acts through the service: requests from a dashboard session wait for approval, API requests take
 * effect immediately.
 */
export async function signInToSubmit(role: DemoRole, channel: "dashboard" | "api") {
  const login = await call("POST", "/auth/login", {
    body: { email: demoAccounts[role].email, password: demoPassword },
    headers: { "x-channel": channel },
  });
  const token = ((await login.json()) as SessionReply).data.accessToken;
  return async (from: Wallet, to: Wallet, kobo: number): Promise<PendingRequest> => {
    const body = { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount: kobo };
    const response = await call("POST", "/transfer/wallet", { body, headers: { authorization: `Bearer ${token}` } });
    expect(response.ok, await response.clone().text()).toBe(true);
    const id = response.headers.get("location")?.split("/").at(-1) ?? "";
    const { data } = (await response.json()) as { data?: { reference?: string } };
    const reference = data?.reference ?? "";
    return { id, reference, kobo, text: `₦${(kobo / 100).toLocaleString("en-NG", { minimumFractionDigits: 2 })}` };
  };
}

function call(method: string, path: string, { body, headers }: { body: object; headers: Record<string, string> }) {
  const all = { "content-type": "application/json", ...headers };
  return fetch(`${BASE}${path}`, { method, headers: all, body: JSON.stringify(body) });
}

/** The demo's balances are random: this wallet receives enough for a million from a merchant that has it. */
export async function fundWallet({ customerId }: Wallet): Promise<void> {
  const login = await call("POST", "/auth/login", {
    body: { email: demoAccounts.MainMerchant.email, password: demoPassword },
    headers: {},
  });
  const headers = { authorization: `Bearer ${((await login.json()) as SessionReply).data.accessToken}` };
  for (const [path, body] of [
    ["/merchant/fund-wallet", { amount: 150_000_000 }],
    ["/wallet/credit", { customerId, amount: 150_000_000 }],
  ] as const) {
    const response = await call("POST", path, { body, headers });
    expect(response.ok, await response.clone().text()).toBe(true);
  }
}
