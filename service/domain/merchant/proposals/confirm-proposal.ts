import { lockProposal, type ProposalRow, updateProposalConfirmed } from "../../../db/merchant/platform-proposals.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Actor, Services } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";

/** What became of a confirmation; nothing was done unless `confirmed`. */
export type Confirmation =
  | { kind: "confirmed" | "expired" | "own" | "done"; proposal: ProposalRow }
  | { kind: "not_found" };

/**
 * Executes a proposal for a second person. The proposal stays locked meanwhile, so of several confirmations one executes it. If
 * `execute` throws or the process dies, it stays open: commands set values or carry a reference, so a repetition does nothing
 * twice. Decision 0075.
 */
export async function confirmProposal(
  services: Services,
  input: { id: number; by: string; actor: Actor },
  execute: (proposal: ProposalRow) => Promise<void>,
): Promise<Confirmation> {
  return await inTransaction(services.db, async (tx) => {
    const proposal = await lockProposal(tx, input.id);
    if (!proposal) return { kind: "not_found" };
    const at = services.clock.now();
    if (proposal.confirmedAt) return { kind: "done", proposal };
    if (proposal.expiresAt <= at) return { kind: "expired", proposal };
    if (isSameName(proposal.proposedBy, input.by)) return { kind: "own", proposal };
    await execute(proposal);
    await updateProposalConfirmed(tx, proposal.id, input.by, at);
    const requestId = services.ids.next();
    const ctx = { ...services, tenant: proposal.tenant, actor: input.actor, address: null, requestId };
    await recordAudit(tx, ctx, {
      action: "platform.confirm",
      object: { kind: "platform_proposal", id: String(proposal.id) },
      after: { summary: proposal.summary, proposedBy: proposal.proposedBy, confirmedBy: input.by },
    });
    return { kind: "confirmed", proposal };
  });
}

function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
  return plain(one) === plain(other);
}
