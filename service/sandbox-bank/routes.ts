import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Database } from "../db/pool.ts";
import { createAccess } from "./access.ts";
import type { Bank } from "./bank.ts";
import { newSessionId } from "./bank.ts";
import { BANKS, isBankCode } from "./banks.ts";
import { listLastTransfers, readTotals } from "./books.ts";
import { accountHolder } from "./holders.ts";
import { fromNaira } from "./naira.ts";
import { PAGE_POLICY, renderPage } from "./page.ts";
import { settlementFile } from "./settlement.ts";

export type RouteOptions = {
  bank: Bank;
  db: Database;
  clientSecret: string;
  /** The real time, for tokens. */
  now(): Date;
  /** How long an answer that never comes keeps the connection. */
  hangMs: number;
};

const SessionId = z.string().regex(/^\d{30}$/);
const AccountNumber = z.string().regex(/^\d{10}$/);
const BankCode = z.string().regex(/^\d{6}$/);
const Text = z.string().max(300);
const Credentials = z.object({
  client_id: Text,
  client_secret: Text,
  grant_type: z.literal("client_credentials"),
  scope: Text.optional(),
});
const Enquiry = z.object({ transactionId: SessionId, accountNumber: Text, destinationInstitutionCode: Text });
const Payout = z.object({
  transactionId: SessionId,
  amount: Text,
  destinationInstitutionCode: Text,
  beneficiaryAccountNumber: Text,
  beneficiaryAccountName: z.string().min(1).max(300),
  beneficiaryNarration: Text.default(""),
  nameEnquiryRef: Text.optional(),
});
const Query = z.object({ transactionId: SessionId });
const Advance = z.object({
  seconds: z
    .number()
    .min(0)
    .max(90 * 86_400),
});
const Inbound = z.object({
  accountNumber: AccountNumber,
  amount: z.string().transform((text, context) => {
    const kobo = fromNaira(text);
    if (kobo === null) context.addIssue("must be naira with two decimals");
    return kobo ?? 0n;
  }),
  senderName: z.string().trim().min(1).max(200).optional(),
  senderBankCode: BankCode.default("000013"),
  senderAccountNumber: AccountNumber.default("0123456789"),
  narration: z.string().max(200).default("Transfer"),
  skipEnquiry: z.boolean().default(false),
});

/** Binds the endpoints of the bank. Rails 10. */
export function bindRoutes(app: FastifyInstance, options: RouteOptions): void {
  const access = createAccess(options);
  bindGateway(app, options, access);
  bindOwn(app, options, access);
  bindPages(app, options);
}

type Access = ReturnType<typeof createAccess>;

/** What a gateway offers. Refusals are response codes within a 200, as gateways answer. */
function bindGateway(app: FastifyInstance, { bank, hangMs }: RouteOptions, access: Access): void {
  app.post("/reset", async (request, reply) => {
    const parsed = Credentials.safeParse(request.body);
    const isClient = parsed.success && access.isClient(parsed.data.client_id, parsed.data.client_secret);
    return isClient ? access.issueToken() : reply.code(401).send({ error: "invalid_client" });
  });
  void app.register(
    async (gateway) => {
      gateway.addHook("onRequest", async (request, reply) => {
        if (!access.hasToken(request.headers.authorization)) await reply.code(401).send({ message: "Unauthorized" });
      });
      gateway.get("/institutions", async () => BANKS);
      gateway.post("/nameenquiry", async (request) => answerEnquiry(bank, request.body));
      gateway.post("/tsq", async (request) => {
        const parsed = Query.safeParse(request.body);
        if (!parsed.success) return { responseCode: "30" };
        const { transactionId } = parsed.data;
        const responseCode = await bank.answerQuery(transactionId);
        return { responseCode, sessionID: transactionId, transactionId, channelCode: "6" };
      });
      gateway.post("/fundstransfer", async (request, reply) => {
        const answer = await takePayout(bank, request.body);
        if (answer.responseCode !== "none") return answer;
        reply.hijack();
        await hang(request, hangMs);
      });
    },
    { prefix: "/nipservice/v1/nip" },
  );
}

/** Keeps a connection without an answer, then cuts it. */
async function hang(request: FastifyRequest, ms: number): Promise<void> {
  const { socket } = request.raw;
  const gone = new AbortController();
  socket.once("close", () => gone.abort());
  await sleep(ms, undefined, { signal: gone.signal, ref: false }).catch(() => undefined);
  socket.destroy();
}

