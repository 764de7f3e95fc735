/** A bank as a rail lists it. `code` is the rail's own six-digit NIP code; `cbnCode` the three-digit one where the bank has one. */
export type RailBank = { code: string; name: string; cbnCode: string | null; category: string | null };

/** An account at a bank. `bankCode` is a NIP code; numbers and codes are strings with their leading zeros. */
export type BankAccount = { bankCode: string; accountNumber: string };

/** What the bank answered about an account: its holder, that it does not exist, or nothing usable. */
export type Enquiry =
  | { outcome: "found"; accountName: string; enquiryId: string; kycLevel: string | null; bvn: string | null }
  | { outcome: "not_found"; code: string }
  | { outcome: "unavailable"; code: string };

/**
 * One attempt to pay. `sessionId` has 30 digits and was committed before the first byte is sent; the bank knows the attempt by it.
 * `amount` is in kobo, without our fees. The names and narration are ASCII.
 */
export type RailAttempt = {
  sessionId: string;
  reference: string;
  amount: bigint;
  source: { accountNumber: string; accountName: string };
  destination: BankAccount & { accountName: string };
  narration: string;
  /** From the enquiry made before sending; some rails demand it. */
  enquiryId: string | null;
  /** When the attempt was made, UTC. */
  createdAt: Date;
};

/**
 * How an attempt stands, in words that hold for every rail. `unknown` is anything that proves neither an end nor a fault of the
 * payment: a time-out, a 5xx, an unreadable or unmapped answer. `review` needs a person. `code` is the rail's own code or a word of
 * ours ("timeout", "unreadable"); it is recorded and shown, and nothing above the adapter decides by it.
 */
export type RailOutcome =
  | { outcome: "succeeded"; code: string }
  | { outcome: "failed"; code: string; final: true; reason: string }
  | { outcome: "retry_later"; code: string; reason: string }
  | { outcome: "unknown"; code: string; reason: string }
  | { outcome: "review"; code: string; reason: string };

/** A verdict about a payout that the bank sent by itself. */
export type PayoutCallback = {
  kind: "payout";
  sessionId: string;
  result: RailOutcome | { outcome: "reversed"; code: string };
};

/** A bank transfer that arrived for one of our account numbers. `amount` in kobo. */
export type InboundCallback = {
  kind: "inbound";
  sessionId: string;
  accountNumber: string;
  amount: bigint;
  senderName: string;
  senderBankCode: string;
  senderAccountNumber: string;
  narration: string;
  /** When the bank says that it happened, UTC. */
  at: Date;
};

/** The rail asks whose account a number is, before it sends money. */
export type EnquiryCallback = { kind: "enquiry"; accountNumber: string };

export type RailCallback = PayoutCallback | InboundCallback | EnquiryCallback;

/**
 * Moves money between banks: the gateway's protocol in one place. It knows no wallets, tenants or states of payouts. No call throws
 * for what the other side does: each failure has an outcome. Rails 1.
 */
export type Rail = {
  readonly name: string;
  /** The six digits with which our session IDs at this rail begin. */
  readonly senderCode: string;
  /** All banks. @throws RailUnavailable: the caller keeps the former list. */
  banks(): Promise<RailBank[]>;
  enquire(account: BankAccount): Promise<Enquiry>;
  /** Sends the attempt, one request, never repeated here. */
  send(attempt: RailAttempt): Promise<RailOutcome>;
  /** Asks what became of an attempt. `not_found` twice may mean that it never arrived; the caller counts. */
  query(
    attempt: Pick<RailAttempt, "sessionId" | "createdAt">,
  ): Promise<RailOutcome | { outcome: "not_found"; code: string }>;
  /**
   * Verifies and reads a signed callback. `body` is the bytes as received. Null for a signature that is missing, wrong or older
   * than five minutes, or a body without meaning.
   */
  readCallback(request: {
    headers: Record<string, string | string[] | undefined>;
    body: Buffer;
    receivedAt: Date;
  }): RailCallback | null;
  /** The settlement file of a day in Africa/Lagos as chunks of CSV, where the rail offers one. @throws `RailUnavailable` */
  settlementFile?(day: string): Promise<AsyncIterable<Uint8Array>>;
};

/** The rail gave no usable answer. The message holds no account number. */
export class RailUnavailable extends Error {
  constructor(why: string) {
    super(`The bank rail is unavailable: ${why}.`);
    this.name = "RailUnavailable";
  }
}
