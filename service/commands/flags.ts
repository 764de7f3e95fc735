import { changePlatformSettings } from "../domain/merchant/settings/change-platform-settings.ts";
import { contextIn, merchantOf, modeOf, oneOf, type PlatformCommand, pairsOf } from "./platform-command.ts";

const NAMES = ["canDebitCustomer", "internalTransfers"] as const;

/** Sets a merchant's permissions in a mode. Spec 5, api 6. */
export const flags: PlatformCommand = {
  usage: "flags <merchant e-mail> SANDBOX|PRODUCTION canDebitCustomer=on|off internalTransfers=on|off",
  summary: "allow or forbid a merchant to debit customers and to transfer between them",
  async run(context, [email, mode, ...rest]) {
    const merchant = await merchantOf(context, email);
    const { tenant } = merchant.books[modeOf(mode)];
    const change = Object.fromEntries(
      [...pairsOf(rest, NAMES)].map(([name, word]) => [name, oneOf(word.toLowerCase(), ["on", "off"], name) === "on"]),
    );
    const now = await changePlatformSettings(contextIn(context, tenant), change);
    const shown = NAMES.map((name) => `${name} ${now[name] ? "on" : "off"}`);
    context.print(`${merchant.businessName}, ${tenant.mode}: ${shown.join(", ")}.`);
  },
};
