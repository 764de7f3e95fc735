import { createClient, WalletError } from "@merchant-wallet/sdk";

// Reads the transactions, page by page, and adds up what came in and went out.
const { WALLET_URL = "http://localhost:4000/v1", WALLET_KEY = "" } = process.env;
const wallet = createClient({ baseUrl: WALLET_URL, credential: { privateKey: WALLET_KEY } });

let count = 0;
const totals = new Map<string, number>();
try {
  for await (const { type, amount } of wallet.pages("GET /merchant/transactions")) {
    count += 1;
    totals.set(type, (totals.get(type) ?? 0) + amount);
  }
} catch (error) {
  // There are more: a program that needs all of them reads one month after the other.
  if (!(error instanceof WalletError && error.code === "list_capped")) throw error;
  console.log(error.message);
}
for (const [type, kobo] of totals) console.log(`${type}: ₦${kobo / 100}`);
console.log(`${count} transactions`);
