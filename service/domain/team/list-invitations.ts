import { findInvitations } from "../../db/team/invitations.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { metadataOf } from "../list-metadata.ts";

/** A page of invitations without withdrawn ones, newest first. Wire 5. Returns the wire payload. */
export async function listInvitations(ctx: Context, input: { page: number; perPage: number }) {
  const { page, perPage } = input;
  const slice = { limit: perPage, offset: (page - 1) * perPage };
  const { total, rows } = await findInvitations(ctx.db, ctx.tenant.merchantId, slice);
  return {
    data: rows.map((row) => ({
      id: row.id,
      email: row.email,
      role: row.role,
      approvalLimit: row.approvalLimit === null ? null : koboToWire(row.approvalLimit),
      accepted: row.acceptedAt !== null,
      expiresAt: row.expiresAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
    metadata: metadataOf(input, total),
  };
}
