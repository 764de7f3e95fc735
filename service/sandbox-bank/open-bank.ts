import { createHmac } from "node:crypto";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import type { Clock } from "../clock.ts";
import { openPool } from "../db/pool.ts";
import { createDesk } from "../sandbox-issuer/desk.ts";
import { bindIssuerRoutes } from "../sandbox-issuer/routes.ts";
import { createSettling } from "../sandbox-issuer/settling.ts";
import { isSame } from "./access.ts";
import { createBank } from "./bank.ts";
import { openTransport, signCalls, type Transport } from "./callbacks.ts";
import { createSchema } from "./create-schema.ts";
import { bindRoutes } from "./routes.ts";

export type BankOptions = {
  databaseUrl: string;
  host: string;
  /** 0: any free port. */
  port: number;
  clientSecret: string;
  callbackSecret: string;
  /** The base URL of the service, such as `http://127.0.0.1:4000/v1`. */
  serviceUrl: string;
  /** Addresses, ranges or `loopback`, separated by commas: the proxies that say whether a page is called over HTTPS. Absent: none. */
  trustedProxies?: string;
  clock: Clock;
  hangMs?: number;
  /** Sends the callbacks, for a service without a port. */
  transport?: Transport;
  onTrouble?: (error: unknown) => void;
};

/** A payout is due at most this much later than its time. */
const TICK_MS = 1_000;
const HANG_MS = 30_000;
const CONNECTIONS = 8;
const BODY_LIMIT_BYTES = 64 * 1024;

/** Starts the bank: its tables, its clock, its effects and its endpoints, and the card issuer beside it, which has its own books. Decision 0156. */
export async function openBank(options: BankOptions) {
  const { clock } = options;
  const db = openPool({ url: options.databaseUrl, max: CONNECTIONS, applicationName: "sandbox-bank" });
  await createSchema(db);
  const http = options.transport ? null : openTransport(options.serviceUrl);
  const send = options.transport ?? http?.send;
  if (!send) throw new Error("The bank needs a way to the service.");
  const callService = signCalls(send, { secret: options.callbackSecret, clock });
  const bank = await createBank({ db, clock, callService });
  const desk = createDesk({
    db,
    clock,
    now: bank.now,
    secret: createHmac("sha256", options.callbackSecret).update("sandbox issuer").digest("hex"),
    callService: send,
  });
  const issuer = createSettling(desk);
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
    trustProxy: options.trustedProxies ?? false,
  });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) options.onTrouble?.(error);
    return reply
      .code(status)
      .send({ message: status >= 500 ? "The bank has a problem." : "The request is not valid." });
  });
  bindRoutes(app, {
    bank,
    db,
    clientSecret: options.clientSecret,
    now: () => clock.now(),
    hangMs: options.hangMs ?? HANG_MS,
  });
  const isKey = `Bearer ${options.clientSecret}`;
  bindIssuerRoutes(app, {
    desk,
    isClient: (authorization) => isSame(authorization ?? "", isKey),
    settleSoon: issuer.settleSoon,
  });
  const settle = async () => {
    await Promise.all([bank.settleSoon(), issuer.settleSoon()]);
  };
  await app.listen({ host: options.host, port: options.port });
  const timer = setInterval(() => void settle().catch((error) => options.onTrouble?.(error)), TICK_MS);
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://${options.host}:${port}`,
    /** Applies effects and tries callbacks that are due; resolves when that is done. */
    settle,
    async close() {
      clearInterval(timer);
      await app.close();
      await Promise.all([bank.idle(), issuer.idle()]);
      await http?.close();
      await db.end();
    },
  };
}
