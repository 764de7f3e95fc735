import { formatNaira } from "./naira.ts";

const KINDS = {
  transfer: "transfer",
  credit: "credit",
  debit: "debit",
  batch: "batch",
  upload: "uploaded batch",
  payout: "bank transfer",
  payout_batch: "batch of bank transfers",
  reversal: "reversal",
  batch_reversal: "reversal of a batch",
  card_fund: "card funding",
  card_unload: "card unloading",
} as const;

type Line = {
  kind: keyof typeof KINDS;
  amount: bigint;
  reference: string;
  fileName: string | null;
  requester: string;
  expires: string;
  isSandbox: boolean;
  /** The name of the first of two approvers; empty before the first approval, null where one approver is enough. */
  first: string | null;
};

/** The mail about requests that wait for the reader's approval. Amounts in kobo. Decision 0118. */
export const approvalMailTexts = {
  subject: (count: number) =>
    count === 1 ? "1 payment request needs your approval" : `${count} payment requests need your approval`,
  line({ kind, amount, reference, fileName, requester, expires, isSandbox, first }: Line): string {
    const two = first === "" ? ", needs two approvers" : `, first approved by ${first}`;
    const approvals = first === null ? "" : two;
    const file = fileName === null ? "" : ` from the file ${fileName}`;
    const mode = isSandbox ? " (sandbox)" : "";
    return `${formatNaira(amount)} ${KINDS[kind]}${file}${mode}, reference ${reference}, requested by ${requester}, expires ${expires}${approvals}`;
  },
  more: (count: number) => `${count} more`,
  body: ({ name, lines, isDigest }: { name: string; lines: readonly string[]; isDigest: boolean }) =>
    `Hello ${name},

These payment requests wait for your approval:

${lines.join("\n")}

${isDigest ? "You get this e-mail at most every 15 minutes." : "You get one e-mail for each request."} Change that under Settings, Profile.`,
};
