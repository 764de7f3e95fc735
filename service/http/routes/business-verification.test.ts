import { readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { documents } from "../../commands/documents.ts";
import { setReview } from "../../domain/merchant/settings/set-review.ts";
import { twoWorkingDaysAfter } from "../../domain/merchant/verification/verification-view.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import { useAccountApp } from "../../testing/apps/account-app.ts";
import { platformActor, testContext } from "../../testing/context.ts";
import { multipartOf, TEST_PNG, testJpeg, testPdf } from "../../testing/documents.ts";
import { testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const account = useAccountApp();
const ALL = [
  ["certificateOfIncorporation", "CAC certificate.pdf", testPdf()],
  ["proofOfAddress", "bill.png", TEST_PNG],
  ["directorId", "passport.jpg", testJpeg()],
] as const;

type Bearer = { authorization: string };
let made: Awaited<ReturnType<typeof account.merchantOf>>;
let email: string;

beforeEach(async () => {
  ({ email } = account.now());
  made = await account.merchantOf(email);
});

async function upload(files: Parameters<typeof multipartOf>[0], bearer: Bearer = made.bearer) {
  const { payload, headers } = multipartOf(files);
  const { app } = account.now();
  const url = "/v1/merchant/complete-merchant-registration";
  const reply = await app.inject({ method: "PUT", url, headers: { ...headers, ...bearer }, payload });
  return { status: reply.statusCode, body: reply.json() };
}
const submit = (bearer: Bearer = made.bearer) =>
  account.call("POST", "/merchant/business-verification/submit", undefined, bearer);
const read = async () =>
  (await account.call("GET", "/merchant/business-verification", undefined, made.bearer)).body.verification;
const goLive = () => account.call("POST", "/merchant/account-mode", { mode: "PRODUCTION" }, made.bearer);

/** Runs `npm run platform -- documents …` and returns what it prints. */
async function review(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const { services } = account.now();
  await documents.run({ services, actor: platformActor, operator: "ada", isProduction: false, print }, args);
  return lines.join("\n");
}

async function mails(): Promise<{ subject: string; text: string }[]> {
  await deliverMessages(account.now().services);
  const { rows } = await account.database.pool.query(
    `select subject, text from development_outbox where "to" = $1 and subject ~ 'document|review' order by id`,
    [email],
  );
  return rows;
}

async function storedChunks(): Promise<Buffer[]> {
  const { rows } = await account.database.pool.query(
    "select sealed from business_document_chunks where merchant_id = $1",
    [made.merchant.merchantId],
  );
  return rows.map(({ sealed }) => sealed);
}

const idOf = async (kind: string): Promise<string> =>
  (await read()).documents.find((one: { kind: string }) => one.kind === kind).id;

test("documents are uploaded, submitted, reviewed one by one, and the last one opens live mode", async () => {
  expect(await read()).toMatchObject({ state: "incomplete", canGoLive: false, canSubmit: false, answerBy: null });
  const early = await submit();
  expect(early).toMatchObject({ status: 400, body: { code: "documents_missing" } });
  expect(early.body.message).toContain("Certificate of incorporation, Proof of address, ID of a director");

  const { status, body } = await upload(ALL);
  expect(status).toBe(200);
  expect(body.verification).toMatchObject({ state: "incomplete", canSubmit: true, missing: [] });
  expect(body.verification.documents.map((one: { contentType: string }) => one.contentType)).toEqual([
    "application/pdf",
    "image/png",
    "image/jpeg",
  ]);
  expect(await review("list")).not.toContain("Ada Ventures <");
  const submitted = (await submit()).body.verification;
  expect(submitted).toMatchObject({ state: "under_review", canSubmit: false });
  expect(submitted.answerBy).toBe(twoWorkingDaysAfter(account.now().clock.now()).toISOString());

  expect(await review("list")).toContain(`Ada Ventures <${email}>`);
  const bill = await idOf("proofOfAddress");
  expect(await review("refuse", bill, "The", "bill", "is", "older", "than", "three", "months.")).toContain("refused");
  expect(await read()).toMatchObject({ state: "changes_needed", missing: ["proofOfAddress"] });
  await expect(review("accept", bill)).rejects.toThrow("not under review");
  for (const kind of ["certificateOfIncorporation", "directorId"]) {
    expect(await review("accept", await idOf(kind))).not.toContain("may go live");
  }
  expect((await goLive()).body.code).toBe("review_missing");
  const again = await upload([["certificateOfIncorporation", "new.pdf", testPdf("Other")]]);
  expect(again.body).toMatchObject({ code: "document_accepted" });

  await upload([["proofOfAddress", "bill.pdf", testPdf("Bill")]]);
  expect((await submit()).body.verification.state).toBe("under_review");
  expect(await review("accept", await idOf("proofOfAddress"))).toContain("may go live");
  expect(await read()).toMatchObject({ state: "verified", canGoLive: true, missing: [] });
  expect((await upload(ALL)).body.code).toBe("business_verified");
  expect((await submit()).body.code).toBe("business_verified");
  expect((await goLive()).status).toBe(200);

  const sent = await mails();
  expect(sent.map(({ subject }) => subject)).toEqual([
    "A business document was not accepted",
    "A business document was accepted",
    "A business document was accepted",
    "Your business passed the review",
  ]);
  expect(sent[0]?.text).toContain("Proof of address. Reason: The bill is older than three months");
  const { rows } = await account.database.pool.query(
    `select action, count(*)::int as n from audit_log where tenant = $1 and (action like 'document.%' or action = 'merchant.review')
     group by action order by action`,
    [made.merchant.sandbox.id],
  );
  expect(Object.fromEntries(rows.map(({ action, n }) => [action, n]))).toEqual({
    "document.accept": 3,
    "document.refuse": 1,
    "document.submit": 2,
    "document.upload": 4,
    "merchant.review": 1,
  });
});

const zip = Buffer.from("504b0304140000000800", "hex");
test.each([
  ["an empty file", "empty.pdf", Buffer.alloc(0), "is empty"],
  ["an archive with the name of a PDF", "scan.pdf", Buffer.concat([zip, Buffer.alloc(200)]), "its content is ZIP"],
  ["text", "scan.pdf", Buffer.from("Dear Sir or Madam"), "is none of them"],
  ["a web page", "scan.png", Buffer.from("<!doctype html><script>alert(1)</script>"), "is none of them"],
  [
    "a PDF that is a web page too",
    "scan.pdf",
    Buffer.from("%PDF-1.4\n<html><script>alert(1)</script>%%EOF"),
    "web page",
  ],
  ["a JPEG with a script behind", "a.jpg", Buffer.concat([testJpeg(), Buffer.from("<script >")]), "web page"],
  [
    "a PDF that is an archive too",
    "scan.pdf",
    Buffer.concat([testPdf(), Buffer.from("504b0506", "hex")]),
    "more than one",
  ],
  ["half a PDF", "scan.pdf", Buffer.concat([testPdf(), Buffer.alloc(2_000)]), "not complete"],
  ["half a PNG", "scan.png", TEST_PNG.subarray(0, -4), "not complete"],
])("%s is refused with the reason, and nothing is stored", async (_what, name, content, text) => {
  const files = [ALL[0], ["proofOfAddress", name, content]] as const;
  const { status, body } = await upload(files);
  expect(status).toBe(400);
  expect(body).toMatchObject({ status: false, code: "validation_failed" });
  expect(body.errors).toEqual([{ field: "proofOfAddress", message: expect.stringContaining(text) }]);
  expect((await read()).documents).toEqual([]);
  expect(await storedChunks()).toEqual([]);
});

test("a document has at most 10 MiB, each, and is stored sealed in pieces", async () => {
  const large = testJpeg(10 * 1_048_576 - 22);
  const { status } = await upload([
    ["proofOfAddress", "large.jpg", large],
    ["directorId", "large.jpg", large],
  ]);
  expect(status).toBe(200);
  const chunks = await storedChunks();
  expect(chunks.length).toBe(320);
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(66_000);
  expect(chunks.some((chunk) => chunk.includes(Buffer.alloc(16, 7)))).toBe(false);
  const { status: refused, body } = await upload([["proofOfAddress", "larger.jpg", testJpeg(10 * 1_048_576)]]);
  expect([refused, body.message]).toEqual([413, "The file is larger than the limit of 10 MiB."]);
  expect((await storedChunks()).length).toBe(320);
});

test("a body without a document, or with one twice, is refused", async () => {
  expect((await upload([])).body.errors).toEqual([
    { field: "certificateOfIncorporation", message: "is required: send at least one document" },
  ]);
  const twice = await upload([ALL[0], ALL[0]]);
  expect(twice.body.errors).toEqual([{ field: "certificateOfIncorporation", message: "must be given once" }]);
  expect(await storedChunks()).toEqual([]);
});

describe("the merchant's own document", () => {
  it("is downloaded as it was, as a file that no browser shows", async () => {
    await upload([["directorId", '../../e"vil\u202e.html', testJpeg(200_000)]]);
    const { documents: [document] = [] } = await read();
    expect(document.fileName).toBe("e");
    const url = `/v1/merchant/business-documents/${document.id}`;
    const reply = await account.now().app.inject({ method: "GET", url, headers: made.bearer });
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload.equals(testJpeg(200_000))).toBe(true);
    expect(reply.headers).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition": "attachment; filename=directorId.jpg",
      "x-content-type-options": "nosniff",
    });
  });

  it("is not another merchant's, and only a MainMerchant reads, uploads and submits", async () => {
    await upload(ALL);
    const id = await idOf("directorId");
    const other = await account.merchantOf(`other-${email}`);
    const path = `/merchant/business-documents/${id}`;
    expect((await account.call("GET", path, undefined, other.bearer)).body.code).toBe("document_not_found");
    const admin = await bearerOf(
      account.now().services,
      (await testMember(account.now().services, made.merchant, "Admin")).email,
    );
    expect((await account.call("GET", path, undefined, admin)).status).toBe(403);
    expect((await upload(ALL, admin)).status).toBe(403);
    expect((await submit(admin)).status).toBe(403);
    const seen = await account.call("GET", "/merchant/business-verification", undefined, admin);
    expect(seen.body.verification.documents).toHaveLength(3);
  });

  it("that was changed in the database breaks the download off", async () => {
    await upload([["directorId", "id.jpg", testJpeg(200_000)]]);
    const id = await idOf("directorId");
    await account.database.pool.query("delete from business_document_chunks where document = $1 and chunk = 3", [id]);
    const url = `/v1/merchant/business-documents/${id}`;
    const download = account.now().app.inject({ method: "GET", url, headers: made.bearer });
    await expect(download).rejects.toThrow();
  });
});

