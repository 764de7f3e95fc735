/** What the bank does with a payout. Times are seconds of its clock. */
export type Behaviour = {
  /** The response code, or "none": the connection hangs and is cut. */
  answer: string;
  /** How the payout stands in the books at once, and what a query answers. */
  status: "pending" | "succeeded" | "failed";
  code: string;
  effect?: { kind: "credit" | "fail" | "return"; afterSeconds: number; isReported: boolean };
  /** Verdicts sent to the service at once, and whether the first arrives before the answer. */
  callbacks?: { count: number; isBeforeAnswer: boolean };
  /** The float is empty for this account, this long after its first refusal. */
  pauseSeconds?: number;
  /** The first query finds nothing. */
  isHiddenAtFirst?: true;
};

const SUCCEEDS: Behaviour = { answer: "00", status: "succeeded", code: "00" };
const fails = (code: string): Behaviour => ({ answer: code, status: "failed", code });

/** By the last two digits of the destination account; all others succeed. Rails 7, Rails 10. */
const BEHAVIOURS: Record<string, Behaviour> = {
  "07": fails("07"),
  "08": fails("08"),
  "09": { answer: "09", status: "pending", code: "09", effect: { kind: "credit", afterSeconds: 60, isReported: true } },
  "25": { ...SUCCEEDS, answer: "01", isHiddenAtFirst: true },
  "26": { ...SUCCEEDS, answer: "26" },
  "34": { answer: "34", status: "pending", code: "34" },
  "44": { ...SUCCEEDS, callbacks: { count: 1, isBeforeAnswer: true } },
  "51": { ...SUCCEEDS, pauseSeconds: 60 },
  "55": { ...SUCCEEDS, callbacks: { count: 2, isBeforeAnswer: false } },
  "66": { ...fails("05"), effect: { kind: "credit", afterSeconds: 60, isReported: true } },
  "77": { ...SUCCEEDS, effect: { kind: "return", afterSeconds: 120, isReported: true } },
  "91": { ...SUCCEEDS, answer: "91" },
  "97": {
    answer: "none",
    status: "pending",
    code: "09",
    effect: { kind: "credit", afterSeconds: 20, isReported: false },
  },
  "98": {
    answer: "none",
    status: "pending",
    code: "09",
    effect: { kind: "fail", afterSeconds: 20, isReported: false },
  },
};

export function behaviourOf(accountNumber: string): Behaviour {
  return BEHAVIOURS[accountNumber.slice(-2)] ?? SUCCEEDS;
}
