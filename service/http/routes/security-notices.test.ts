import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findSealHead } from "../../db/ledger/book-seals.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import { queueSecurityNotice } from "../../domain/messages/security-notice.ts";
import { mailHeads } from "../../domain/transactions/seals/mail-head.ts";
import { sealBooks } from "../../domain/transactions/seals/seal-books.ts";
import { createSmtpMail } from "../../providers/email/smtp-mail.ts";
import { useAccountApp } from "../../testing/apps/account-app.ts";
import { TEST_PASSWORD, testMember } from "../../testing/factories.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { softwarePasskey } from "../../testing/software-passkey.ts";

const { call, database, merchantOf, now } = useAccountApp();
let server: Awaited<ReturnType<typeof startMailServer>>;

beforeEach(async () => {
  server = await startMailServer();
  await database.pool.query("delete from messages");
});
afterEach(() => server.close());

/** Sends what is queued through a real SMTP server; returns the subjects by recipient, and empties the server. */
async function mailed(): Promise<{ to: string; subject: string | undefined; text: string | undefined }[]> {
  const { services } = now();
  const email = createSmtpMail({
    url: `smtp://127.0.0.1:${server.port}`,
    from: "no-reply@wallets.example",
    allowsPlaintext: true,
    timeoutMs: 30_000,
  });
  await deliverMessages({ ...services, providers: { ...services.providers, email } });
  return server.received.splice(0).map(({ to, mail }) => ({ to: to.join(), subject: mail.subject, text: mail.text }));
}

describe("security notices", () => {
  it("a sign-in from a device that the person has not used is mailed, one from a known device is not", async () => {
    const { email } = now();
    await merchantOf(email); // Signs in once, without a user agent.
    const logIn = (agent: string) =>
      call("POST", "/auth/login", { email, password: TEST_PASSWORD }, { "user-agent": agent });
    expect(await mailed()).toEqual([]);
    await logIn("Firefox/141.0 (Linux)");
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: "New sign-in to your account" });
    expect(mail?.text).toContain("Details: Firefox/ 141. 0 (Linux)");
    expect(mail?.text).toContain("https://wallets.example");
    await logIn("Firefox/142.0 (Linux)");
    expect(await mailed()).toEqual([]);
  });

  it("every change of the second factor is mailed to the person", async () => {
    const { email, clock } = now();
    const { bearer } = await merchantOf(email);
    const code = (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });
    const currentPassword = TEST_PASSWORD;
    const started = await call("POST", "/user/two-factor", { currentPassword }, bearer);
    const { secret } = started.body.data;
    await call("POST", "/user/two-factor/confirm", { code: code(secret) }, bearer);
    clock.advance(30_000);
    const proof = { currentPassword, code: code(secret) };
    const renewed = await call("POST", "/user/two-factor/recovery-codes", proof, bearer);
    await call("DELETE", "/user/two-factor", { currentPassword, code: renewed.body.data.recoveryCodes[0] }, bearer);
    const mails = await mailed();
    expect(mails.map(({ to }) => to)).toEqual([email, email, email]);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      "New recovery codes",
      "Two-factor sign-in is off",
      "Two-factor sign-in is on",
    ]);
  });

  it("a passkey that is added or removed is mailed to the person, with its name", async () => {
    const { email } = now();
    const { bearer } = await merchantOf(email);
    const options = await call("POST", "/user/passkeys/options", undefined, bearer);
    const credential = softwarePasskey().create(options.body.data);
    const { data } = (await call("POST", "/user/passkeys", { name: "Work laptop", credential }, bearer)).body;
    expect((await call("DELETE", `/user/passkeys/${data.passkey.id}`, undefined, bearer)).status).toBe(200);
    const mails = await mailed();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, "A passkey was added to your account"],
      [email, "A passkey was removed from your account"],
    ]);
    for (const { text } of mails) expect(text).toContain("Details: Work laptop");
  });

  it("new keys, and the first of several readings of a key, are mailed to the MainMerchant, without the private key", async () => {
    const { email } = now();
    const { bearer, merchant } = await merchantOf(email);
    await testMember(now().services, merchant, "Admin", { email: `admin-${email}` });
    await call("POST", "/merchant/generate-access-keys", {}, bearer);
    const keys = await call("GET", "/merchant/my-access-keys", undefined, bearer);
    await call("GET", "/merchant/my-access-keys", undefined, bearer);
    const mails = await mailed();
    expect(mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      [email, "A new API key was created"],
      [email, "An API key was shown"],
    ]);
    for (const { text } of mails) {
      expect(text).toContain(keys.body.data.publicKey);
      expect(text).not.toContain(keys.body.data.privateKey);
    }
  });

  it("a restricted key is mailed by its name when it is made and when it is rolled, without the key", async () => {
    const { email } = now();
    const { bearer } = await merchantOf(email);
    const path = "/merchant/restricted-keys";
    const input = { name: "Payroll server", permissions: ["BROWSE_CUSTOMERS"] };
    const made = (await call("POST", path, input, bearer)).body.data;
    await call("POST", `${path}/${made.id}/roll`, {}, bearer);
    const mails = await mailed();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, "A new restricted API key was created"],
      [email, "A new restricted API key was created"],
    ]);
    for (const { text } of mails) expect(text).toMatch(/Details: SANDBOX Payroll server\n(?![\s\S]*mwk_)/);
  });

  it("text typed by people cannot add lines or links", async () => {
    const { email, services } = now();
    const { merchant } = await merchantOf(email);
    const to = { userId: merchant.owner.userId };
    const client = await database.pool.connect();
    await queueSecurityNotice(
      client,
      { ...services, address: null },
      {
        kind: "passkey_added",
        to,
        detail: "My phone\n\nVisit https://evil.example now",
      },
    );
    client.release();
    const [mail] = await mailed();
    expect(mail?.text).toContain("Details: My phone Visit https: / / evil. example now");
    expect(mail?.text).not.toContain("https://evil");
  });
});

