import { DEFAULT_RATE_LIMITS } from "../domain/auth/rate-limits.ts";
import { changePlatformSettings } from "../domain/merchant/settings/change-platform-settings.ts";
import { CommandRefused, contextIn, merchantOf, modeOf, type PlatformCommand, pairsOf } from "./platform-command.ts";

const FIELDS = { perKey: "requestsPerKey", perMerchant: "requestsPerMerchant" } as const;
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** Sets how many requests a minute the service takes from a merchant in a mode. API 1, decision 0086. */
export const rateLimit: PlatformCommand = {
  usage: "rate-limit <merchant e-mail> SANDBOX|PRODUCTION perKey=<number>|default perMerchant=<number>|default",
  summary: "set the requests a minute with one key or session, and of the whole merchant",
  notes: ["Each service process counts its own requests. Changes apply within 5 seconds."],
  async run(context, [email, mode, ...rest]) {
    const merchant = await merchantOf(context, email);
    const { tenant } = merchant.books[modeOf(mode)];
    const change = Object.fromEntries(
      [...pairsOf(rest, NAMES)].map(([name, text]) => [FIELDS[name], requestsOf(text)]),
    );
    const now = await changePlatformSettings(contextIn(context, tenant), change);
    context.print(`${merchant.businessName}, ${tenant.mode}, requests a minute:`);
    for (const name of NAMES) {
      const set = now[FIELDS[name]];
      context.print(`  ${name.padEnd(12)}${set ?? `${DEFAULT_RATE_LIMITS[name]} (default)`}`);
    }
  },
};

function requestsOf(text: string): number | null {
  if (text.toLowerCase() === "default") return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CommandRefused(`"${text}" is not a whole number from 1, or default.`);
  return Number(text);
}
