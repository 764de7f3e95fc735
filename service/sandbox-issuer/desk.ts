import { createHmac } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Database, Queryable } from "../db/pool.ts";
import { systemIds } from "../ids.ts";
import { insertEvent } from "./books.ts";

/** Sends one request to the service; the text is the answer's body. @throws when there is no answer */
export type CallService = (request: {
  path: string;
  headers: Record<string, string>;
  body: string;
}) => Promise<{ status: number; text: string }>;

/**
 * What the issuer works with. `now` is the sandbox's own clock, which can be moved; signatures, answers and tokens follow the real one.
 */
export type Desk = {
  db: Database;
  clock: Clock;
  now(): Date;
  /** Sends a signed request to the service. @throws when there is no answer */
  call(path: "authorizations" | "events", body: string): Promise<{ status: number; text: string }>;
  /** Queues an event, and what it moves in kobo, in the transaction of its cause. */
  report(
    tx: Queryable,
    cardId: string,
    facts: Record<string, unknown> & { kind: string },
    entry?: { kind: "clear" | "refund"; authorizationId: string | null; amount: bigint },
  ): Promise<void>;
};

/** What the issuer refuses, in words of its own. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = "Refused";
    this.code = code;
  }
}

export function createDesk(options: {
  db: Database;
  clock: Clock;
  now(): Date;
  secret: string;
  callService: CallService;
}): Desk {
  const { db, clock, now } = options;
  return {
    db,
    clock,
    now,
    async call(path, body) {
      const timestamp = String(Math.floor(clock.now().getTime() / 1000));
      const signature = createHmac("sha256", options.secret).update(`${timestamp}.${body}`).digest("hex");
      const headers = {
        "content-type": "application/json",
        "x-issuer-timestamp": timestamp,
        "x-issuer-signature": signature,
      };
      return await options.callService({ path: `/issuer/sandbox/${path}`, headers, body });
    },
    async report(tx, cardId, facts, entry) {
      const eventId = `evt_${systemIds.next()}`;
      // The event and its entry are of the same day.
      const at = now();
      const body = toJson({ eventId, cardId, at, ...facts });
      await insertEvent(tx, { eventId, card: cardId, body, entry: entry ?? null }, at);
    },
  };
}

/** JSON with amounts as numbers. */
export function toJson(facts: object): string {
  return JSON.stringify(facts, (_name, value: unknown) => (typeof value === "bigint" ? Number(value) : value));
}
