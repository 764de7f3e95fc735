import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { koboOf, nairaText } from "../naira-text.ts";
import { type RailAttempt, RailUnavailable } from "../rail.ts";
import { createEasyPay } from "./easypay.ts";
import { outcomeOfCode } from "./response-codes.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const SESSION = "000034220608141930350786190072";
const SECRET = "callback-secret";
type Seen = { path: string; authorization: string; body: string };
type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const attempt: RailAttempt = {
  sessionId: SESSION,
  reference: "PAY-2026/0001",
  amount: 200_045n,
  source: { accountNumber: "9000000001", accountName: "Ada Obi" },
  destination: { bankCode: "000013", accountNumber: "1780004070", accountName: "Ake Mobolaji Temabo" },
  narration: "Rent for March",
  enquiryId: "999999191106195503191106195503",
  createdAt: new Date("2026-03-02T09:00:00Z"),
};
const paid = {
  responseCode: "00",
  sessionID: "999999220608140828280645462287",
  transactionId: SESSION,
  channelCode: "1",
  nameEnquiryRef: "999999191106195503191106195503",
  destinationInstitutionCode: "000013",
  beneficiaryAccountName: "Ake Mobolaji Temabo",
  amount: "2000.45",
};

const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    void response
      .writeHead(status, { "content-type": "application/json" })
      .end(typeof body === "string" ? body : JSON.stringify(body));

const TOKEN = json({ access_token: "t1", expires_in: "3599" });
/** Short for tests that wait for it, long for those that must not meet it. */
const SHORT_MS = 500;
const LONG_MS = 60_000;

/** A gateway on its own port that gives tokens and answers each call with the next of `answers`, then with the last. */
async function gateway(answers: Answer | Answer[], token: Answer = TOKEN, timeoutMs = LONG_MS) {
  const list = [answers].flat();
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const path = request.url ?? "";
    seen.push({ path, authorization: request.headers.authorization ?? "", body });
    if (path === "/reset") return token(response, request);
    (list.length > 1 ? list.shift() : list[0])?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rail = createEasyPay({
    name: "easypay",
    baseUrl,
    clientId: "client",
    clientSecret: "secret",
    scope: "client/.default",
    senderCode: "000034",
    sourceBankCode: "999998",
    source: { accountNumber: "0112345678", accountName: "vee Test", bvn: "33333333333" },
    billerId: "ADC19BDC-7D3A-4C00-4F7B-08DA06684F59",
    mandateReference: "MA-0112345678-2022315-53097",
    callbackSecret: SECRET,
    timeoutMs,
    connections: 4,
  });
  closers.push(() => {
    void rail.close();
    server.closeAllConnections();
    server.close();
  });
  const calls = (path: string) => seen.filter((one) => one.path === `/nipservice/v1/nip/${path}`);
  return { rail, seen, calls };
}

describe("response codes", () => {
  const meanings = {
    succeeded: "00",
    failed: "03 05 06 07 08 12 13 14 15 16 17 18 30 57 58 61 65 69 70 71 92",
    review: "34 35 63",
    retry_later: "51",
  };
  it("00 to 99 and junk mean what Rails 3 says; anything unmapped is unknown", () => {
    const expected = new Map(
      Object.entries(meanings).flatMap(([name, codes]) => codes.split(" ").map((c) => [c, name])),
    );
    for (let n = 0; n < 100; n += 1) {
      const code = String(n).padStart(2, "0");
      expect([code, outcomeOfCode(code).outcome]).toEqual([code, expected.get(code) ?? "unknown"]);
    }
    for (const code of ["", "0", "000", "A1", "A9", "x1", " 00", "00 ", "٠٠", "__proto__", "constructor", "null"]) {
      expect([code, outcomeOfCode(code).outcome]).toEqual([code, "unknown"]);
    }
  });
});

