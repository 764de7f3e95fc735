import type { Queryable, Transaction } from "../pool.ts";
import type { TenantRow } from "./tenants.ts";

/** The platform's commands that need two people. */
export type TwoPersonCommandName = "credit" | "fees" | "limits" | "settlement";

/** A command that one person proposed. `proposedBy` and `confirmedBy` are the names that the two people gave. */
export type ProposalRow = {
  id: number;
  tenant: TenantRow;
  command: TwoPersonCommandName;
  arguments: string[];
  summary: string;
  proposedBy: string;
  proposedAt: Date;
  expiresAt: Date;
  confirmedBy: string | null;
  confirmedAt: Date | null;
};

const columns = `p.id, json_build_object('id', t.id, 'merchantId', t.merchant_id, 'mode', t.mode) as tenant, p.command,
  p.arguments, p.summary, p.proposed_by as "proposedBy", p.proposed_at as "proposedAt", p.expires_at as "expiresAt",
  p.confirmed_by as "confirmedBy", p.confirmed_at as "confirmedAt"`;
const source = "platform_proposals p join tenants t on t.id = p.tenant";

export async function insertProposal(
  tx: Transaction,
  tenant: number,
  proposal: Pick<ProposalRow, "command" | "arguments" | "summary" | "proposedBy" | "proposedAt" | "expiresAt">,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into platform_proposals (tenant, command, arguments, summary, proposed_by, proposed_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      tenant,
      proposal.command,
      proposal.arguments,
      proposal.summary,
      proposal.proposedBy,
      proposal.proposedAt,
      proposal.expiresAt,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error("the proposal was not stored");
  return row.id;
}

/** Returns a proposal and locks it until `tx` ends, so that of two confirmations one finds the other's. */
export async function lockProposal(tx: Transaction, id: number): Promise<ProposalRow | undefined> {
  const { rows } = await tx.query<ProposalRow>(`select ${columns} from ${source} where p.id = $1 for update of p`, [
    id,
  ]);
  return rows[0];
}

export async function updateProposalConfirmed(tx: Transaction, id: number, by: string, at: Date): Promise<void> {
  await tx.query("update platform_proposals set confirmed_by = $2, confirmed_at = $3 where id = $1", [id, by, at]);
}

/** Returns the proposals made since an instant, oldest first; does not lock. */
export async function findProposals(db: Queryable, since: Date): Promise<ProposalRow[]> {
  const { rows } = await db.query<ProposalRow>(
    `select ${columns} from ${source} where p.proposed_at >= $1 order by p.id`,
    [since],
  );
  return rows;
}
