import { insertProposal, type ProposalRow } from "../../../db/merchant/platform-proposals.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";

/** The commands that move money, decide about it, or change fees or limits. */
export type TwoPersonCommandName = ProposalRow["command"];

const OPEN_MS = 24 * 3_600_000;

/**
 * Stores a command of the platform on the books of the context's tenant, for confirmation by another person within 24 hours.
 * `by` is the name of the person who proposes. Returns the number to confirm it with. Decision 0075.
 */
export async function proposeCommand(
  ctx: Context,
  proposal: Pick<ProposalRow, "command" | "arguments" | "summary"> & { by: string },
): Promise<{ id: number; expiresAt: Date }> {
  const { command, arguments: args, summary, by: proposedBy } = proposal;
  const proposedAt = ctx.clock.now();
  const expiresAt = new Date(proposedAt.getTime() + OPEN_MS);
  return await inTransaction(ctx.db, async (tx) => {
    const row = { command, arguments: args, summary, proposedBy, proposedAt, expiresAt };
    const id = await insertProposal(tx, ctx.tenant.id, row);
    await recordAudit(tx, ctx, {
      action: "platform.propose",
      object: { kind: "platform_proposal", id: String(id) },
      after: { summary, proposedBy, expiresAt },
    });
    return { id, expiresAt };
  });
}
