import { inTransaction } from "../db/pool.ts";
import {
  decideAuthorization,
  listDueEvents,
  listOverdue,
  lockAuthorization,
  recordTry,
  updateAuthorization,
} from "./books.ts";
import type { Desk } from "./desk.ts";

/** A crash between question and answer leaves the question; it is void after this time. */
const ABANDONED_MS = 5_000;
const MAX_PAUSE_SECONDS = 300;

/** Ends a question without an answer in time. A late approval is void, and the service hears of it. */
export async function voidAsked({ db, report }: Desk, authorization: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockAuthorization(tx, authorization);
    if (!row || !(await decideAuthorization(tx, authorization, { status: "void", code: "late" }))) return;
    const facts = { kind: "reverse", authorizationId: row.id, amount: row.authorized, reason: "late" };
    await report(tx, row.card, facts);
  });
}

/** Ends an approved authorization that no shop has used up. */
export async function expire({ db, report }: Desk, authorization: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockAuthorization(tx, authorization);
    if (row?.status !== "approved") return;
    await updateAuthorization(tx, row.id, { ...row, status: "expired" });
    await report(tx, row.card, { kind: "expire", authorizationId: row.id });
  });
}

async function deliverDue({ db, now, call }: Desk): Promise<void> {
  for (const { id, body, attempts } of await listDueEvents(db, now())) {
    const status = await call("events", body).then(
      (reply) => reply.status,
      () => 0,
    );
    const isTaken = status >= 200 && status < 300;
    const pause = Math.min(2 ** attempts, MAX_PAUSE_SECONDS) * 1000;
    await recordTry(db, id, { deliveredAt: isTaken ? now() : null, nextAt: new Date(now().getTime() + pause) });
  }
}

/** Voids what was abandoned, expires what is over, and tries each due event once. */
async function settle(desk: Desk): Promise<void> {
  const askedBefore = new Date(desk.clock.now().getTime() - ABANDONED_MS);
  for (const id of await listOverdue(desk.db, { askedBefore, now: desk.now() })) {
    await voidAsked(desk, id);
    await expire(desk, id);
  }
  await deliverDue(desk);
}

/** Settles one after the other. */
export function createSettling(desk: Desk) {
  let settling: Promise<void> | null = null;
  let isWanted = false;
  return {
    /** Settles once more after the present run, however often it is called. */
    settleSoon(): Promise<void> {
      isWanted = true;
      settling ??= (async () => {
        try {
          while (isWanted) {
            isWanted = false;
            await settle(desk);
          }
        } finally {
          settling = null;
        }
      })();
      return settling;
    },
    /** Resolves when nothing is under way. */
    idle: async () => settling?.catch(() => undefined),
  };
}
