import { Pool } from "undici";
import * as z from "zod";
import { nairaText } from "./naira-text.ts";
import { RailUnavailable } from "./rail.ts";

export type SandboxBankAddress = { url: string; clientSecret: string; callbackSecret: string };

/** A transfer from another bank into one of our account numbers. `amount` in kobo. */
export type SandboxTransfer = {
  accountNumber: string;
  amount: bigint;
  senderName?: string;
  senderBankCode?: string;
  senderAccountNumber?: string;
  narration?: string;
  /** Sends without asking us first whose account it is, so that unknown numbers arrive too. */
  skipEnquiry?: boolean;
};

/** What only the sandbox bank can do, beside the protocol of a rail. Rails 7, Rails 10. */
export type SandboxBank = {
  /** Moves the bank's clock forward and applies what became due. Returns the bank's time, UTC. @throws `RailUnavailable` */
  advance(seconds: number): Promise<Date>;
  /** Makes another bank send money to us; the signed callback follows. @throws `RailUnavailable` */
  sendInbound(
    transfer: SandboxTransfer,
  ): Promise<{ outcome: "sent"; sessionId: string } | { outcome: "refused"; code: string }>;
  /** The settlement file of a day in Lagos ("2026-03-02"), as chunks of CSV. @throws `RailUnavailable` */
  settlementFile(day: string): Promise<AsyncIterable<Uint8Array>>;
  /** Whether it answers within this time; without it within two seconds. */
  isReady(withinMs?: number): Promise<boolean>;
  close(): Promise<void>;
};

/** The user of the bank's own endpoints, and of its tokens. */
export const SANDBOX_CLIENT_ID = "wallet-service";

const TIMEOUT_MS = 30_000;
const READY_MS = 2_000;
const Time = z.object({ now: z.iso.datetime().transform((text) => new Date(text)) });
const Sent = z.union([
  z.object({ outcome: z.literal("sent"), sessionId: z.string() }),
  z.object({ outcome: z.literal("refused"), code: z.string() }),
]);

/** Opens the sandbox bank's own endpoints; the rail to it is made apart. */
export function openSandboxBank(address: SandboxBankAddress): SandboxBank {
  const pool = new Pool(address.url, { connections: 4, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  const authorization = `Basic ${Buffer.from(`${SANDBOX_CLIENT_ID}:${address.clientSecret}`).toString("base64")}`;

  async function post<T>(path: string, body: object, shape: z.ZodType<T>): Promise<T> {
    const reply = await pool
      .request({
        method: "POST",
        path,
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(body),
      })
      .catch(unavailable);
    const parsed = shape.safeParse(await reply.body.json().catch(() => undefined));
    if (reply.statusCode !== 200 || !parsed.success) throw new RailUnavailable(`status ${reply.statusCode}`);
    return parsed.data;
  }

  return {
    advance: async (seconds) => (await post("/advance", { seconds }, Time)).now,
    sendInbound: ({ amount, ...transfer }) => post("/inbound", { ...transfer, amount: nairaText(amount) }, Sent),
    async settlementFile(day) {
      const reply = await pool
        .request({ method: "GET", path: `/settlement/${encodeURIComponent(day)}.csv`, headers: { authorization } })
        .catch(unavailable);
      if (reply.statusCode === 200) return reply.body;
      await reply.body.dump();
      throw new RailUnavailable(`status ${reply.statusCode}`);
    },
    async isReady(withinMs = READY_MS) {
      try {
        const { statusCode, body } = await pool.request({
          method: "GET",
          path: "/readyz",
          headersTimeout: withinMs,
          signal: AbortSignal.timeout(withinMs),
        });
        await body.dump();
        return statusCode === 200;
      } catch {
        return false;
      }
    },
    close: () => pool.destroy(),
  };
}

function unavailable(): never {
  throw new RailUnavailable("the sandbox bank does not answer");
}
