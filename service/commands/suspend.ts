import { Failure } from "../domain/failure.ts";
import { resumeMerchant, suspendMerchant } from "../domain/merchant/settings/suspend-merchant.ts";
import { assertNoMore, CommandRefused, contextIn, merchantOf, type PlatformCommand } from "./platform-command.ts";

const REASON_MAX = 200;

/** Stops a merchant at once, in both modes. Decision 0074. */
export const suspend: PlatformCommand = {
  usage: "suspend <merchant e-mail> <reason>",
  summary: "stop a merchant: sign-in, keys, sessions and payouts; money in and events go on",
  notes: ["The reason is shown to the merchant's members and to callers with its keys."],
  async run(context, [email, ...words]) {
    const merchant = await merchantOf(context, email, { isUnconfirmedAllowed: true });
    // A full stop is part of the sentence that shows the reason.
    const reason = words.join(" ").trim().replace(/\.+$/, "");
    if (reason === "") throw new CommandRefused("Give the reason: the merchant's members see it.");
    if (reason.length > REASON_MAX) throw new CommandRefused(`A reason has at most ${REASON_MAX} characters.`);
    await suspendMerchant(contextIn(context, merchant.books[merchant.mode].tenant), reason);
    context.print(`${merchant.businessName}: suspended. Reason: ${reason}.`);
    context.print("Keys and sessions stop within 5 seconds; the ledger refuses its payments from now on.");
  },
};

/** Ends a suspension. Decision 0074. */
export const resume: PlatformCommand = {
  usage: "resume <merchant e-mail>",
  summary: "end a suspension; paused batches, imports and requests go on where they stopped",
  async run(context, [email, ...rest]) {
    const merchant = await merchantOf(context, email, { isUnconfirmedAllowed: true });
    assertNoMore(rest);
    try {
      const ctx = contextIn(context, merchant.books[merchant.mode].tenant);
      const { isStillDisabled } = await resumeMerchant(ctx);
      context.print(`${merchant.businessName}: no longer suspended.`);
      if (isStillDisabled) context.print("Its review is DISABLED, which still stops it: record ENABLED or PENDING.");
    } catch (error) {
      if (error instanceof Failure) throw new CommandRefused(error.message);
      throw error;
    }
  },
};
