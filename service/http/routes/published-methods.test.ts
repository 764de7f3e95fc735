import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type BatchApp, openBatchApp } from "../../testing/apps/batch-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";

/** Sends the published methods as each kind of existing client does, and compares the answers with the published fields. Wire 4, 5. */
const PAGE = join(import.meta.dirname, "../../../docs/published-methods.md");
const database = useTestDatabase({ connections: 12 });
let money: BatchApp;

beforeAll(async () => {
  money = await openBatchApp(database);
  await money.set("can_debit_customer = true, internal_transfers = true");
  await fundMerchantWallet(money.ctx, { amount: 100_000_000 });
});
afterAll(() => money.close());

type World = { ada: CreatedWallet; bola: CreatedWallet; reference: string; batchReference: string; nth: number };
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Published = [method: Method, path: string, body: ((world: World) => object) | null, fields: string];

const item = ({ ada }: World) => ({ amount: 200, reference: money.reference(), customerId: ada.customerId });
const byWallet = ({ ada }: World) => ({ amount: 200, walletId: ada.walletId });
const customer = ({ ada }: World) => ({ customerId: ada.customerId });
const RESULT = "data.accepted data.rejected data.batchReference";
const ROW =
  "id reference type status amount currency category description source destination balance_before balance_after";
const rows = (list: string, fields: string) =>
  fields
    .split(" ")
    .map((field) => `${list}.0.${field}`)
    .join(" ");

