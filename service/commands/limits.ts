import { TIER_NUMBERS } from "../../contract/values.ts";
import { changeTierLimits } from "../domain/merchant/settings/change-tier-limits.ts";
import {
  CommandRefused,
  contextIn,
  koboOf,
  merchantOf,
  modeOf,
  moneyText,
  oneOf,
  pairsOf,
  twoPersonCommand,
} from "./platform-command.ts";

const FIELDS = { daily: "dailyLimit", single: "singleLimit", min: "minBalance", max: "maxBalance" } as const;
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** Sets the limits of a merchant's tier in a mode. Spec 8, api 4. */
export const limits = twoPersonCommand({
  usage: "limits <merchant e-mail> SANDBOX|PRODUCTION TIER_1|TIER_2|TIER_3 daily=<kobo>|none single= min= max=",
  summary: "set a tier's daily and single limit, lowest and highest balance, in kobo",
  notes: ["none removes a limit; the lowest balance is always a number."],
  async prepare(context, [email, mode, tier, ...rest]) {
    const merchant = await merchantOf(context, email);
    const { tenant } = merchant.books[modeOf(mode)];
    const name = oneOf(tier?.toUpperCase(), Object.keys(TIER_NUMBERS) as (keyof typeof TIER_NUMBERS)[], "tier");
    const change = [...pairsOf(rest, NAMES)].map(([short, text]) => [short, limitOf(short, text)] as const);
    const shown = change.map(([short, kobo]) => `${FIELDS[short]} ${moneyText(kobo)}`).join(", ");
    return {
      tenant,
      args: [merchant.id, tenant.mode, name, ...change.map(([short, kobo]) => `${short}=${kobo ?? "none"}`)],
      summary: `Set limits of ${merchant.businessName}, ${tenant.mode}, ${name}: ${shown}`,
      async execute() {
        const fields = Object.fromEntries(change.map(([short, kobo]) => [FIELDS[short], kobo]));
        const now = await changeTierLimits(contextIn(context, tenant), TIER_NUMBERS[name], fields);
        context.print(`${merchant.businessName}, ${tenant.mode}, ${name}:`);
        for (const short of NAMES) context.print(`  ${FIELDS[short].padEnd(13)}${moneyText(now[FIELDS[short]])}`);
      },
    };
  },
});

function limitOf(short: string, text: string): bigint | null {
  if (text.toLowerCase() !== "none") return koboOf(text, { atLeast: 0n });
  if (short === "min") throw new CommandRefused("min needs a number of kobo: 0 is none.");
  return null;
}
