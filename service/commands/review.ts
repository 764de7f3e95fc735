import { setReview } from "../domain/merchant/settings/set-review.ts";
import { assertNoMore, contextIn, merchantOf, oneOf, type PlatformCommand } from "./platform-command.ts";

/** Records the outcome of a merchant's review; only ENABLED opens PRODUCTION. Api 6. */
export const review: PlatformCommand = {
  usage: "review <merchant e-mail> ENABLED|DISABLED|PENDING",
  does: "record what a merchant's review came to; only ENABLED opens PRODUCTION",
  async run(desk, [email, word, ...rest]) {
    const merchant = await merchantOf(desk, email);
    const outcome = oneOf(word?.toUpperCase(), ["ENABLED", "DISABLED", "PENDING"], "outcome");
    assertNoMore(rest);
    await setReview(contextIn(desk, merchant.books[merchant.mode].tenant), outcome);
    desk.say(`${merchant.businessName}: review ${merchant.review} → ${outcome}.`);
  },
};
