import * as z from "zod";
import { endpoint, members, membersAndKeys } from "./endpoint.ts";
import { CappedMetadata, success } from "./envelope.ts";
import { CsvFile, Day, Id, Instant, Kobo, Paging, SearchText } from "./values.ts";

/**
 * How a line of a settlement file and our row differ. `missing_here`: the bank has it, we do not. `missing_there`: we have it as
 * settled, the bank's file of that day does not. `duplicate`: the file has the session more than once. Rails 6.
 */
export const BreakKind = z.enum(["missing_here", "missing_there", "amount_differs", "status_differs", "duplicate"]);
export type BreakKind = z.infer<typeof BreakKind>;

/**
 * How a person ended a break.
 * - `bank_verdict`: the payout takes the bank's status: it succeeds, or its money goes back to the wallet.
 * - `book_difference`: our float takes the bank's figure. What the bank has more waits as a suspended bank credit; what it has less
 *   is owed to us.
 * - `no_booking`: nothing is booked; the note says why.
 * - `agreed`: a later file or event made both sides agree; set by the service.
 */
export const BreakResolution = z.enum(["bank_verdict", "book_difference", "no_booking", "agreed"]);
export type BreakResolution = z.infer<typeof BreakResolution>;

export const BreakState = z.enum(["open", "resolved"]);
export const BreakAge = z.enum(["1_day", "2_3_days", "over_3_days"]);
export type BreakAge = z.infer<typeof BreakAge>;

/**
 * One difference. For a rail that begins with `cards:` the bank is the card issuer and `sessionId` is its event. Amounts are those of the session on each side, null where it is missing; `difference` is the change that our float
 * needs to agree with the bank's. `ageDays` counts from `date`. `choices` lists the resolutions that are possible now.
 */
export const Break = z
  .object({
    id: Id,
    date: z.iso.date(),
    rail: z.string(),
    kind: BreakKind,
    state: BreakState,
    direction: z.enum(["in", "out"]),
    sessionId: z.string(),
    ourAmount: Kobo.nullable(),
    bankAmount: Kobo.nullable(),
    ourStatus: z.string().nullable(),
    bankStatus: z.string().nullable(),
    /** How often the file has the session; 0 if it does not. */
    lines: z.int().min(0),
    difference: Kobo,
    payoutReference: z.string().nullable(),
    bankCreditId: Id.nullable(),
    ageDays: z.int().min(0),
    owner: z.object({ id: Id, name: z.string() }).nullable(),
    note: z.string().nullable(),
    choices: z.array(BreakResolution),
    resolution: BreakResolution.nullable(),
    resolvedAt: Instant.nullable(),
    resolvedByName: z.string().nullable(),
    createdAt: Instant,
  })
  .meta({ id: "Break" });
export type Break = z.infer<typeof Break>;

/**
 * A settlement file. `state` ends with `matched` or `rejected`; `problem` says why it was rejected. `others` counts lines of other
 * accounts, which are skipped.
 */
export const SettlementFile = z
  .object({
    id: Id,
    rail: z.string(),
    date: z.iso.date(),
    name: z.string(),
    state: z.enum(["waiting", "matched", "rejected"]),
    problem: z.string().nullable(),
    lines: z.int().min(0),
    matched: z.int().min(0),
    breaks: z.int().min(0),
    others: z.int().min(0),
    uploadedByName: z.string(),
    createdAt: Instant,
    matchedAt: Instant.nullable(),
  })
  .meta({ id: "SettlementFile" });
export type SettlementFile = z.infer<typeof SettlementFile>;

/** One row of the float: ours, the bank's, and the bank's minus ours. The bank's is null without a file of the day. */
const FloatFigure = z.object({ ours: Kobo, bank: Kobo.nullable(), difference: Kobo.nullable() });

/**
 * The day in Africa/Lagos: opening + in − out = closing on both sides. `explained` is the part of the closing difference that open
 * breaks explain, and `timing` the part from sessions that both sides have on different days. Rails 6.
 */
