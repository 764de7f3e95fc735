import * as z from "zod";
import { parseExactJson } from "../exact-json.ts";
import { RailUnavailable } from "../rail.ts";
import { createRailHttp, type RailReply } from "../rail-http.ts";

export type GatewayOptions = {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** The limit of one exchange. */
  timeoutMs?: number;
  connections?: number;
};

const Token = z.object({ access_token: z.string().min(1).max(8_192), expires_in: z.coerce.number().min(0).max(1e9) });

const TIMEOUT_MS = 20_000;
const CONNECTIONS = 32;
/** A token is renewed this long before it expires, so that it does not expire on the way. */
const RENEW_MS = 60_000;

/** The calls of an EasyPay gateway, with its token: asked for once, and renewed in time. */
export function openGateway(options: GatewayOptions) {
  const { timeoutMs = TIMEOUT_MS, connections = CONNECTIONS } = options;
  const http = createRailHttp({ baseUrl: options.baseUrl, timeoutMs, connections });
  let token: { value: string; expiresAt: number } | null = null;
  let renewal: Promise<string> | null = null;

  async function renewToken(): Promise<string> {
    const form = new URLSearchParams({
      client_id: options.clientId,
      client_secret: options.clientSecret,
      grant_type: "client_credentials",
      scope: options.scope,
    });
    const reply = await http.call({
      method: "POST",
      path: "reset",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    });
    const parsed = reply.status === 200 ? Token.safeParse(parseExactJson(reply.text)) : undefined;
    if (!parsed?.success) throw new RailUnavailable(`no token, status ${reply.status}`);
    token = { value: parsed.data.access_token, expiresAt: performance.now() + parsed.data.expires_in * 1000 };
    return token.value;
  }

  /** @throws when the gateway gives no token */
  async function currentToken(): Promise<string> {
    if (token && token.expiresAt - performance.now() > RENEW_MS) return token.value;
    renewal ??= renewToken().finally(() => {
      renewal = null;
    });
    return renewal;
  }

  async function callWith(bearer: string, path: string, body?: object): Promise<RailReply> {
    const reply = await http.call({
      method: body ? "POST" : "GET",
      path: `nipservice/v1/nip/${path}`,
      headers: { authorization: `Bearer ${bearer}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (reply.status === 401 && token?.value === bearer) token = null;
    return reply;
  }

  /** For calls that move nothing: repeated once with a new token after a 401. */
  async function read(path: string, body?: object): Promise<RailReply> {
    const reply = await callWith(await currentToken(), path, body);
    return reply.status === 401 ? callWith(await currentToken(), path, body) : reply;
  }

  return { currentToken, callWith, read, close: () => http.close() };
}
