import { changePlatformSettings } from "../domain/merchant/settings/change-platform-settings.ts";
import { contextIn, koboOf, merchantOf, modeOf, moneyText, type PlatformCommand, pairsOf } from "./platform-command.ts";

const NAMES = ["transferBaseFee", "merchantFee", "batchItemFee", "walletCreationFee"] as const;

/** Sets a merchant's fees in a mode. Api 4, 6. */
export const fees: PlatformCommand = {
  usage:
    "fees <merchant e-mail> SANDBOX|PRODUCTION transferBaseFee=<kobo> merchantFee= batchItemFee= walletCreationFee=",
  summary: "set the fees of movements and wallet creation, in kobo, for later movements",
  notes: ["transferBaseFee is the platform's part of a transfer's fee, merchantFee the merchant's markup."],
  async run(context, [email, mode, ...rest]) {
    const merchant = await merchantOf(context, email);
    const { tenant } = merchant.books[modeOf(mode)];
    const change = Object.fromEntries([...pairsOf(rest, NAMES)].map(([name, text]) => [name, feeOf(text)]));
    const now = await changePlatformSettings(contextIn(context, tenant), change);
    context.print(`${merchant.businessName}, ${tenant.mode}:`);
    for (const name of NAMES) context.print(`  ${name.padEnd(18)}${moneyText(now[name])}`);
  },
};

function feeOf(text: string): bigint {
  return koboOf(text, { atLeast: 0n });
}
