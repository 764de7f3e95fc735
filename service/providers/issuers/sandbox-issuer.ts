import { createHmac } from "node:crypto";
import { Pool } from "undici";
import * as z from "zod";
import { RailUnavailable } from "../rails/rail.ts";
import { createRailHttp, NoAnswer, NotSent } from "../rails/rail-http.ts";
import type { SandboxBankAddress } from "../rails/sandbox-bank.ts";
import { createHttpIssuer } from "./http-issuer.ts";
import type { Issuer, IssuerAmounts, IssuerChannel, IssuerMerchant } from "./issuer.ts";

/** The name of the sandbox issuer, in the path of what it sends. */
export const SANDBOX_ISSUER = "sandbox";

/** The simulator needs up to two seconds for our own answer to an authorization. */
const TIMEOUT_MS = 10_000;
const CONNECTIONS = 8;
const FILE_MS = 30_000;

/** What happens in the card network. Cards and authorizations are named by the issuer's IDs. Kobo. */
export type NetworkAct =
  | ({ act: "authorize"; cardId: string; merchant: IssuerMerchant; channel: IssuerChannel } & IssuerAmounts)
  | { act: "increment"; authorizationId: string; amount: bigint }
  | ({
      act: "clear";
      cardId: string;
      authorizationId: string | null;
      isFinal: boolean;
      merchant: IssuerMerchant | null;
    } & IssuerAmounts)
  | { act: "reverse"; authorizationId: string; amount: bigint | null }
  | { act: "expire"; authorizationId: string }
  | ({ act: "refund"; cardId: string; authorizationId: string | null; merchant: IssuerMerchant | null } & IssuerAmounts)
  | { act: "ship"; cardId: string }
  | { act: "history"; payments: readonly PastPayment[] };

/** A payment of a demonstration that happened before, with our answer and what the issuer reported since. Kobo. Decision 0161. */
export type PastPayment = {
  authorizationId: string;
  cardId: string;
  amounts: IssuerAmounts;
  merchant: IssuerMerchant;
  channel: IssuerChannel;
  askedAt: Date;
  expiresAt: Date;
  code: string | null;
  status: "approved" | "declined" | "cleared" | "reversed" | "expired";
  authorized: bigint;
  cleared: bigint;
  events: readonly (object & { entry: { kind: "clear" | "refund"; amount: bigint } | null })[];
};

const Done = z.object({ authorizationId: z.string().nullable(), status: z.string(), code: z.string().nullable() });
export type NetworkOutcome = z.infer<typeof Done>;

/** What only the sandbox issuer offers: a network in which cards are used. Cards 1. */
export type CardNetwork = {
  /** Null: the network does not answer. A refusal has status "refused" and a code. */
  perform(act: NetworkAct): Promise<NetworkOutcome | null>;
  end(): Promise<void>;
};

/** The sandbox issuer lives in the sandbox bank's process, with a key for its own signatures derived from the bank's. Decision 0156. */
export function createSandboxIssuer(bank: SandboxBankAddress): { issuer: Issuer; network: CardNetwork } {
  const baseUrl = `${bank.url.replace(/\/$/, "")}/issuer/`;
  const callbackSecret = createHmac("sha256", bank.callbackSecret).update("sandbox issuer").digest("hex");
  const http = createRailHttp({ baseUrl, timeoutMs: TIMEOUT_MS, connections: CONNECTIONS });
  const headers = { authorization: `Bearer ${bank.clientSecret}`, "content-type": "application/json" };
  const issuer = createHttpIssuer({ name: SANDBOX_ISSUER, baseUrl, key: bank.clientSecret, callbackSecret });
  const files = new Pool(new URL(baseUrl).origin, { connections: 1, headersTimeout: FILE_MS, bodyTimeout: FILE_MS });
  return {
    issuer: {
      ...issuer,
      async settlementFile(day) {
        const path = `${new URL(baseUrl).pathname}settlement/${encodeURIComponent(day)}.csv`;
        const reply = await files.request({ method: "GET", path, headers });
        if (reply.statusCode === 200) return reply.body;
        await reply.body.dump();
        throw new RailUnavailable(`status ${reply.statusCode}`);
      },
      async end() {
        await Promise.all([issuer.end(), files.destroy()]);
      },
    },
    network: {
      async perform({ act, ...facts }) {
        const body = JSON.stringify(facts, (_name, value) => (typeof value === "bigint" ? Number(value) : value));
        try {
          const reply = await http.call({ method: "POST", path: `network/${act}`, headers, body });
          const parsed = reply.status === 200 ? Done.safeParse(JSON.parse(reply.text)) : null;
          return parsed?.success ? parsed.data : null;
        } catch (error) {
          if (error instanceof NotSent || error instanceof NoAnswer || error instanceof SyntaxError) return null;
          throw error;
        }
      },
      end: () => http.close(),
    },
  };
}