describe("send", () => {
  it("sends the published fields once, with naira of two decimals", async () => {
    const { rail, calls, seen } = await gateway(json(paid));
    expect(await rail.send(attempt)).toEqual({ outcome: "succeeded", code: "00" });
    expect(new URLSearchParams(seen[0]?.body).get("grant_type")).toBe("client_credentials");
    const [call] = calls("fundstransfer");
    expect(call?.authorization).toBe("Bearer t1");
    expect(JSON.parse(call?.body ?? "{}")).toMatchObject({
      transactionId: SESSION,
      amount: "2000.45",
      sourceInstitutionCode: "999998",
      destinationInstitutionCode: "000013",
      beneficiaryAccountNumber: "1780004070",
      originatorAccountNumber: "0112345678",
      InitiatorAccountNumber: "9000000001",
      nameEnquiryRef: "999999191106195503191106195503",
      mandateReferenceNumber: "MA-0112345678-2022315-53097",
      billerId: "ADC19BDC-7D3A-4C00-4F7B-08DA06684F59",
      paymentReference: "PAY20260001",
      channelCode: "6",
    });
  });

  it("reads 30 digits without quotes to the last one", async () => {
    const sessionId = SESSION.replace("0", "9");
    const withoutQuotes = JSON.stringify({ ...paid, transactionId: sessionId }).replaceAll(/"(\d{30})"/g, "$1");
    expect(withoutQuotes).toContain(`"transactionId":${sessionId}`);
    const answerTo = async (text: string) => (await gateway(json(text))).rail.send({ ...attempt, sessionId });
    expect(await answerTo(withoutQuotes)).toEqual({ outcome: "succeeded", code: "00" });
    const other = withoutQuotes.replace(sessionId, sessionId.replace(/2$/, "3"));
    expect(await answerTo(other)).toMatchObject({ code: "other_session" });
  });

  const unknowns: [string, Answer, string][] = [
    ["no answer in time", () => undefined, "timeout"],
    ["a cut before the answer", (response) => response.destroy(), "connection"],
    [
      "a cut within the answer",
      (response) => void response.writeHead(200, { "content-length": "99" }).write("{", () => response.destroy()),
      "connection",
    ],
    [
      "an answer that stops",
      (response) => void response.writeHead(200, { "content-length": "99" }).write("{"),
      "timeout",
    ],
    ["500 with a code", json(paid, 500), "http_500"],
    ["503", json("", 503), "http_503"],
    ["400 with a code that ends payments", json({ ...paid, responseCode: "05" }, 400), "http_400"],
    ["a redirect", (response) => void response.writeHead(307, { location: "/elsewhere" }).end(), "http_307"],
    ["HTML", json("<html>Maintenance</html>"), "unreadable"],
    ["an empty body", json(""), "unreadable"],
    ["no code", json({ transactionId: SESSION }), "unreadable"],
    ["a gateway's fault within a 200", json({ code: 401, message: "no Route matched" }), "unreadable"],
    ["a body too large", json(`"${"x".repeat(1_100_000)}"`), "too_large"],
    ["another session", json({ ...paid, transactionId: SESSION.replace("0", "1") }), "other_session"],
    ["no session", json({ ...paid, transactionId: undefined }), "other_session"],
    ["a damaged session as a number", json(JSON.stringify(paid).replace(`"${SESSION}"`, "2.2e+29")), "other_session"],
    ["a damaged reference, as published", json({ ...paid, nameEnquiryRef: "9.999992206081408e+29" }), "damaged_id"],
    ["another amount", json({ ...paid, amount: "200045" }), "other_amount"],
    ["401", json({ message: "Unauthorized" }, 401), "http_401"],
    ["code 09", json({ ...paid, responseCode: "09" }), "09"],
    ["an unmapped code", json({ ...paid, responseCode: "A9" }), "A9"],
    ["code 25", json({ ...paid, responseCode: "25" }), "25"],
  ];
  it.each(unknowns)("%s is unknown, and nothing is repeated", async (_name, answer, code) => {
    const { rail, calls } = await gateway(answer, TOKEN, code === "timeout" ? SHORT_MS : LONG_MS);
    expect(await rail.send(attempt)).toMatchObject({ outcome: "unknown", code });
    expect(calls("fundstransfer")).toHaveLength(1);
  });

  it("a gateway that refuses the connection leaves it unknown once a token is there", async () => {
    const { rail } = await gateway([json({ ...paid, responseCode: "05" })]);
    expect(await rail.send(attempt)).toMatchObject({ outcome: "failed", code: "05", final: true });
    for (const close of closers.splice(0)) close();
    expect(await rail.send(attempt)).toMatchObject({ outcome: "unknown" });
  });

  it.each<[string, Answer]>([
    ["refuses the token", json({}, 401)],
    ["gives no token in time", () => undefined],
    ["gives a token without an end", json({ access_token: "t" })],
  ])("is retried later when the gateway %s: nothing was sent", async (_name, token) => {
    const { rail, calls } = await gateway(json(paid), token, SHORT_MS);
    expect(await rail.send(attempt)).toMatchObject({ outcome: "retry_later", code: "no_token" });
    expect(calls("fundstransfer")).toHaveLength(0);
  });

  it("sends at most `connections` at once; one that got no turn was not sent", async () => {
    let open = 0;
    let most = 0;
    const { rail, calls } = await gateway(
      (_response, request) => {
        open += 1;
        most = Math.max(most, open);
        request.socket.once("close", () => {
          open -= 1;
        });
      },
      TOKEN,
      SHORT_MS,
    );
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => rail.send(attempt)));
    expect(most).toBeLessThanOrEqual(4);
    expect(calls("fundstransfer").length).toBe(outcomes.filter(({ code }) => code === "timeout").length);
    expect(outcomes.some(({ outcome, code }) => outcome === "retry_later" && code === "busy")).toBe(true);
  });
});