function answerEnquiry(bank: Bank, body: unknown): object {
  const parsed = Enquiry.safeParse(body);
  if (!parsed.success) return { responseCode: "30" };
  const { transactionId, accountNumber, destinationInstitutionCode } = parsed.data;
  const answer = (responseCode: string, more: object = {}) => ({
    responseCode,
    sessionID: newSessionId("999001", bank.now()),
    transactionId,
    channelCode: "6",
    destinationInstitutionCode,
    accountNumber,
    ...more,
  });
  if (!isBankCode(destinationInstitutionCode)) return answer("16");
  if (!AccountNumber.safeParse(accountNumber).success || accountNumber.endsWith("07")) return answer("07");
  const { accountName, bvn } = accountHolder(destinationInstitutionCode, accountNumber);
  return answer("00", { accountName, bankVerificationNumber: bvn, kycLevel: "3" });
}

async function takePayout(bank: Bank, body: unknown): Promise<{ responseCode: string }> {
  const parsed = Payout.safeParse(body);
  if (!parsed.success) return { responseCode: "30" };
  const payout = parsed.data;
  const kobo = fromNaira(payout.amount);
  const answer = (responseCode: string) => ({
    responseCode,
    sessionID: payout.transactionId,
    transactionId: payout.transactionId,
    channelCode: "6",
    nameEnquiryRef: payout.nameEnquiryRef,
    destinationInstitutionCode: payout.destinationInstitutionCode,
    beneficiaryAccountName: payout.beneficiaryAccountName,
    beneficiaryAccountNumber: payout.beneficiaryAccountNumber,
    amount: payout.amount,
  });
  if (kobo === null) return answer("13");
  if (!isBankCode(payout.destinationInstitutionCode)) return answer("16");
  if (!AccountNumber.safeParse(payout.beneficiaryAccountNumber).success) return answer("07");
  const code = await bank.takePayout({
    sessionId: payout.transactionId,
    amount: kobo,
    bankCode: payout.destinationInstitutionCode,
    accountNumber: payout.beneficiaryAccountNumber,
    accountName: payout.beneficiaryAccountName,
    narration: payout.beneficiaryNarration,
  });
  return answer(code);
}

/** What only this bank offers. */
function bindOwn(app: FastifyInstance, { bank, db }: RouteOptions, access: Access): void {
  void app.register(async (own) => {
    own.addHook("onRequest", async (request, reply) => {
      if (!access.hasPassword(request.headers.authorization)) await reply.code(401).send({ message: "Unauthorized" });
    });
    own.post("/advance", async (request, reply) => {
      const parsed = Advance.safeParse(request.body);
      if (!parsed.success) return reply.code(400).send({ message: "seconds must be a number from 0 to 7776000" });
      return { now: (await bank.advance(parsed.data.seconds)).toISOString() };
    });
    own.post("/inbound", async (request, reply) => {
      const parsed = Inbound.safeParse(request.body);
      if (!parsed.success) return reply.code(400).send({ message: parsed.error.issues[0]?.message });
      const { senderName, senderBankCode, senderAccountNumber, skipEnquiry, ...transfer } = parsed.data;
      return bank.sendInbound({
        ...transfer,
        bankCode: senderBankCode,
        senderAccountNumber,
        accountName: senderName ?? accountHolder(senderBankCode, senderAccountNumber).accountName,
        skipsEnquiry: skipEnquiry,
      });
    });
    own.get<{ Params: { day: string } }>("/settlement/:day.csv", async (request, reply) => {
      const lines = settlementFile(db, request.params.day);
      if (!lines) return reply.code(404).send({ message: "no such day" });
      return reply.type("text/csv; charset=utf-8").send(Readable.from(lines));
    });
  });
}

function bindPages(app: FastifyInstance, { bank, db }: RouteOptions): void {
  app.get("/", async (_request, reply) => {
    const [totals, transfers] = await Promise.all([readTotals(db), listLastTransfers(db, 50)]);
    return reply
      .headers({
        "content-security-policy": PAGE_POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
      })
      .type("text/html; charset=utf-8")
      .send(renderPage({ now: bank.now(), totals, transfers }));
  });
  app.get("/readyz", async (_request, reply) => {
    const isReady = await db.query<{ one: number }>("select 1 as one").then(
      () => true,
      () => false,
    );
    return reply.code(isReady ? 200 : 503).send({ status: isReady });
  });
}
