import { createHmac } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RailAttempt } from "../providers/rails/rail.ts";
import { testClock } from "../testing/clock.ts";
import { useTestDatabase } from "../testing/database.ts";
import { openTestBank, TEST_BANK_SECRETS, type TestBank } from "../testing/sandbox-bank.ts";

const database = useTestDatabase();
const clock = testClock();
let bank: TestBank;
let receiver: FastifyInstance;
let received: Record<string, unknown>[] = [];
let answerStatus = 200;
let made = 0;

beforeAll(async () => {
  bank = await openTestBank(database, { clock });
  receiver = Fastify();
  receiver.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  receiver.post("/v1/rails/sandbox/events", async (request, reply) => {
    const callback = bank.rail.readCallback({
      headers: request.headers,
      body: request.body as Buffer,
      receivedAt: clock.now(),
    });
    if (answerStatus === 200 && callback) received.push(callback);
    return reply.code(callback ? answerStatus : 401).send({});
  });
  receiver.post("/v1/rails/sandbox/enquiry", async (request, reply) => {
    const question = bank.rail.readCallback({
      headers: request.headers,
      body: request.body as Buffer,
      receivedAt: clock.now(),
    });
    const isKnown = question?.kind === "enquiry" && question.accountNumber === "9000000001";
    return reply.code(isKnown ? 200 : 404).send(isKnown ? { accountName: "Ada Obi" } : {});
  });
  await receiver.ready();
});
beforeEach(() => {
  bank.connect(receiver);
  received = [];
  answerStatus = 200;
});
afterAll(async () => {
  await bank.close();
  await receiver.close();
});

function attemptTo(accountNumber: string, amount = 200_045n): RailAttempt {
  made += 1;
  return {
    sessionId: `999001260302100000${String(made).padStart(12, "0")}`,
    reference: `PAY-${made}`,
    amount,
    source: { accountNumber: "9000000001", accountName: "Ada Obi" },
    destination: { bankCode: "000013", accountNumber, accountName: "OKEKE NGOZI" },
    narration: "Rent",
    enquiryId: null,
    createdAt: clock.now(),
  };
}

/** What left the float for a session, in kobo. */
async function paidFor(sessionId: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ paid: bigint }>(
    "select coalesce(-sum(amount), 0)::bigint as paid from sandbox_bank.entries where session_id = $1 and account = 'float'",
    [sessionId],
  );
  return rows[0]?.paid ?? 0n;
}