describe("query", () => {
  it("reads the verdict, and 25 as not found", async () => {
    const answer = (responseCode: string) => json({ responseCode, sessionID: paid.sessionID, transactionId: SESSION });
    const { rail, calls } = await gateway([answer("00"), answer("25"), answer("26"), answer("92")]);
    expect(await rail.query(attempt)).toEqual({ outcome: "succeeded", code: "00" });
    expect(await rail.query(attempt)).toEqual({ outcome: "not_found", code: "25" });
    expect(await rail.query(attempt)).toMatchObject({ outcome: "unknown", code: "26" });
    expect(await rail.query(attempt)).toMatchObject({ outcome: "failed", code: "92" });
    expect(JSON.parse(calls("tsq")[0]?.body ?? "")).toEqual({ transactionId: SESSION });
  });

  it("asks for a new token once after a 401", async () => {
    const { rail, seen } = await gateway([json({}, 401), json({ ...paid })]);
    expect(await rail.query(attempt)).toMatchObject({ outcome: "succeeded" });
    expect(seen.map(({ path }) => path.split("/").at(-1))).toEqual(["reset", "tsq", "reset", "tsq"]);
    const stubborn = await gateway(json({}, 401));
    expect(await stubborn.rail.query(attempt)).toMatchObject({ outcome: "unknown", code: "http_401" });
    expect(stubborn.calls("tsq")).toHaveLength(2);
  });

  it("shares one token among concurrent calls", async () => {
    const { rail, seen } = await gateway(json(paid));
    await Promise.all(Array.from({ length: 5 }, () => rail.query(attempt)));
    expect(seen.filter(({ path }) => path === "/reset")).toHaveLength(1);
  });
});

describe("enquire and banks", () => {
  /** Answers as published, with the transaction ID of the question. */
  const enquiry =
    (more: object): Answer =>
    (response, request) => {
      const { transactionId } = JSON.parse(bodies.get(request) ?? "{}");
      json({
        responseCode: "00",
        sessionID: paid.sessionID,
        transactionId,
        accountName: " vee Test ",
        kycLevel: 1,
        bankVerificationNumber: "33333333332",
        ...more,
      })(response, request);
    };
  const bodies = new WeakMap<IncomingMessage, string>();
  async function enquiring(more: object) {
    const opened = await gateway((response, request) => {
      bodies.set(request, opened.calls("nameenquiry").at(-1)?.body ?? "");
      enquiry(more)(response, request);
    });
    return opened;
  }
  const account = { bankCode: "000013", accountNumber: "0112345678" };

  it("finds a name, also where the number lost its zero, and sends BVN and level with the payment", async () => {
    const { rail, seen } = await enquiring({ accountNumber: "112345678" });
    expect(await rail.enquire(account)).toEqual({
      outcome: "found",
      accountName: "vee Test",
      enquiryId: paid.sessionID,
      kycLevel: "1",
      bvn: "33333333332",
    });
    await rail.send({ ...attempt, enquiryId: paid.sessionID });
    expect(JSON.parse(seen.at(-1)?.body ?? "{}")).toMatchObject({
      beneficiaryBankVerificationNumber: "33333333332",
      beneficiaryKYCLevel: "1",
    });
  });

  it.each([
    ["07", { responseCode: "07" }, { outcome: "not_found", code: "07" }],
    ["91", { responseCode: "91" }, { outcome: "unavailable", code: "91" }],
    ["no name", { accountName: "" }, { outcome: "unavailable", code: "unreadable" }],
    ["another account", { accountNumber: "0112345679" }, { outcome: "unavailable", code: "unreadable" }],
    ["another question's answer", { transactionId: SESSION }, { outcome: "unavailable", code: "unreadable" }],
  ])("%s", async (_name, more, expected) => {
    expect(await (await enquiring(more)).rail.enquire(account)).toEqual(expected);
  });

  it("lists banks, and says when there is no list", async () => {
    const list = [{ institutionCode: "999001", institutionName: "ADH", category: 3, categoryCode: "3" }];
    expect(await (await gateway(json(list))).rail.banks()).toEqual([
      { code: "999001", name: "ADH", cbnCode: null, category: "3" },
    ]);
    await expect((await gateway(json("<html>"))).rail.banks()).rejects.toThrow(RailUnavailable);
    await expect((await gateway(() => undefined, TOKEN, SHORT_MS)).rail.banks()).rejects.toThrow("timeout");
  });
});

