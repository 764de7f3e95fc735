import { createClient, WalletError } from "@merchant-wallet/sdk";

// Opens two wallets, credits one from the merchant wallet, pays from it to the other, and reads the balances. Amounts are whole kobo.
const { WALLET_URL = "http://localhost:4000/v1", WALLET_KEY = "" } = process.env;
const wallet = createClient({ baseUrl: WALLET_URL, credential: { privateKey: WALLET_KEY } });

// The sandbox knows every BVN that starts with 22 and ends with 55.
const digits = () => String(Math.floor(1_000_000 + Math.random() * 8_999_999));
const person = () => ({ phoneNumber: `+234801${digits()}`, bvn: `22${digits()}55`, dateOfBirth: "1990-05-16" });
const ada = await wallet.call("POST /wallet", {
  body: { firstName: "Ada", lastName: "Obi", ...person() },
});
const bayo = await wallet.call("POST /wallet", {
  body: { firstName: "Bayo", lastName: "Ade", ...person() },
});
await wallet.call("POST /wallet/credit", {
  body: { customerId: ada.customer.id, amount: 50_000, narration: "Welcome" },
});

const transfer = { fromCustomerId: ada.customer.id, toCustomerId: bayo.customer.id, amount: 10_000 };
await wallet.call("POST /transfer/wallet", { body: transfer });
try {
  await wallet.call("POST /transfer/wallet", { body: { ...transfer, amount: 45_000 } });
} catch (error) {
  if (!(error instanceof WalletError)) throw error;
  console.log(`refused: ${error.code} (${error.message})`);
}

const { wallet: paid } = await wallet.call("GET /wallet/customer", { query: { customerId: bayo.customer.id } });
console.log(`${paid.accountName} has ₦${paid.availableBalance / 100}`);
