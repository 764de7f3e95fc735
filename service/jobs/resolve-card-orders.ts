import { informIssuers } from "../domain/cards/inform-issuer.ts";
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

/** Tells issuers about locks, ends and limits of cards that they have not heard of. Cards 3, decision 0158. */
export const informCardIssuers: Job = {
  name: "inform-card-issuers",
  everySeconds: 5,
  async run(services) {
    const heard = await informIssuers(services);
    return heard > 0 ? { heard } : undefined;
  },
};
