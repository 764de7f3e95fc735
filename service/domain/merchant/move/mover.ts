import { findMover, type Mover } from "../../../db/move-merchant.ts";
import type { Pool } from "../../../db/pool.ts";
import type { Secrets } from "../../../providers/secrets.ts";

/**
 * `owner`: the database as the owner of its tables, who may create publications and subscriptions. `runtimeRole`: the service's own.
 * `secrets`: of this server.
 */
export type MoveContext = { owner: Pool; runtimeRole: string; secrets: Pick<Secrets, "open"> };

/** Why a step cannot be done now, as a sentence for the operator. */
export class MoveRefused extends Error {
  override name = "MoveRefused";
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws MoveRefused when this server does not have the merchant */
export async function moverOf({ owner }: MoveContext, merchantId: string): Promise<Mover> {
  const mover = UUID.test(merchantId) ? await findMover(owner, merchantId) : undefined;
  if (!mover) throw new MoveRefused(`There is no merchant with the ID ${merchantId}. "list" shows them all.`);
  return mover;
}

/** A merchant that this server does not know yet. `tenants`: numbers with commas. @throws MoveRefused for other texts */
export function arrivingMover(merchantId: string, tenants: string): Mover {
  if (!UUID.test(merchantId) || !/^\d{1,9}(,\d{1,9})*$/.test(tenants))
    throw new MoveRefused("Give the merchant's ID and its tenants as publish printed them.");
  return { merchantId, tenants: tenants.split(",").map(Number), persons: [] };
}
