import { settleCards } from "../domain/cards/authorizations/settle-cards.ts";
import type { Job } from "./job.ts";
import type { WakeUps } from "./wake-ups.ts";

/** Money that arrives (`work`) wakes it, so that what a customer owes is collected from the next credit. Cards 4. */
export function settleCardPayments(work: WakeUps): Job {
  return {
    name: "settle-cards",
    everySeconds: 5,
    restSeconds: 0.25,
    wokenBy: [work],
    async run(services) {
      const settled = await settleCards(services);
      return settled.expired + settled.collected > 0 ? settled : undefined;
    },
  };
}
