import { changePlatformSettings } from "../domain/merchant/settings/change-platform-settings.ts";
import { contextIn, koboOf, merchantOf, modeOf, moneyText, pairsOf, twoPersonCommand } from "./platform-command.ts";

const NAMES = ["transferBaseFee", "merchantFee", "batchItemFee", "walletCreationFee"] as const;

/** Sets a merchant's fees in a mode. Api 4, 6. */
export const fees = twoPersonCommand({
  usage:
    "fees <merchant e-mail> SANDBOX|PRODUCTION transferBaseFee=<kobo> merchantFee= batchItemFee= walletCreationFee=",
  summary: "set the fees of movements and wallet creation, in kobo, for later movements",
  notes: ["transferBaseFee is the platform's part of a transfer's fee, merchantFee the merchant's markup."],
  async prepare(context, [email, mode, ...rest]) {
    const merchant = await merchantOf(context, email);
    const { tenant } = merchant.books[modeOf(mode)];
    const change = [...pairsOf(rest, NAMES)].map(([name, text]) => [name, koboOf(text, { atLeast: 0n })] as const);
    const shown = change.map(([name, kobo]) => `${name} ${moneyText(kobo)}`).join(", ");
    return {
      tenant,
      args: [merchant.id, tenant.mode, ...change.map(([name, kobo]) => `${name}=${kobo}`)],
      summary: `Set fees of ${merchant.businessName}, ${tenant.mode}: ${shown}`,
      async execute() {
        const now = await changePlatformSettings(contextIn(context, tenant), Object.fromEntries(change));
        context.print(`${merchant.businessName}, ${tenant.mode}:`);
        for (const name of NAMES) context.print(`  ${name.padEnd(18)}${moneyText(now[name])}`);
      },
    };
  },
});