describe("the platform", () => {
  it("decides on what it saw: a document that was replaced meanwhile is gone", async () => {
    await upload(ALL);
    await submit();
    const id = await idOf("directorId");
    await upload([["directorId", "other.jpg", testJpeg(101)]]);
    await expect(review("accept", id)).rejects.toThrow("may have been replaced");
    expect((await read()).state).toBe("incomplete");
  });

  it("saves a copy for itself only, once, and the audit log says who", async () => {
    await upload(ALL);
    await submit();
    const file = join(tmpdir(), `${account.now().services.ids.next()}.pdf`);
    const id = await idOf("certificateOfIncorporation");
    expect(await review("save", id, file)).toContain("Delete it after the review");
    expect((await readFile(file)).equals(testPdf())).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await writeFile(file, "mine");
    await expect(review("save", id, file)).rejects.toThrow("exists already");
    expect(await readFile(file, "utf8")).toBe("mine");
    const log = await account.call("GET", "/merchant/audit-log?action=document.read", undefined, made.bearer);
    expect(log.body.data[0]).toMatchObject({ actor: { kind: "platform" }, object: { id } });
  });

  it("writes a document to the standard output, and nothing else", async () => {
    await upload(ALL);
    await submit();
    const written: Buffer[] = [];
    const out = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => written.push(Buffer.from(chunk)) > 0);
    try {
      expect(await review("save", await idOf("certificateOfIncorporation"), "-")).toBe("");
    } finally {
      out.mockRestore();
    }
    expect(Buffer.concat(written).equals(testPdf())).toBe(true);
  });

  it("names what is wrong with a command", async () => {
    await expect(review("read", "x")).rejects.toThrow("not a valid step");
    await expect(review("accept", "x")).rejects.toThrow("not the ID of a document");
    await expect(review("show", account.now().services.ids.next())).rejects.toThrow("Document not found");
    await upload(ALL);
    await submit();
    const id = await idOf("directorId");
    expect(await review("show", id)).toContain('image/jpeg, 122 bytes, named "passport.jpg"');
    await expect(review("refuse", id)).rejects.toThrow("Give the reason");
    expect(await review("list", email)).toContain("Proof of address: under review");
  });

  it("may verify a merchant without documents; two simultaneous decisions enable it once", async () => {
    await setReview(testContext(account.now().services, { tenant: made.merchant.sandbox }), "ENABLED");
    expect(await read()).toMatchObject({ state: "verified", canGoLive: true, missing: [] });
    const other = await account.merchantOf(`second-${email}`);
    await upload(ALL, other.bearer);
    await submit(other.bearer);
    const seen = await account.call("GET", "/merchant/business-verification", undefined, other.bearer);
    const ids: string[] = seen.body.verification.documents.map((one: { id: string }) => one.id);
    const said = await Promise.all(ids.map((id) => review("accept", id)));
    expect(said.filter((text) => text.includes("may go live"))).toHaveLength(1);
  });
});

test("without a confirmed e-mail documents are kept, but not submitted", async () => {
  await account.database.pool.query("update users set email_confirmed_at = null where email = $1", [email]);
  expect((await upload(ALL)).status).toBe(200);
  expect(await submit()).toMatchObject({ status: 403, body: { code: "email_unconfirmed" } });
  expect(await read()).toMatchObject({ emailConfirmed: false, canGoLive: false });
});

test.each([
  ["2026-11-18T09:00:00.000Z", "2026-11-20T09:00:00.000Z"],
  ["2026-11-20T09:00:00.000Z", "2026-11-24T09:00:00.000Z"],
  // Saturday already in Lagos.
  ["2026-11-20T23:30:00.000Z", "2026-11-23T23:30:00.000Z"],
])("two working days after %s is %s", (from, until) => {
  expect(twoWorkingDaysAfter(new Date(from)).toISOString()).toBe(until);
});
