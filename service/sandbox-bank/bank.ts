import { randomInt } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/pool.ts";
import { behaviourOf } from "./behaviours.ts";
import {
  addClockOffset,
  applyEffects,
  countQuery,
  isFloatEmpty,
  readClockOffset,
  recordInbound,
  recordPayout,
  recordRefusal,
  type Transfer,
} from "./books.ts";
import { type CallService, createCallbackSender } from "./callbacks.ts";
import { toNaira } from "./naira.ts";

export type Bank = Awaited<ReturnType<typeof createBank>>;

export type Inbound = Omit<Transfer, "sessionId"> & { senderAccountNumber: string; skipsEnquiry: boolean };

const verdict = (event: "payout" | "reversal", sessionId: string) =>
  JSON.stringify({ event, transactionId: sessionId, responseCode: "00" });

/** What the bank does with payments, by its own clock. */
export async function createBank(options: { db: Database; clock: Clock; callService: CallService }) {
  const { db, clock, callService } = options;
  let offsetMs = await readClockOffset(db);
  const now = () => new Date(clock.now().getTime() + Number(offsetMs));
  const sender = createCallbackSender({ db, callService, now });
  let settling: Promise<void> | null = null;
  let isWanted = false;

  /** Applies all effects that are due and tries all callbacks that are due once. */
  async function settle(): Promise<void> {
    while ((await applyEffects(db, now())) > 0);
    await sender.deliverDue();
  }

  /** Settles once more after the present run, however often it is called. */
  async function settleSoon(): Promise<void> {
    isWanted = true;
    settling ??= (async () => {
      try {
        while (isWanted) {
          isWanted = false;
          await settle();
        }
      } finally {
        settling = null;
      }
    })();
    return settling;
  }

  return {
    now,
    settleSoon,
    /** Takes a payout once; the answer is a response code, or "none" to hang. */
    async takePayout(transfer: Transfer): Promise<string> {
      const { callbacks, answer } = behaviourOf(transfer.accountNumber);
      const code = await recordOnce(db, transfer, now());
      if (code !== null) return code;
      if (callbacks?.isBeforeAnswer) await sender.deliverOf(transfer.sessionId);
      else if (callbacks) void settleSoon().catch(() => undefined);
      return answer;
    },
    /** The response code of a query. */
    async answerQuery(sessionId: string): Promise<string> {
      const found = await countQuery(db, sessionId);
      if (!found) return "25";
      return behaviourOf(found.accountNumber).isHiddenAtFirst && found.queries === 1 ? "25" : found.code;
    },
    /** Sends money to one of the service's numbers, after asking whose it is. */
    async sendInbound({ senderAccountNumber, skipsEnquiry, ...transfer }: Inbound) {
      if (!skipsEnquiry) {
        const question = JSON.stringify({ event: "enquiry", accountNumber: transfer.accountNumber });
        const status = await callService("enquiry", question).catch(() => 0);
        if (status !== 200) return { outcome: "refused" as const, code: status === 404 ? "07" : "96" };
      }
      const at = now();
      const sessionId = newSessionId(transfer.bankCode, at);
      const callback = JSON.stringify({
        event: "inbound",
        sessionID: sessionId,
        beneficiaryAccountNumber: transfer.accountNumber,
        amount: toNaira(transfer.amount),
        originatorAccountName: transfer.accountName,
        originatorAccountNumber: senderAccountNumber,
        sourceInstitutionCode: transfer.bankCode,
        narration: transfer.narration,
        time: at.toISOString(),
      });
      await recordInbound(db, { sessionId, ...transfer }, at, callback);
      void settleSoon().catch(() => undefined);
      return { outcome: "sent" as const, sessionId };
    },
    /** Resolves when no effect or callback is under way. */
    idle: async () => settling?.catch(() => undefined),
    /** Moves the clock forward and settles. */
    async advance(seconds: number): Promise<Date> {
      offsetMs = await addClockOffset(db, BigInt(Math.round(seconds * 1000)));
      await settleSoon();
      return now();
    },
  };
}

/** Records a payout. Returns the code of its refusal, or null if it was taken. */
async function recordOnce(db: Database, transfer: Transfer, at: Date): Promise<string | null> {
  const behaviour = behaviourOf(transfer.accountNumber);
  const { effect, callbacks, pauseSeconds } = behaviour;
  if (pauseSeconds !== undefined && (await isFloatEmpty(db, transfer.accountNumber, at, pauseSeconds))) {
    await recordRefusal(db, transfer, at);
    return "51";
  }
  const event = effect?.kind === "return" ? "reversal" : "payout";
  const isNew = await recordPayout(db, transfer, {
    behaviour,
    now: at,
    callbacks: Array.from({ length: callbacks?.count ?? 0 }, () => verdict("payout", transfer.sessionId)),
    effectCallback: effect?.isReported ? verdict(event, transfer.sessionId) : null,
  });
  return isNew ? null : "26";
}

/** Six digits of the bank, the time in Lagos, and twelve random digits. */
export function newSessionId(bankCode: string, at: Date): string {
  const lagosTime = new Date(at.getTime() + 3_600_000).toISOString().replace(/\D/g, "").slice(2, 14);
  const sixDigits = () => String(randomInt(1_000_000)).padStart(6, "0");
  return `${bankCode}${lagosTime}${sixDigits()}${sixDigits()}`;
}
