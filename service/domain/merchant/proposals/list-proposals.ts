import { findProposals, type ProposalRow } from "../../../db/merchant/platform-proposals.ts";
import type { Services } from "../../context.ts";

const SHOWN_MS = 7 * 86_400_000;

/** The proposals of the last seven days, oldest first. Decision 0075. */
export async function listProposals({
  db,
  clock,
}: Pick<Services, "db" | "clock">): Promise<(ProposalRow & { isExpired: boolean })[]> {
  const now = clock.now();
  const rows = await findProposals(db, new Date(now.getTime() - SHOWN_MS));
  return rows.map((row) => ({ ...row, isExpired: row.confirmedAt === null && row.expiresAt <= now }));
}
