import { changePlatformSettings } from "../domain/merchant/settings/change-platform-settings.ts";
import { CommandRefused, contextIn, merchantOf, modeOf, type PlatformCommand, pairsOf } from "./platform-command.ts";

/** Sets how many look-ups in the real identity registry a merchant may make per Lagos day. API 3. */
export const quota: PlatformCommand = {
  usage: "quota <merchant e-mail> PRODUCTION identityLookups=<number>",
  summary: "set the number of identity look-ups a merchant may make a day; 0 stops them",
  async run(context, [email, mode, ...rest]) {
    const merchant = await merchantOf(context, email);
    const { tenant } = merchant.books[modeOf(mode)];
    const text = pairsOf(rest, ["identityLookups"]).get("identityLookups") ?? "";
    if (!/^\d{1,7}$/.test(text)) throw new CommandRefused(`"${text}" is not a whole number up to 9999999.`);
    const { identityDailyQuota } = await changePlatformSettings(contextIn(context, tenant), {
      identityDailyQuota: Number(text),
    });
    context.print(`${merchant.businessName}, ${tenant.mode}: ${identityDailyQuota} identity look-ups a day.`);
  },
};