describe("payouts by the last two digits", () => {
  it.each([
    // digits, answer, query at once, paid at once, seconds, query then, paid then, callbacks
    ["00", "succeeded 00", "succeeded 00", true, 0, "succeeded 00", true, 0],
    ["13", "succeeded 00", "succeeded 00", true, 0, "succeeded 00", true, 0],
    ["07", "failed 07", "failed 07", false, 300, "failed 07", false, 0],
    ["08", "failed 08", "failed 08", false, 300, "failed 08", false, 0],
    ["09", "unknown 09", "unknown 09", false, 60, "succeeded 00", true, 1],
    ["25", "unknown 01", "not_found 25", true, 0, "succeeded 00", true, 0],
    ["26", "unknown 26", "succeeded 00", true, 0, "succeeded 00", true, 0],
    ["34", "review 34", "review 34", false, 300, "review 34", false, 0],
    ["44", "succeeded 00", "succeeded 00", true, 0, "succeeded 00", true, 1],
    ["55", "succeeded 00", "succeeded 00", true, 0, "succeeded 00", true, 2],
    ["66", "failed 05", "failed 05", false, 60, "succeeded 00", true, 1],
    ["77", "succeeded 00", "succeeded 00", true, 120, "succeeded 00", false, 1],
    ["91", "unknown 91", "succeeded 00", true, 0, "succeeded 00", true, 0],
    ["97", "unknown connection", "unknown 09", false, 20, "succeeded 00", true, 0],
    ["98", "unknown connection", "unknown 09", false, 20, "failed 05", false, 0],
  ])("…%s", async (digits, answer, queryNow, isPaidNow, seconds, queryThen, isPaidThen, callbacks) => {
    const attempt = attemptTo(`00112233${digits}`);
    const tell = ({ outcome, code }: { outcome: string; code: string }) => `${outcome} ${code}`;
    expect(tell(await bank.rail.send(attempt))).toBe(answer);
    expect(await paidFor(attempt.sessionId)).toBe(isPaidNow ? attempt.amount : 0n);
    expect(tell(await bank.rail.query(attempt))).toBe(queryNow);
    if (seconds > 0) {
      await bank.advance(seconds - 1);
      expect(tell(await bank.rail.query(attempt))).toBe(queryNow);
      await bank.advance(1);
    }
    expect(tell(await bank.rail.query(attempt))).toBe(queryThen);
    await bank.settle();
    expect(await paidFor(attempt.sessionId)).toBe(isPaidThen ? attempt.amount : 0n);
    expect(received.filter(({ sessionId }) => sessionId === attempt.sessionId)).toHaveLength(callbacks);
  });

  it("sends the callback of …44 before it answers", async () => {
    const attempt = attemptTo("0011223344");
    const before: number[] = [];
    const sending = bank.rail.send(attempt).then(() => before.push(received.length));
    await sending;
    expect(before).toEqual([1]);
    expect(received[0]).toMatchObject({ kind: "payout", result: { outcome: "succeeded", code: "00" } });
  });

  it("reports the reversal of …77 and returns the money", async () => {
    const { float } = await bank.books();
    const attempt = attemptTo("0011223377");
    await bank.rail.send(attempt);
    expect((await bank.books()).float).toBe(float - attempt.amount);
    await bank.advance(120);
    expect(received).toContainEqual({
      kind: "payout",
      sessionId: attempt.sessionId,
      result: { outcome: "reversed", code: "00" },
    });
    expect((await bank.books()).float).toBe(float);
  });

  it("refuses …51 for a minute, then takes the same session", async () => {
    const attempt = attemptTo("0099887751");
    expect(await bank.rail.send(attempt)).toMatchObject({ outcome: "retry_later", code: "51" });
    expect(await bank.rail.query(attempt)).toMatchObject({ outcome: "retry_later", code: "51" });
    await bank.advance(60);
    expect(await bank.rail.send(attempt)).toMatchObject({ outcome: "succeeded" });
    expect(await paidFor(attempt.sessionId)).toBe(attempt.amount);
  });
});

describe("sessions", () => {
  it("pays one session once, however often and however concurrently it is sent", async () => {
    const attempt = attemptTo("0011223300");
    const answers = await Promise.all(Array.from({ length: 8 }, () => bank.rail.send(attempt)));
    expect(answers.map(({ code }) => code).sort()).toEqual(["00", ...Array(7).fill("26")]);
    expect(await paidFor(attempt.sessionId)).toBe(attempt.amount);
  });

  it("answers 25 about a session that never arrived", async () => {
    expect(await bank.rail.query(attemptTo("0011223300"))).toEqual({ outcome: "not_found", code: "25" });
  });

  it("refuses an unknown bank and pays nothing", async () => {
    const attempt = attemptTo("0011223300");
    const outcome = await bank.rail.send({ ...attempt, destination: { ...attempt.destination, bankCode: "999999" } });
    expect(outcome).toMatchObject({ outcome: "failed", code: "16" });
  });
});

describe("enquiries", () => {
  it("names the same holder each time, and none for …07", async () => {
    const account = { bankCode: "000016", accountNumber: "3012345678" };
    const first = await bank.rail.enquire(account);
    const second = await bank.rail.enquire(account);
    expect(first).toMatchObject({ outcome: "found", accountName: expect.stringMatching(/^[A-Z]+ [A-Z]+( [A-Z]+)?$/) });
    expect(second).toMatchObject({ accountName: (first as { accountName: string }).accountName });
    expect(await bank.rail.enquire({ bankCode: "000016", accountNumber: "3012345607" })).toEqual({
      outcome: "not_found",
      code: "07",
    });
  });

  it("lists banks of both code spaces", async () => {
    const banks = await bank.rail.banks();
    expect(banks.length).toBeGreaterThanOrEqual(30);
    expect(banks).toContainEqual({ code: "000011", name: "Unity Bank", cbnCode: "215", category: "Commercial bank" });
    expect(banks).toContainEqual({
      code: "000016",
      name: "First Bank of Nigeria",
      cbnCode: "011",
      category: "Commercial bank",
    });
    expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length);
  });
});

