import { resolveOrders } from "../domain/cards/resolve-orders.ts";
import type { Job } from "./job.ts";

/** Repeats orders of cards that the issuer has not answered. Cards 3. */
export const resolveCardOrders: Job = {
  name: "resolve-card-orders",
  everySeconds: 10,
  async run(services) {
    const answered = await resolveOrders(services);
    return answered > 0 ? { answered } : undefined;
  },
};