describe("the daily mail of the chain's head", () => {
  const settings = "/merchant/settings";
  const sealed = async () => {
    while (!(await findSealHead(now().services.db))) await sealBooks(now().services);
  };

  it("goes once a Lagos day to the MainMerchant, however many workers run, until it is switched off", async () => {
    const { email, services, clock } = now();
    const { bearer, merchant } = await merchantOf(email);
    await testMember(services, merchant, "Admin", { email: `admin-${email}` });
    await sealed();
    await mailHeads(services);
    expect(await mailed()).toEqual([]);

    const shown = (await call("GET", "/ledger/trial-balance", undefined, bearer)).body.data;
    const on = await call("PATCH", settings, { mailChainHead: true }, bearer);
    expect(on.body.data).toMatchObject({ mailChainHead: true });
    await Promise.all([1, 2, 3, 4].map(() => mailHeads(services)));
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail?.to).toBe(email);
    expect(mail?.text).toContain(`Seal: ${shown.chain.head.number}\nHash: ${shown.chain.head.hash}\n`);
    expect(mail?.text).toContain(`verify-books ${shown.chain.head.number} ${shown.chain.head.hash}\n`);
    expect(mail?.text).toContain(`SANDBOX: ${shown.entries} entries in ${shown.accounts} accounts, balanced at `);

    expect(await mailHeads(services)).toBeUndefined();
    clock.advance(86_400_000);
    expect(await mailHeads(services)).toEqual({ merchants: 1 });
    expect(await mailed()).toHaveLength(1);
    const again = await bearerOf(services, email, "dashboard");
    await call("PATCH", settings, { mailChainHead: false }, again);
    clock.advance(86_400_000);
    await mailHeads(services);
    expect(await mailed()).toEqual([]);
    const { rows } = await database.pool.query(
      "select before, after from audit_log where action = 'merchant.change_settings' and object_id = $1 order by at",
      [merchant.merchantId],
    );
    expect(rows).toEqual([
      { before: { mailChainHead: false }, after: { mailChainHead: true } },
      { before: { mailChainHead: true }, after: { mailChainHead: false } },
    ]);
  });

  it("follows after a crash, and does not go to an address that nobody has confirmed", async () => {
    const { email, services } = now();
    const { bearer, merchant } = await merchantOf(email);
    await call("PATCH", settings, { mailChainHead: true }, bearer);
    await sealed();
    const crash = () => {
      throw new Error("killed");
    };
    await expect(mailHeads({ ...services, ids: { ...services.ids, next: crash } })).rejects.toThrow("killed");
    expect(await mailed()).toEqual([]);
    const confirm = (at: Date | null) =>
      database.pool.query("update users set email_confirmed_at = $2 where id = $1", [merchant.owner.userId, at]);
    await mailHeads(services);
    expect(await mailed()).toHaveLength(1);
    await confirm(null);
    now().clock.advance(86_400_000);
    await mailHeads(services);
    expect(await mailed()).toEqual([]);
  });
});
