import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { RailAttempt } from "../rail.ts";
import { createPaystack } from "./paystack.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const KEY = "sk_test_key";
const SESSION = "999000260302100000000000000001";
const attempt: RailAttempt = {
  sessionId: SESSION,
  reference: "PAY-1",
  amount: 100_000n,
  source: { accountNumber: "9000000001", accountName: "Ada Obi" },
  destination: { bankCode: "000013", accountNumber: "0123456789", accountName: "JOHN DOE" },
  narration: "Bonus for the week",
  enquiryId: null,
  createdAt: new Date("2026-03-02T09:00:00Z"),
};
/** Shapes as published. */
const transfer = (more: object = {}) => ({
  status: true,
  message: "Transfer has been queued",
  data: {
    amount: 100_000,
    currency: "NGN",
    reference: SESSION,
    status: "success",
    transfer_code: "TRF_8opchtrhtjlfz90n",
    id: 860_670_817,
    ...more,
  },
});
const banks = {
  status: true,
  message: "Banks retrieved",
  data: [
    { name: "Guaranty Trust Bank", code: "058", nip_sort_code: "000013", type: "nuban", active: true },
    { name: "OPay", code: "999992", nip_sort_code: "100004", type: "nuban" },
    { name: "No NIP Bank", code: "777", nip_sort_code: null, type: "nuban" },
  ],
  meta: { next: null, perPage: 100 },
};
const recipient = {
  status: true,
  message: "Transfer recipient created",
  data: { recipient_code: "RCP_gx2wn530m0i3w3m", active: true },
};

type Route = { status?: number; body?: unknown; isSilent?: true };
type Routes = Record<string, Route | undefined>;

