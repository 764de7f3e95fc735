import { Failure } from "../domain/failure.ts";
import { creditMerchantWallet } from "../domain/merchant/credit-merchant-wallet.ts";
import {
  assertNoMore,
  CommandRefused,
  contextIn,
  koboOf,
  merchantOf,
  moneyText,
  twoPersonCommand,
} from "./platform-command.ts";

/** Credits a merchant's production wallet with money that the platform received. Api 6. */
export const credit = twoPersonCommand({
  usage: "credit <merchant e-mail> <kobo> [reference]",
  summary: "credit a merchant's PRODUCTION wallet with money that the platform received for it",
  notes: ["With a reference (10 to 100 characters) it happens once, however often the command is repeated."],
  async prepare(context, [email, amount, reference = context.services.ids.next(), ...rest]) {
    const merchant = await merchantOf(context, email);
    const kobo = koboOf(amount, { atLeast: 1n });
    assertNoMore(rest);
    if (!/^\S{10,100}$/.test(reference)) {
      throw new CommandRefused("A reference has 10 to 100 characters and no spaces.");
    }
    const { tenant } = merchant.books.PRODUCTION;
    return {
      tenant,
      args: [merchant.id, String(kobo), reference],
      summary: `Credit ${merchant.businessName}, PRODUCTION, with ${moneyText(kobo)}, reference ${reference}`,
      async execute() {
        try {
          const done = await creditMerchantWallet(contextIn(context, tenant), { amount: kobo, reference });
          context.print(`${merchant.businessName}, PRODUCTION: credited ${moneyText(kobo)}, reference ${reference}.`);
          context.print(`The merchant's wallet holds ${moneyText(done.balance)}.`);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          const done = error.code === "reference_exists" ? " It was credited before; nothing was done now." : "";
          throw new CommandRefused(`${error.message}${done}`);
        }
      },
    };
  },
});