/** In an order in which each finds what it needs. The last column: the published fields of the answer. */
const METHODS: readonly Published[] = [
  [
    "POST",
    "/wallet",
    ({ nth }) => ({
      bvn: `2218102${nth}955`,
      firstName: "Ridwan",
      lastName: "Adekunle",
      dateOfBirth: "1992-05-16",
      phoneNumber: `080300000${nth}9`.slice(0, 11),
      email: "r@client.example",
      address: "Lagos",
      metadata: {},
    }),
    "customer.id customer.bvn customer.tier customer.MerchantId wallet.walletId wallet.accountNumber wallet.walletType wallet.updated",
  ],
  [
    "GET",
    "/wallet",
    null,
    `${rows("wallets", "id customerId accountNumber availableBalance status tier")} metadata.totalRecords`,
  ],
  [
    "GET",
    "/wallet/customer?customerId={ada}",
    null,
    "wallet.id wallet.status wallet.reason wallet.tier wallet.dailyLimit wallet.isNINVerified",
  ],
  ["GET", "/wallet/customer/account?accountNumber={number}", null, "wallet.id wallet.merchantId wallet.accountName"],
  [
    "GET",
    "/wallet/info?accountNumber={number}",
    null,
    "data.id data.status data.email data.accountName data.availableBalance data.createdAt",
  ],
  [
    "POST",
    "/wallet/credit",
    (world) => ({ ...item(world), amount: 500_000, reference: world.reference, metadata: {} }),
    "reference amount data.amount data.reference data.customer_id data.customer_wallet_id data.transaction_fee data.metadata",
  ],
  [
    "POST",
    "/wallet/debit",
    (world) => ({ ...item(world), metadata: {} }),
    "reference amount data.customer_wallet_id data.transaction_fee",
  ],
  [
    "POST",
    "/wallet/batch-credit-customer-wallet",
    (world) => ({ batchReference: world.batchReference, transactions: [item(world)] }),
    `${RESULT} ${rows("data.accepted", "customerId amount reference walletId")}`,
  ],
  [
    "POST",
    "/wallet/batch-debit-customer-wallet",
    (world) => ({ batchReference: money.reference(), transactions: [item(world)] }),
    RESULT,
  ],
  ["POST", "/wallet/batch-credit-customer-via-wallet-id", (world) => ({ transactions: [byWallet(world)] }), RESULT],
  ["POST", "/wallet/batch-debit-customer-via-wallet-id", (world) => ({ transactions: [byWallet(world)] }), RESULT],
  [
    "POST",
    "/transfer/wallet",
    ({ ada, bola }) => ({ fromCustomerId: ada.customerId, toCustomerId: bola.customerId, amount: 1_500 }),
    "data.amount data.reference data.total data.transaction_fee data.fee_breakdown.base_fee data.source_customer_id data.target_customer_wallet data.description",
  ],
  [
    "POST",
    "/transfer/wallet-to-wallet",
    ({ ada, bola }) => ({ fromWalletId: ada.accountNumber, toWalletId: bola.accountNumber, amount: 1_500 }),
    "data.amount data.reference data.total data.transaction_fee",
  ],
  [
    "GET",
    "/merchant/transactions?page=1&type=ALL&status=success&category=CREDIT_CUSTOMER_WALLET",
    null,
    `${rows("transactions", ROW)} metadata.totalPages`,
  ],
  [
    "GET",
    "/transaction/customer?customerId={ada}&page=1&type=ALL",
    null,
    `${rows("transactions", ROW)} transactions.0.userId`,
  ],
  ["GET", "/transaction/info?reference={reference}", null, "transaction.id transaction.reference transaction.amount"],
  ["GET", "/merchant/transaction/{reference}", null, "transaction.id transaction.reference"],
  [
    "GET",
    "/transaction/batch?page=1",
    null,
    rows(
      "data",
      "id type source.type source.userId source.walletId reference reversed all_references passed_references failed_references",
    ),
  ],
  ["GET", "/transaction/batch/{batch}", null, "data.id data.reference data.all_references"],
  ["GET", "/transaction/pending?page=1&type=ALL", null, "data metadata.page"],
  ["GET", "/transaction/download/merchant", null, rows("data", "id reference amount")],
  ["GET", "/transaction/download/customer?customerId={ada}", null, rows("data", "id reference amount")],
  [
    "GET",
    "/customer?page=1",
    null,
    `${rows("customers", "id bvn firstName lastName tier phoneNumber walletId")} metadata.page`,
  ],
  ["GET", "/customer/{ada}", null, "customer.id customer.nameMatch customer.metadata"],
  ["PUT", "/customer/{ada}", () => ({ firstName: "Ada", metadata: { a: 1 } }), "customer.id"],
  ["GET", "/bvn/lookup?bvn=22181029955", null, "data.bvn data.firstName data.dateOfBirth data.phoneNumber"],
  ["PATCH", "/customer/tier", (world) => ({ ...customer(world), tier: "TIER_2" }), "data.customerId data.tier"],
  ["PUT", "/wallet/transaction-pin", (world) => ({ ...customer(world), pin: "4821" }), "message"],
  ["POST", "/wallet/close", customer, ""],
  ["POST", "/wallet/close", (world) => ({ ...customer(world), reason: "Fraud report" }), "message"],
  ["POST", "/wallet/enable", customer, "message"],
  ["POST", "/wallet/enable-post-no-credit", customer, "message"],
  ["POST", "/wallet/disable-post-no-credit", customer, "message"],
  [
    "GET",
    "/merchant/profile",
    null,
    "data.id data.slug data.review data.walletReservationCharge data.transferCharges.max5000 data.tier_3_min_balance data.canLogin",
  ],
  ["PATCH", "/merchant/profile", () => ({ sendEmail: true }), "message"],
  [
    "GET",
    "/merchant/wallet",
    null,
    "data.id data.businessName data.accountNumber data.bookedBalance data.accountReference",
  ],
  ["GET", "/merchant/my-access-keys", null, "data.publicKey data.privateKey"],
  ["POST", "/merchant/fund-wallet", () => ({ amount: 5_000 }), "message"],
  ["GET", "/user/profile", null, "data.id data.role data.Merchant.review data.Merchant.canDebitCustomer permissions.0"],
  ["GET", "/team/members", null, rows("data", "id role email firstName lastName approvalLimit")],
  ["GET", "/team/permissions", null, rows("data", "name description")],
  ["GET", "/team/roles", null, rows("data", "id name permissions")],
  ["GET", "/team/invitations", null, "data"],
  ["GET", "/team/merchants", null, rows("data", "id role name")],
  [
    "POST",
    "/merchant/webhook/subscribe",
    () => ({ url: "https://hooks.example/in", events: ["*"] }),
    "success data.id data.url data.events data.active data.createdAt",
  ],
  ["GET", "/merchant/webhook/events", null, rows("data", "type description")],
  ["GET", "/merchant/webhook/deliveries?page=1&limit=20", null, "data metadata.page"],
  [
    "POST",
    "/wallet/customer-batch-credit-customer-wallet",
    (world) => ({
      batchReference: money.reference(),
      ...customer(world),
      recipients: [{ amount: 200, reference: money.reference(), customerId: world.bola.customerId }],
    }),
    `${RESULT} ${rows("data.accepted", "customerId amount reference walletId")}`,
  ],
  ["POST", "/wallet/reverse-batch-transaction", (world) => ({ batchReference: world.batchReference }), RESULT],
  ["GET", "/merchant/limits", null, "data.tiers.0.dailyLimit data.caller.requestsPerMinute"],
];

