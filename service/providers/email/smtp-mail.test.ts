import { type AddressInfo, createServer } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { startMailServer } from "../../testing/mail-server.ts";
import { MessageRefused } from "../messenger.ts";
import { createSmtpMail } from "./smtp-mail.ts";

const message = {
  id: "0190a000-0000-7000-8000-000000000001",
  to: "ada@customer.example",
  subject: "Your activation code: Ọlá",
  text: "The code is 123456.\n.\nIt is good for 24 hours.",
};
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A mail server that stops at the end of the test. */
async function mailServer(options: SMTPServerOptions = {}) {
  const server = await startMailServer(options);
  closers.push(server.close);
  return server;
}

const mailer = (port: number, overrides: object = {}) =>
  createSmtpMail({
    url: `smtp://127.0.0.1:${port}`,
    from: "Wallets <no-reply@wallets.example>",
    allowsPlaintext: true,
    timeoutMs: 30_000,
    ...overrides,
  });

const refusal = (responseCode: number) => Object.assign(new Error(`no: ${message.to}`), { responseCode });

describe("mail by SMTP", () => {
  test("delivers sender, subject, text and the message's own ID", async () => {
    const { port, received } = await mailServer();
    await mailer(port).send(message);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      from: "no-reply@wallets.example",
      to: ["ada@customer.example"],
      mail: {
        subject: message.subject,
        from: { name: "Wallets", address: "no-reply@wallets.example" },
        messageId: `<${message.id}@wallets.example>`,
      },
    });
    expect(received[0]?.mail.text?.trim()).toBe(message.text);
    expect(received[0]?.mail.html).toBeUndefined();
  });

  test("allows no header or recipient injection", async () => {
    const { port, received } = await mailServer();
    const subject = "Hello\r\nBcc: thief@evil.example";
    await mailer(port).send({ ...message, subject });
    await mailer(port)
      .send({ ...message, to: "ada@customer.example, thief@evil.example" })
      .catch(() => undefined);
    for (const { to, mail } of received) {
      expect(to).not.toContain("thief@evil.example");
      expect(mail.bcc).toBeUndefined();
    }
  });

  test.each([550, 552, 554])("a recipient or mail rejected with %i is given up", async (code) => {
    const { port } = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal(code)) });
    const { port: other } = await mailServer({
      onData: (stream, _session, done) => stream.resume().on("end", () => done(refusal(code))),
    });
    for (const one of [port, other]) {
      const failure = await mailer(one)
        .send(message)
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(MessageRefused);
      expect(failure).toMatchObject({ reason: `SMTP status ${code}` });
    }
  });

  test("temporary errors are no refusal, and no error names the recipient", async () => {
    const greylisting = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal(451)) });
    const full = await mailServer({
      onData: (stream, _session, done) => stream.resume().on("end", () => done(refusal(452))),
    });
    const closed = await mailServer({ onConnect: (_session, done) => done(refusal(554)) });
    const locked = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535)),
    });
    const gone = await mailServer();
    for (const close of closers.splice(-1)) close();
    const failures = [
      ...[greylisting, full, closed, gone].map(({ port }) => mailer(port).send(message)),
      mailer(locked.port, { url: `smtp://user:wrong@127.0.0.1:${locked.port}` }).send(message),
    ].map((sending) => sending.then(() => "sent").catch((error: unknown) => error));
    for (const failure of await Promise.all(failures)) {
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(MessageRefused);
      expect(String(failure)).not.toContain("ada@");
    }
  });

  test("a silent server is given up in time", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    closers.push(() => silent.close());
    const start = performance.now();
    await expect(mailer((silent.address() as AddressInfo).port, { timeoutMs: 500 }).send(message)).rejects.toThrow(
      "did not take",
    );
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  test("a server that never stops sending is given up in time", async () => {
    const talker = createServer((socket) => {
      socket.on("error", () => undefined).write("220 hello\r\n");
      const talking = setInterval(() => socket.write("250-more\r\n"), 50);
      socket.on("close", () => clearInterval(talking));
      closers.push(() => socket.destroy());
    });
    await new Promise<void>((resolve) => talker.listen(0, "127.0.0.1", resolve));
    closers.push(() => talker.close());
    const start = performance.now();
    await expect(mailer((talker.address() as AddressInfo).port, { timeoutMs: 200 }).send(message)).rejects.toThrow(
      "did not take",
    );
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  test("a server that stops in the middle of the mail is given up in time", async () => {
    const { port } = await mailServer({ onData: (stream) => stream.resume() });
    await expect(mailer(port, { timeoutMs: 500 }).send(message)).rejects.toThrow("did not take");
  });

  test("nothing is sent over an unencrypted connection, unless that is allowed", async () => {
    const plain = await mailServer();
    await expect(mailer(plain.port, { allowsPlaintext: false }).send(message)).rejects.toThrow("did not take");
    // The certificate is self-signed: the connection is encrypted, but the server is not authenticated.
    const strange = await mailServer({ disabledCommands: [] });
    await expect(mailer(strange.port, { allowsPlaintext: false }).send(message)).rejects.toThrow("did not take");
    expect([...plain.received, ...strange.received]).toEqual([]);
  });
});
