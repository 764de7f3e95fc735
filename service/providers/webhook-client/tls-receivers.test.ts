import { once } from "node:events";
import { createServer, type Server, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { generate } from "selfsigned";
import { afterEach, expect, it } from "vitest";
import { createWebhookClient } from "./create-webhook-client.ts";
import type { WebhookOutcome } from "./webhook-client.ts";

const DAY_MS = 86_400_000;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function certificate(names: string[], validUntil = new Date(Date.now() + DAY_MS)) {
  return await generate([{ name: "commonName", value: names[0] ?? "" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 10 * DAY_MS),
    notAfterDate: validUntil,
    extensions: [{ name: "subjectAltName", altNames: names.map((value) => ({ type: 2 as const, value })) }],
  });
}

/** A receiver with a certificate, and one attempt to it under the name `receiver.test`. */
async function attempt(
  pair: { private: string; cert: string },
  trust: { ca?: string },
  options: ServerOptions = {},
): Promise<{ outcome: WebhookOutcome; serverName: string | false | null | undefined }> {
  let serverName: string | false | null | undefined;
  const server = createServer({ key: pair.private, cert: pair.cert, ...options }, (request, response) => {
    serverName = (request.socket as TLSSocket).servername;
    response.end("ok");
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = createWebhookClient({
    allowedCidrs: "127.0.0.0/8",
    own: [],
    resolveName: async () => ["127.0.0.1"],
    ...trust,
  });
  const { port } = server.address() as AddressInfo;
  const url = `https://receiver.test:${port}/`;
  const outcome = await client.send({ url, mode: "PRODUCTION", body: "{}", headers: {}, timeoutMs: 30_000 });
  await client.close();
  return { outcome, serverName };
}

it("a valid certificate is accepted for the host's name", async () => {
  const pair = await certificate(["receiver.test"]);
  const { outcome, serverName } = await attempt(pair, { ca: pair.cert });
  expect(outcome).toMatchObject({ kind: "answered", status: 200, remoteAddress: "127.0.0.1" });
  expect(serverName).toBe("receiver.test");
});

it.each([
  ["no authority has signed", () => certificate(["receiver.test"]), false],
  ["has expired", () => certificate(["receiver.test"], new Date(Date.now() - DAY_MS)), true],
  ["is another host's", () => certificate(["other.test"]), true],
])("a certificate that %s is rejected", async (_what, make, isTrusted) => {
  const pair = await make();
  const { outcome } = await attempt(pair, isTrusted ? { ca: pair.cert } : {});
  expect(outcome).toMatchObject({ kind: "failed", errorCode: "tls_error" });
});

it("TLS before 1.2 is rejected", async () => {
  const pair = await certificate(["receiver.test"]);
  const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL@SECLEVEL=0" } as const;
  const { outcome } = await attempt(pair, { ca: pair.cert }, old);
  expect(outcome).toMatchObject({ kind: "failed", errorCode: "tls_error" });
});
