import type { Beneficiary } from "../../../contract/beneficiaries.ts";
import type { BeneficiaryRow } from "../../db/payouts/beneficiaries.ts";

/** A saved account on the wire. */
export function beneficiaryView({ verifiedAt, createdAt, ...row }: BeneficiaryRow): Beneficiary {
  return { ...row, verifiedAt: verifiedAt.toISOString(), createdAt: createdAt.toISOString() };
}