export const Reconciliation = z
  .object({
    date: z.iso.date(),
    rail: z.string().nullable(),
    asOf: Instant,
    opening: FloatFigure,
    in: FloatFigure,
    out: FloatFigure,
    closing: FloatFigure,
    explained: Kobo,
    timing: Kobo,
    breaksOfDay: z.int().min(0),
    openBreaks: z.object({
      all: z.int().min(0),
      byKind: z.record(BreakKind, z.int().min(0)),
      byAge: z.record(BreakAge, z.int().min(0)),
    }),
    unconfirmed: z.array(
      z.object({
        bank: z.object({ code: z.string(), name: z.string() }),
        count: z.int().min(1),
        amount: Kobo,
        oldestAt: Instant,
      }),
    ),
    files: z.array(SettlementFile),
  })
  .meta({ id: "Reconciliation" });
export type Reconciliation = z.infer<typeof Reconciliation>;

const reconciliation = {
  tag: "Reconciliation",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  status: 200,
} as const;
const browse = { ...reconciliation, method: "GET", permission: "BROWSE_TRANSACTIONS" } as const;
const settle = {
  ...reconciliation,
  method: "POST",
  callers: members,
  permission: "MANAGE_BALANCE_SETTLEMENT",
  stepUp: true,
} as const;
const Note = z.string().trim().min(1).max(500);

export const reconciliationEndpoints = {
  getReconciliation: endpoint({
    ...browse,
    path: "/reconciliation",
    replica: true,
    summary: "Compare our books with the bank's, or the card issuers', for a day",
    source: "rails 6",
    /**
     * Without a date: yesterday in Africa/Lagos. `books`: `bank` compares the float at the bank, `cards` what card issuers have taken and
     * given back with their files, whose `rail` begins with `cards:`.
     */
    query: z.object({ date: Day.optional(), books: z.enum(["bank", "cards"]).optional() }),
    reply: success({ data: Reconciliation }),
  }),
  uploadSettlementFile: endpoint({
    ...settle,
    path: "/reconciliation/files",
    summary: "Upload a settlement file of the bank or the card issuer",
    source: "rails 6",
    status: 202,
    idempotent: true,
    upload: "any_size",
    message: "The file is being compared with our books.",
    body: z.object({ file: CsvFile, date: Day }),
    reply: success({ file: SettlementFile }),
  }),
  listBreaks: endpoint({
    ...browse,
    path: "/reconciliation/breaks",
    replica: true,
    summary: "List differences between our books and the bank's, oldest first",
    source: "rails 6",
    query: Paging.extend({
      state: BreakState.default("open"),
      kind: BreakKind.optional(),
      age: BreakAge.optional(),
      date: Day.optional(),
      ownerId: Id.optional(),
      search: SearchText.optional(),
    }),
    reply: success({
      breaks: z.array(Break),
      counts: z.object({ byKind: z.record(BreakKind, z.int().min(0)), byAge: z.record(BreakAge, z.int().min(0)) }),
      metadata: CappedMetadata,
    }),
  }),
  updateBreak: endpoint({
    ...settle,
    method: "PATCH",
    path: "/reconciliation/breaks/{id}",
    summary: "Assign a difference to a member or note something about it",
    source: "rails 6",
    params: z.object({ id: Id }),
    body: z
      .object({ ownerId: Id.nullable().optional(), note: Note.nullable().optional() })
      .refine(({ ownerId, note }) => ownerId !== undefined || note !== undefined, "must have ownerId or note"),
    reply: success({ break: Break }),
  }),
  resolveBreak: endpoint({
    ...settle,
    idempotent: true,
    money: "direct",
    path: "/reconciliation/breaks/{id}/resolve",
    summary: "Resolve a difference",
    source: "rails 6",
    message: "The difference is resolved.",
    params: z.object({ id: Id }),
    body: z.object({ resolution: BreakResolution.exclude(["agreed"]), note: Note }),
    reply: success({ break: Break }),
  }),
};
