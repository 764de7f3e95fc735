import type { Beneficiary } from "../../../contract/beneficiaries.ts";
import type { Metadata } from "../../../contract/envelope.ts";
import { findBeneficiaries } from "../../db/payouts/beneficiaries.ts";
import type { Context } from "../context.ts";
import { metadataOf } from "../list-metadata.ts";
import { beneficiaryView } from "./beneficiary-view.ts";

export type ListBeneficiariesInput = {
  page: number;
  perPage: number;
  customerId?: string | undefined;
  search?: string | undefined;
};

/** Lists the saved bank accounts of a customer, or the merchant's own, by name. Returns the wire payload. Rails 2. */
export async function listBeneficiaries(
  ctx: Context,
  input: ListBeneficiariesInput,
): Promise<{ beneficiaries: Beneficiary[]; metadata: Metadata }> {
  const { page, perPage, customerId = null, search = null } = input;
  const filter = { customerId, search };
  const at = { limit: perPage, offset: (page - 1) * perPage };
  const { rows, total } = await findBeneficiaries(ctx.db, ctx.tenant.id, filter, at);
  return { beneficiaries: rows.map(beneficiaryView), metadata: metadataOf(input, total) };
}
