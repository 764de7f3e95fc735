import { expireRestoredApprovals } from "../domain/approvals/expire-approvals.ts";
import {
  countHeldDeliveries,
  failHeldDeliveries,
  holdRestoredWork,
  sendHeldDeliveries,
} from "../domain/webhooks/deliveries/restored-work.ts";
import { assertNoMore, oneOf, type PlatformCommand } from "./platform-command.ts";

/** What a restored database must not send again without a decision. Decision 0167. */
export const restored: PlatformCommand = {
  usage: "restored [hold|send|fail]",
  summary: "after a restore: list, hold, send or fail the webhook deliveries that may have been sent already",
  notes: [
    "hold: run it before service and worker start. restore has done it. Unsent payouts are then asked about, not sent,",
    "and requests that wait for approval expire: they may have been paid.",
    "send: sends them; receivers recognize repeated events by x-webhook-event-id.",
    "fail: ends them unsent; merchants may replay each of them.",
  ],
  async run(context, [word, ...rest]) {
    assertNoMore(rest);
    const { print } = context;
    if (word === undefined) return print(`${await countHeldDeliveries(context.services)} deliveries are held.`);
    const action = oneOf(word, ["hold", "send", "fail"], "action");
    if (action === "send") return print(`${await sendHeldDeliveries(context)} deliveries are sent from now on.`);
    if (action === "fail") return print(`${await failHeldDeliveries(context)} deliveries failed unsent.`);
    const { deliveries, payouts, numbers, isRangeUsedUp, replays } = await holdRestoredWork(context);
    const approvals = await expireRestoredApprovals(context);
    print(`${deliveries} deliveries are held. The bank is asked about ${payouts} payouts that were not sent.`);
    print(`${approvals} requests that waited for approval have expired, and ${replays} replays have ended.`);
    print(`${numbers} account numbers are left out: they may have been given out after the restored time.`);
    if (isRangeUsedUp) print("This database has no other account numbers: no wallet can be opened (decision 0194).");
  },
};
