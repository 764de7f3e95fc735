import { finishDemoSeed, insertDemoSeed, isDemoSeedUnfinished, lockDemoSeed } from "../../../db/demo-seed.ts";
import { hasMerchants } from "../../../db/merchant/merchants.ts";
import type { Services } from "../../context.ts";

/**
 * Runs `work` when there is no merchant yet and no seed is running or was interrupted. Marks start and end in separate
 * commits, so that an interrupted seed is recognised.
 */
export async function seedOnce(
  services: Pick<Services, "db">,
  at: Date,
  work: () => Promise<void>,
): Promise<"seeded" | "has_merchants" | "running" | "half_made"> {
  const unlock = await lockDemoSeed(services.db);
  if (!unlock) return "running";
  try {
    if (await isDemoSeedUnfinished(services.db)) return "half_made";
    if (await hasMerchants(services.db)) return "has_merchants";
    await insertDemoSeed(services.db, at);
    await work();
    await finishDemoSeed(services.db, at);
    return "seeded";
  } finally {
    await unlock();
  }
}