/** As the HTTP library of most clients asks. */
const accept = "application/json, text/plain, */*";

const headersOf: Record<string, () => Promise<Record<string, string>>> = {
  "private key": () => Promise.resolve({ authorization: money.authorization }),
  session: () => money.api(money.admin),
  "session in `X-Access-Token`": async () => {
    const { authorization = "" } = await money.api(money.admin);
    return { "x-access-token": authorization.replace("Bearer ", ""), "x-refresh-token": "unused" };
  },
};

async function verdictsOf(client: string, nth: number): Promise<string[]> {
  const headers = { accept, ...(await headersOf[client]?.()) };
  const ada = await createTestWallet(money.ctx, { firstName: "Ada" });
  const bola = await createTestWallet(money.ctx, { firstName: "Bola" });
  const world: World = { ada, bola, reference: money.reference(), batchReference: money.reference(), nth };
  const values: Record<string, string> = {
    ada: ada.customerId,
    number: ada.accountNumber,
    reference: world.reference,
    batch: world.batchReference,
  };
  const verdicts: string[] = [];
  for (const [method, path, body, fields] of METHODS) {
    const url = `/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")}`;
    const reply = await money.app.inject({ method, url, headers, ...(body ? { payload: body(world) } : {}) });
    verdicts.push(verdictOf(reply.statusCode, reply.json(), fields));
  }
  return verdicts;
}

function verdictOf(status: number, body: Record<string, unknown>, fields: string): string {
  if (status === 404) return "not built";
  if (status >= 300) return `${status}: ${String(body.message).slice(0, 90)}`;
  const missing = fields.split(" ").filter((field) => field !== "" && !has(body, field.split(".")));
  return missing.length === 0 ? "as published" : `without ${missing.join(", ")}`;
}

function has(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  return (
    typeof value === "object" && value !== null && name in value && has((value as Record<string, unknown>)[name], rest)
  );
}

it("answers the published methods of each client as the page says", async () => {
  const clients = Object.keys(headersOf);
  const columns: string[][] = [];
  for (const [at, client] of clients.entries()) columns.push(await verdictsOf(client, at + 1));
  const lines = METHODS.map(([method, path, body], at) => {
    const name =
      path.replace(/\?.*/, "") +
      (body && path === "/wallet/close" && columns[0]?.[at] !== "as published" ? " without a reason" : "");
    return `| \`${method} ${name}\` | ${columns.map((verdicts) => verdicts[at]).join(" | ")} |`;
  });
  const head = [
    "# Published methods",
    "",
    "What each kind of existing client gets for the published request of a method. `service/http/routes/published-methods.test.ts` sends the",
    "requests and writes this page (`vitest run --update`); decision [0130](decisions/0130-existing-clients-are-served-where-no-rule-forbids.md) has the reasons.",
    "",
    `| Method | ${clients.join(" | ")} |`,
    `| --- |${" --- |".repeat(clients.length)}`,
  ];
  await expect(`${[...head, ...lines].join("\n")}\n`).toMatchFileSnapshot(PAGE);
  await expectBooksToBalance(database.pool);
});
