import { changePlatformSettings } from "../domain/merchant/settings/change-platform-settings.ts";
import { CommandRefused, contextIn, merchantOf, modeOf, type PlatformCommand } from "./platform-command.ts";

/** Sets how many postings of a merchant the ledger takes in each of its turns. Ledger 2, decision 0195. */
export const weight: PlatformCommand = {
  usage: "weight <merchant e-mail> SANDBOX|PRODUCTION <1 to 100>|default",
  summary: "set the merchant's share of the ledger while several merchants wait",
  notes: [
    "A merchant of weight 3 gets three times as much as one of weight 1, the default. Changes apply within 5 seconds.",
  ],
  async run(context, [email, mode, text = ""]) {
    const merchant = await merchantOf(context, email);
    const { tenant } = merchant.books[modeOf(mode)];
    const { queueWeight } = await changePlatformSettings(contextIn(context, tenant), { queueWeight: weightOf(text) });
    context.print(`${merchant.businessName}, ${tenant.mode}: weight ${queueWeight ?? "1 (default)"}`);
  },
};

function weightOf(text: string): number | null {
  if (text.toLowerCase() === "default") return null;
  if (!/^([1-9]\d?|100)$/.test(text))
    throw new CommandRefused(`"${text}" is not a whole number from 1 to 100, or default.`);
  return Number(text);
}
