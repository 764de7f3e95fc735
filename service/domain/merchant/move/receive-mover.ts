import {
  findFollower,
  findMover,
  hideArriving,
  isPublished,
  isSubscribed,
  type Mover,
  moveName,
  subscribeMerchant,
} from "../../../db/move-merchant.ts";
import { findSealedKey, findServerFacts, withSource } from "../../../db/move-source.ts";
import type { Queryable } from "../../../db/pool.ts";
import { firstServerUrl } from "../../../db/primary.ts";
import { isDatabaseUnreachable } from "../../../db/sql-errors.ts";
import { arrivingMover, type MoveContext, MoveRefused } from "./mover.ts";

/**
 * On the new server: copies a merchant's rows from the old one at the URL `source`, and follows it. The service here does not see the
 * merchant until it is accepted. Everything is checked on both servers before anything changes. Decision 0194.
 * @throws MoveRefused for texts of another form, when the merchant is here already, or when the two servers do not fit each other
 */
export async function receiveMover(
  context: MoveContext,
  { merchantId, tenants, source }: { merchantId: string; tenants: string; source: string },
): Promise<void> {
  const { owner, runtimeRole } = context;
  const mover = arrivingMover(merchantId, tenants);
  if (!/^postgres(ql)?:\/\//.test(source) || !URL.canParse(firstServerUrl(source)))
    throw new MoveRefused("Give the URL of the old server: postgres://…");
  if (await isSubscribed(owner, mover))
    throw new MoveRefused("This server receives the merchant already. Go on with release on the old server.");
  if (await findMover(owner, merchantId)) throw new MoveRefused("This server has the merchant already.");
  try {
    await withSource(source, (old) => assertFits(context, mover, old));
  } catch (error) {
    if (isDatabaseUnreachable(error)) throw new MoveRefused("The old server does not answer at that URL.");
    throw error;
  }
  await hideArriving(owner, { mover, runtimeRole });
  await subscribeMerchant(owner, mover, source);
}

async function assertFits({ owner, secrets }: MoveContext, mover: Mover, old: Queryable): Promise<void> {
  const [here, there] = [await findServerFacts(owner), await findServerFacts(old)];
  if (here.server === there.server)
    throw new MoveRefused("The URL leads to this server, or to a copy of it. A merchant moves between two servers.");
  if (here.migrations !== there.migrations)
    throw new MoveRefused("The servers have different migrations. Run the same release on both, and migrate both.");
  if (here.firstJournal === there.firstJournal) {
    throw new MoveRefused(
      "Both databases have the same number, so what they number would collide. The new one needs its own DATABASE_NUMBER before its first migrate.",
    );
  }
  const known = await findMover(old, mover.merchantId);
  if (!known) throw new MoveRefused(`The old server has no merchant with the ID ${mover.merchantId}.`);
  if (known.tenants.join(",") !== mover.tenants.join(","))
    throw new MoveRefused(`The merchant's tenants are ${known.tenants.join(",")}: give them as publish printed them.`);
  if (!(await isPublished(old, mover)))
    throw new MoveRefused("The merchant is not published. Run move-merchant publish on the old server first.");
  const sealed = await findSealedKey(old, mover);
  if (sealed && !opens(secrets, sealed))
    throw new MoveRefused("SECRETS_KEY here does not open what the old server sealed. Both servers need the same.");
  if ((await findFollower(old, mover)) !== "none") {
    throw new MoveRefused(
      `The old server still has the replication slot of an earlier try. Run there: select pg_drop_replication_slot('${moveName(mover)}'); and repeat.`,
    );
  }
}

function opens({ open }: MoveContext["secrets"], { id, sealed }: { id: string; sealed: Buffer }): boolean {
  try {
    open(sealed, "merchant_keys.private_key_sealed", id);
    return true;
  } catch {
    return false;
  }
}
