import { settleCards } from "../domain/cards/authorizations/settle-cards.ts";
import type { Job } from "./job.ts";

/** Money that arrives wakes it, so that what a customer owes is collected from the next credit. Cards 4. */
export const settleCardPayments: Job = {
  name: "settle-cards",
  everySeconds: 5,
  acceptsWakeUps: true,
  async run(services) {
    const settled = await settleCards(services);
    return settled.expired + settled.collected > 0 ? settled : undefined;
  },
};
