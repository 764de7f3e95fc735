import { hasMerchants as findAnyMerchant } from "../../db/merchants.ts";
import type { Services } from "../context.ts";

/** Whether the database holds a merchant already: the demo is made in an empty one only. House 8. */
export function hasMerchants(services: Pick<Services, "db">): Promise<boolean> {
  return findAnyMerchant(services.db);
}
