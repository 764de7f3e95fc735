import { setReview } from "../domain/merchant/settings/set-review.ts";
import { assertNoMore, contextIn, merchantOf, oneOf, type PlatformCommand } from "./platform-command.ts";

/** Records the outcome of a merchant's review; only ENABLED opens PRODUCTION. Api 6. */
export const review: PlatformCommand = {
  usage: "review <merchant e-mail> ENABLED|DISABLED|PENDING",
  summary: "record the outcome of a merchant's review; only ENABLED opens PRODUCTION, DISABLED stops the merchant",
  async run(context, [email, word, ...rest]) {
    const merchant = await merchantOf(context, email);
    const outcome = oneOf(word?.toUpperCase(), ["ENABLED", "DISABLED", "PENDING"], "outcome");
    assertNoMore(rest);
    await setReview(contextIn(context, merchant.books[merchant.mode].tenant), outcome);
    context.print(`${merchant.businessName}: review ${merchant.review} → ${outcome}.`);
  },
};
