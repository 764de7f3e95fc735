import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { AccountNumber, BACKWARD, Id, Instant, isForward, Kobo, Mode, span } from "./values.ts";

/** The most entries of a PDF statement. CSV has no bound. Decision 0125. */
export const STATEMENT_MAX = 10_000;

/**
 * The sums of a statement: of one customer's wallet, or of the merchant wallet (`customerId` null). `openingBalance` plus `totalIn`
 * minus `totalOut` is `closingBalance`. `rows` counts ledger entries; a batch is one entry of the merchant wallet. `from` and `to` are
 * null on a side without a date. Decision 0125.
 */
export const StatementSummary = z
  .object({
    merchantName: z.string(),
    mode: Mode,
    customerId: Id.nullable(),
    accountName: z.string(),
    accountNumber: AccountNumber,
    from: Instant.nullable(),
    to: Instant.nullable(),
    openingBalance: Kobo,
    totalIn: Kobo,
    totalOut: Kobo,
    closingBalance: Kobo,
    rows: z.int().min(0).max(STATEMENT_MAX),
  })
  .meta({ id: "StatementSummary" });
export type StatementSummary = z.infer<typeof StatementSummary>;

const statements = {
  tag: "Transactions",
  method: "GET",
  extension: true,
  callers: membersAndKeys,
  permission: "BROWSE_TRANSACTIONS",
  dashboard: true,
  status: 200,
  source: "api 4",
  query: z.object({ customerId: Id.optional(), ...span }).refine(isForward, BACKWARD),
} as const;

/** Statements with opening and closing balance. API 4, decision 0125. */
export const statementEndpoints = {
  getStatement: endpoint({
    ...statements,
    path: "/transaction/statement",
    replica: true,
    summary: "Get the opening balance, total in, total out and closing balance of a wallet",
    reply: success({ statement: StatementSummary }),
  }),
  downloadStatement: endpoint({
    ...statements,
    path: "/transaction/statement/pdf",
    replica: true,
    summary: "Download the statement of a wallet as PDF, oldest entry first",
    reply: "pdf",
  }),
};