async function paystack(routes: Routes) {
  const seen: { route: string; url: string; authorization: string; body: string }[] = [];
  const all: Routes = {
    "GET /bank": { body: banks },
    "POST /transferrecipient": { status: 201, body: recipient },
    ...routes,
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const url = request.url ?? "";
    const route = `${request.method} ${url.split("?")[0]?.replace(SESSION, ":reference")}`;
    seen.push({ route, url, authorization: request.headers.authorization ?? "", body });
    const answer = all[route] ?? { status: 404, body: "<html>" };
    if (answer.isSilent) return;
    response.writeHead(answer.status ?? 200, { "content-type": "application/json" });
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const timeoutMs = Object.values(routes).some((route) => route?.isSilent) ? 1_000 : 60_000;
  const rail = createPaystack({ baseUrl, secretKey: KEY, timeoutMs, connections: 4 });
  closers.push(() => {
    void rail.close();
    server.closeAllConnections();
    server.close();
  });
  return { rail, seen, count: (route: string) => seen.filter((one) => one.route === route).length };
}

describe("send", () => {
  it("makes a recipient at the bank's own code, then one transfer in kobo with our session as its reference", async () => {
    const { rail, seen } = await paystack({ "POST /transfer": { body: transfer() } });
    expect(await rail.send(attempt)).toEqual({ outcome: "succeeded", code: "success" });
    expect(seen.map(({ route }) => route)).toEqual(["GET /bank", "POST /transferrecipient", "POST /transfer"]);
    expect(seen.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
    expect(JSON.parse(seen[1]?.body ?? "")).toEqual({
      type: "nuban",
      name: "JOHN DOE",
      account_number: "0123456789",
      bank_code: "058",
      currency: "NGN",
    });
    expect(JSON.parse(seen[2]?.body ?? "")).toMatchObject({
      source: "balance",
      amount: 100_000,
      recipient: "RCP_gx2wn530m0i3w3m",
      reference: SESSION,
    });
  });

  it.each([
    ["success", "succeeded"],
    ["failed", "failed"],
    ["reversed", "failed"],
    ["abandoned", "failed"],
    ["blocked", "failed"],
    ["rejected", "failed"],
    ["otp", "review"],
    ["pending", "unknown"],
    ["received", "unknown"],
    ["processing", "unknown"],
    ["something new", "unknown"],
    ["constructor", "unknown"],
  ])("the status %j means %s", async (status, outcome) => {
    const { rail } = await paystack({ "POST /transfer": { body: transfer({ status }) } });
    expect(await rail.send(attempt)).toMatchObject({ outcome, code: status });
  });

  it.each<[string, Route, string, string]>([
    ["no answer in time", { isSilent: true }, "unknown", "timeout"],
    ["500", { status: 500, body: transfer() }, "unknown", "http_500"],
    ["HTML", { body: "<html>" }, "unknown", "unreadable"],
    ["an empty body", { body: "" }, "unknown", "unreadable"],
    ["another payment", { body: transfer({ reference: "x" }) }, "unknown", "other_session"],
    ["another amount", { body: transfer({ amount: 1000 }) }, "unknown", "other_amount"],
    ["another currency", { body: transfer({ currency: "GHS" }) }, "unknown", "other_amount"],
    [
      "a duplicate reference",
      { status: 400, body: { status: false, message: "A transfer with this reference already exists" } },
      "unknown",
      "http_400",
    ],
    ["401", { status: 401, body: { status: false, message: "Invalid key" } }, "unknown", "http_401"],
    [
      "an empty balance",
      { status: 400, body: { status: false, message: "Your balance is not enough to fulfil this request" } },
      "retry_later",
      "insufficient_balance",
    ],
  ])("%s: one request", async (_name, route, outcome, code) => {
    const { rail, count } = await paystack({ "POST /transfer": route });
    expect(await rail.send(attempt)).toMatchObject({ outcome, code });
    expect(count("POST /transfer")).toBe(1);
  });

  it.each<[string, Routes, string, string]>([
    ["no banks", { "GET /bank": { status: 503 } }, "retry_later", "no_banks"],
    ["no recipient", { "POST /transferrecipient": { isSilent: true } }, "retry_later", "no_recipient"],
    [
      "a refused recipient",
      { "POST /transferrecipient": { status: 400, body: { status: false, message: "Account number is invalid" } } },
      "failed",
      "recipient_refused",
    ],
  ])("%s: nothing was paid", async (_name, routes, outcome, code) => {
    const { rail, count } = await paystack({ ...routes, "POST /transfer": { body: transfer() } });
    expect(await rail.send(attempt)).toMatchObject({ outcome, code });
    expect(count("POST /transfer")).toBe(0);
  });

  it("fails at once for a bank that Paystack does not list", async () => {
    const { rail, count } = await paystack({ "POST /transfer": { body: transfer() } });
    const destination = { ...attempt.destination, bankCode: "000016" };
    expect(await rail.send({ ...attempt, destination })).toMatchObject({ outcome: "failed", code: "unknown_bank" });
    expect(count("POST /transferrecipient")).toBe(0);
  });
});

describe("query, enquire, banks", () => {
  it("verifies by reference; only Paystack's own 404 means not found", async () => {
    const verify = (route: Route) => paystack({ "GET /transfer/verify/:reference": route });
    expect(await (await verify({ body: transfer() })).rail.query(attempt)).toMatchObject({ outcome: "succeeded" });
    const missing = { status: 404, body: { status: false, message: "Transfer not found" } };
    expect(await (await verify(missing)).rail.query(attempt)).toEqual({ outcome: "not_found", code: "404" });
    expect(await (await verify({ status: 404, body: "<html>" })).rail.query(attempt)).toMatchObject({
      outcome: "unknown",
      code: "http_404",
    });
    expect(await (await verify({ isSilent: true })).rail.query(attempt)).toMatchObject({ code: "timeout" });
  });

  it("resolves names", async () => {
    const resolve = async (route: Route, bankCode = "000013") =>
      (await paystack({ "GET /bank/resolve": route })).rail.enquire({ bankCode, accountNumber: "0123456789" });
    const found = { status: true, data: { account_number: "0123456789", account_name: "JOHN DOE", bank_id: 9 } };
    expect(await resolve({ body: found })).toMatchObject({ outcome: "found", accountName: "JOHN DOE", enquiryId: "9" });
    const unresolved = { status: 422, body: { status: false, message: "Could not resolve account name" } };
    expect(await resolve(unresolved)).toEqual({ outcome: "not_found", code: "422" });
    expect(await resolve({ status: 429, body: "{}" })).toEqual({ outcome: "unavailable", code: "http_429" });
    const other = { ...found, data: { ...found.data, account_number: "0123456780" } };
    expect(await resolve({ body: other })).toEqual({ outcome: "unavailable", code: "unreadable" });
    expect(await resolve({ body: found }, "000016")).toEqual({ outcome: "unavailable", code: "unknown_bank" });
  });

  it("lists banks with a NIP code, asked for once a day", async () => {
    const { rail, count, seen } = await paystack({});
    await rail.banks();
    expect(await rail.banks()).toEqual([
      { code: "000013", name: "Guaranty Trust Bank", cbnCode: "058", category: "nuban" },
      { code: "100004", name: "OPay", cbnCode: null, category: "nuban" },
    ]);
    expect([count("GET /bank"), seen[0]?.url]).toEqual([1, expect.stringContaining("include_nip_sort_code=true")]);
  });
});

describe("events", () => {
  const charge = {
    event: "charge.success",
    data: {
      id: 895_091_250,
      status: "success",
      reference: "000016260302100000000000000009",
      amount: 500_000,
      paid_at: "2026-03-02T08:59:59.000Z",
      channel: "dedicated_nuban",
      currency: "NGN",
      authorization: {
        channel: "dedicated_nuban",
        sender_name: "MUSA BELLO",
        sender_bank: "First Bank of Nigeria",
        sender_bank_account_number: "XXXXXX6789",
        receiver_bank_account_number: "9930000123",
        receiver_bank: "Test Bank",
        narration: "Rent",
      },
    },
  };
  async function read(value: object, key = KEY, change = "") {
    const { rail } = await paystack({});
    const body = Buffer.from(JSON.stringify(value));
    const signature = createHmac("sha512", key).update(body).digest("hex");
    return rail.readCallback({
      headers: { "x-paystack-signature": signature },
      body: Buffer.concat([body, Buffer.from(change)]),
      receivedAt: new Date(),
    });
  }

  it("reads verdicts and bank transfers to our accounts", async () => {
    const verdict = (event: string) => read({ event, data: transfer().data });
    expect(await verdict("transfer.success")).toMatchObject({ sessionId: SESSION, result: { outcome: "succeeded" } });
    expect(await verdict("transfer.failed")).toMatchObject({ result: { outcome: "failed", final: true } });
    expect(await verdict("transfer.reversed")).toMatchObject({ result: { outcome: "reversed" } });
    expect(await read(charge)).toEqual({
      kind: "inbound",
      sessionId: "000016260302100000000000000009",
      accountNumber: "9930000123",
      amount: 500_000n,
      senderName: "MUSA BELLO",
      senderBankCode: "",
      senderAccountNumber: "XXXXXX6789",
      narration: "Rent",
      at: new Date("2026-03-02T08:59:59.000Z"),
    });
  });

  it("refuses wrong signatures and reads no meaning into other events", async () => {
    expect(await read(charge, "another key")).toBeNull();
    expect(await read(charge, KEY, " ")).toBeNull();
    expect(await read({ ...charge, data: { ...charge.data, channel: "card" } })).toBeNull();
    expect(await read({ ...charge, data: { ...charge.data, amount: 10.5 } })).toBeNull();
    expect(await read({ event: "refund.processed", data: {} })).toBeNull();
    const { rail } = await paystack({});
    expect(rail.readCallback({ headers: {}, body: Buffer.from("{}"), receivedAt: new Date() })).toBeNull();
  });
});
