import type { Break, BreakResolution, SettlementFile } from "../../../contract/reconciliation.ts";
import type { BreakRow } from "../../db/reconciliation/breaks.ts";
import { issuerOfRail, type SettlementFileRow } from "../../db/reconciliation/settlements.ts";
import { koboToWire } from "../../ledger/kobo.ts";

/** What a member may choose for an open break. An issuer repeats its events, so a missing one books itself. Decisions 0105, 0159. */
export function choicesOf(row: BreakRow): Exclude<BreakResolution, "agreed">[] {
  if (row.state !== "open") return [];
  const isAwaited = row.kind === "missing_here" && issuerOfRail(row.rail) !== null;
  const isAboutVerdict = row.kind === "status_differs" || row.kind === "missing_there";
  return [
    ...(row.payoutReference !== null && isAboutVerdict ? (["bank_verdict"] as const) : []),
    ...(row.difference !== 0n && !isAwaited ? (["book_difference"] as const) : []),
    "no_booking",
  ];
}

/** A break on the wire. Rails 6. */
export function breakView(row: BreakRow): Break {
  const { ourAmount, bankAmount, owner } = row;
  return {
    id: row.id,
    date: row.day,
    rail: row.rail,
    kind: row.kind,
    state: row.state,
    direction: row.direction,
    sessionId: row.sessionId,
    ourAmount: ourAmount === null ? null : koboToWire(ourAmount),
    bankAmount: bankAmount === null ? null : koboToWire(bankAmount),
    ourStatus: row.ourStatus,
    bankStatus: row.bankStatus,
    lines: row.lines,
    difference: koboToWire(row.difference),
    payoutReference: row.payoutReference,
    bankCreditId: row.credit,
    ageDays: row.ageDays,
    owner: owner === null ? null : { id: owner, name: row.ownerName ?? "" },
    note: row.note,
    choices: choicesOf(row),
    resolution: row.resolution,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    resolvedByName: row.resolvedByName,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A settlement file on the wire. */
export function fileView({ day, createdAt, matchedAt, ...row }: SettlementFileRow): SettlementFile {
  return { ...row, date: day, createdAt: createdAt.toISOString(), matchedAt: matchedAt?.toISOString() ?? null };
}
