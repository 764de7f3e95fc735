import { findMembers } from "../../db/team/members.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { metadataOf } from "../list-metadata.ts";

/** A page of the team, oldest member first. Limits in kobo; null means no limit. Wire 5. Returns the wire payload. */
export async function listMembers(ctx: Context, input: { page: number; perPage: number }) {
  const { page, perPage } = input;
  const slice = { limit: perPage, offset: (page - 1) * perPage };
  const { total, rows } = await findMembers(ctx.db, ctx.tenant.merchantId, slice);
  return {
    data: rows.map(({ id, roleId, role, email, firstName, lastName, approvalLimit }) => ({
      id,
      roleId,
      role,
      email,
      firstName,
      lastName,
      approvalLimit: approvalLimit === null ? null : koboToWire(approvalLimit),
    })),
    metadata: metadataOf(input, total),
  };
}
