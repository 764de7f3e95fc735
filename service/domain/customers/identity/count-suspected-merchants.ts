import { countSuspectedTenants } from "../../../db/customers/identity-lookups.ts";
import type { Services } from "../../context.ts";

/** The number of merchants whose look-ups today look like enumeration, for the worker's alarm. */
export function countSuspectedMerchants({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  return countSuspectedTenants(db, clock.now());
}