describe("inbound transfers", () => {
  it("asks whose number it is, then reports the money until the service takes it", async () => {
    const { float } = await bank.books();
    answerStatus = 503;
    const sent = await bank.sendInbound({ accountNumber: "9000000001", amount: 12_345n, senderName: "Musa Bello" });
    await bank.settle();
    expect(received).toEqual([]);
    answerStatus = 200;
    await bank.advance(600);
    expect(received).toEqual([
      expect.objectContaining({ kind: "inbound", amount: 12_345n, senderName: "Musa Bello", senderBankCode: "000013" }),
    ]);
    expect(sent).toMatchObject({ outcome: "sent", sessionId: received[0]?.sessionId });
    expect((await bank.books()).float).toBe(float + 12_345n);
  });

  it("sends nothing to a number that the service does not know, unless it is not asked", async () => {
    const transfer = { accountNumber: "9000000002", amount: 100n };
    expect(await bank.sendInbound(transfer)).toEqual({ outcome: "refused", code: "07" });
    expect(await bank.sendInbound({ ...transfer, skipEnquiry: true })).toMatchObject({ outcome: "sent" });
  });
});

it("keeps what is due when it restarts", async () => {
  const attempt = attemptTo("0011223309");
  await bank.rail.send(attempt);
  await bank.close();
  bank = await openTestBank(database, { clock });
  bank.connect(receiver);
  await bank.advance(60);
  expect(received).toContainEqual(expect.objectContaining({ kind: "payout", sessionId: attempt.sessionId }));
  expect(await paidFor(attempt.sessionId)).toBe(attempt.amount);
});

it("keeps its books from the service's role", async () => {
  const { pool } = database.runtime;
  await expect(pool.query("select from sandbox_bank.transfers")).rejects.toThrow("permission denied");
  await expect(pool.query("delete from sandbox_bank.entries")).rejects.toThrow("permission denied");
});

describe("its own endpoints", () => {
  const authorization = `Basic ${Buffer.from(`wallet-service:${TEST_BANK_SECRETS.clientSecret}`).toString("base64")}`;

  it("writes a settlement file that adds up to the float", async () => {
    const day = new Date((await bank.advance(0)).getTime() + 3_600_000).toISOString().slice(0, 10);
    const reply = await fetch(`${bank.url}/settlement/${day}.csv`, { headers: { authorization } });
    const [head, ...lines] = (await reply.text()).trimEnd().split("\r\n");
    expect(head).toBe("session_id,direction,amount,status,time,account_number");
    const kobo = lines
      .map((line) => line.split(","))
      .filter(([, , , status]) => status === "succeeded")
      .map(([, direction, amount = ""]) => BigInt(amount.replace(".", "")) * (direction === "in" ? 1n : -1n));
    expect(kobo.reduce((sum, one) => sum + one, 0n)).toBe((await bank.books()).float);
    expect((await fetch(`${bank.url}/settlement/2026-02-30.csv`, { headers: { authorization } })).status).toBe(404);
  });

  it("shows its books on a page without scripts", async () => {
    const hostile = attemptTo("0011223300");
    await bank.rail.send({
      ...hostile,
      destination: { ...hostile.destination, accountName: "<script>alert(1)</script>" },
    });
    const reply = await fetch(`${bank.url}/`);
    const page = await reply.text();
    expect(reply.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page).toContain("Sandbox bank");
    expect(page).toContain(hostile.sessionId);
    expect(page).not.toContain("<script>");
  });

  it("refuses callers without its secrets", async () => {
    const post = (path: string, headers: Record<string, string>) =>
      fetch(`${bank.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: '{"seconds":60}',
      });
    const expiry = String(Math.floor(clock.now().getTime() / 1000) + 60);
    const forged = createHmac("sha256", "another secret").update(`token ${expiry}`).digest("hex");
    expect((await post("/advance", {})).status).toBe(401);
    expect((await post("/inbound", { authorization: "Basic d2FsbGV0LXNlcnZpY2U6eA==" })).status).toBe(401);
    expect((await post("/nipservice/v1/nip/tsq", { authorization: `Bearer ${expiry}.${forged}` })).status).toBe(401);
    expect((await post("/nipservice/v1/nip/fundstransfer", {})).status).toBe(401);
  });
});
