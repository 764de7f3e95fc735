import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { MessageRefused } from "../messenger.ts";
import { createHttpSms } from "./http-sms.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const message = { id: "m-1", to: "+2348010000001", subject: "unused", text: "Your code is 123456." };

async function gateway(status: number) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    bodies.push(`${request.method} ${request.url} ${body}`);
    response.writeHead(status).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { sms: createHttpSms({ baseUrl, key: "sms-key", from: "Wallets", totalMs: 30_000 }), bodies };
}

test("a text message is sent once, with its ID", async () => {
  const { sms, bodies } = await gateway(202);
  await sms.send(message);
  expect(bodies).toEqual([
    'POST /messages {"id":"m-1","from":"Wallets","to":"+2348010000001","text":"Your code is 123456."}',
  ]);
});

test.each([400, 404, 422])("status %i is a permanent refusal", async (status) => {
  const { sms } = await gateway(status);
  await expect(sms.send(message)).rejects.toMatchObject({ name: "MessageRefused", reason: `status ${status}` });
});

test.each([401, 402, 403, 429, 500, 503])("status %i is temporary", async (status) => {
  const { sms } = await gateway(status);
  const failure = await sms.send(message).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(MessageRefused);
  expect(String(failure)).not.toContain("123456");
});