describe("callbacks", () => {
  const receivedAt = new Date("2026-03-02T09:00:00Z");
  const body = (value: object) => Buffer.from(JSON.stringify(value));
  function signed(bytes: Buffer, secondsAgo = 0, secret = SECRET) {
    const timestamp = String(receivedAt.getTime() / 1000 - secondsAgo);
    const signature = createHmac("sha256", secret).update(`${timestamp}.`).update(bytes).digest("hex");
    return { headers: { "x-bank-timestamp": timestamp, "x-bank-signature": signature }, body: bytes, receivedAt };
  }
  const inbound = {
    event: "inbound",
    sessionID: SESSION,
    beneficiaryAccountNumber: "9000000001",
    amount: "1000000000000.01",
    originatorAccountName: "Musa Bello",
    originatorAccountNumber: "0123456789",
    sourceInstitutionCode: "000016",
    narration: "",
    time: "2026-03-02T08:59:59.000Z",
  };

  it("reads signed verdicts, reversals, credits and enquiries", async () => {
    const { rail } = await gateway(json(paid));
    const read = (value: object) => rail.readCallback(signed(body(value)));
    expect(read({ event: "payout", transactionId: SESSION, responseCode: "05" })).toMatchObject({
      kind: "payout",
      sessionId: SESSION,
      result: { outcome: "failed", code: "05" },
    });
    expect(read({ event: "reversal", transactionId: SESSION, responseCode: "00" })).toMatchObject({
      result: { outcome: "reversed" },
    });
    expect(read({ event: "enquiry", accountNumber: "9000000001" })).toMatchObject({ kind: "enquiry" });
    expect(read(inbound)).toMatchObject({ kind: "inbound", amount: 100_000_000_000_001n, senderBankCode: "000016" });
    for (const broken of [
      { amount: "0.00" },
      { amount: "-1.00" },
      { amount: "1e3" },
      { sessionID: "1" },
      { event: "x" },
    ]) {
      expect(read({ ...inbound, ...broken })).toBeNull();
    }
  });

  it("refuses forged, changed, stale and future signatures", async () => {
    const { rail } = await gateway(json(paid));
    const bytes = body(inbound);
    expect(rail.readCallback(signed(bytes, 299))).not.toBeNull();
    expect(rail.readCallback(signed(bytes, 301))).toBeNull();
    expect(rail.readCallback(signed(bytes, -301))).toBeNull();
    expect(rail.readCallback(signed(bytes, 0, "another secret"))).toBeNull();
    expect(rail.readCallback({ ...signed(bytes), body: body({ ...inbound, amount: "2.00" }) })).toBeNull();
    expect(rail.readCallback({ headers: {}, body: bytes, receivedAt })).toBeNull();
    const { headers } = signed(bytes);
    expect(rail.readCallback({ headers: { ...headers, "x-bank-timestamp": "9" }, body: bytes, receivedAt })).toBeNull();
  });
});

it("naira texts are exact both ways", () => {
  for (const kobo of [0n, 1n, 99n, 100n, 200_045n, 9_007_199_254_740_993n]) expect(koboOf(nairaText(kobo))).toBe(kobo);
  expect([koboOf("100"), koboOf("100.5"), koboOf("0.01")]).toEqual([10_000n, 10_050n, 1n]);
  for (const text of ["", "1.234", ".5", "1.", "01", "1,000", "-1", "1e3", " 1", "NaN"])
    expect(koboOf(text)).toBeNull();
});
