import { createClient, WalletError } from "@merchant-wallet/sdk";

// Reads the transactions that succeeded, page by page, and adds up what came in and went out, with fees.
const { WALLET_URL = "http://localhost:4000/v1", WALLET_KEY = "" } = process.env;
const wallet = createClient({ baseUrl: WALLET_URL, credential: { privateKey: WALLET_KEY } });

let count = 0;
const totals = new Map<string, number>();
try {
  const query = { status: "success" } as const;
  for await (const { type, total } of wallet.pages("GET /merchant/transactions", { query })) {
    count += 1;
    totals.set(type, (totals.get(type) ?? 0) + total);
  }
} catch (error) {
  // There are more: a program that needs all of them reads one month after the other.
  if (!(error instanceof WalletError && error.code === "list_capped")) throw error;
  console.log(error.message);
}
for (const [type, kobo] of totals) console.log(`${type}: ₦${kobo / 100}`);
console.log(`${count} transactions`);
