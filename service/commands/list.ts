import { listMerchants } from "../domain/merchant/list-merchants.ts";
import { assertNoMore, moneyText, type PlatformCommand } from "./platform-command.ts";

/** Lists every merchant with its review status, mode, flags and fees. */
export const list: PlatformCommand = {
  usage: "list",
  summary: "show all merchants: e-mail, review, suspension, mode, ID, flags and fees",
  async run({ services, print: say }, args) {
    assertNoMore(args);
    const merchants = await listMerchants(services);
    if (merchants.length === 0) say("There is no merchant yet.");
    for (const {
      id,
      businessName,
      email,
      isEmailConfirmed,
      review,
      mode,
      suspendedAt,
      suspendedReason,
      books,
    } of merchants) {
      const address = isEmailConfirmed ? email : `${email}, not confirmed`;
      say(`${businessName} <${address}>: review ${review}, in ${mode} mode, ID ${id}`);
      if (suspendedAt) {
        const reason = suspendedReason ?? "the review is DISABLED";
        say(`  SUSPENDED since ${suspendedAt.toISOString()}. Reason: ${reason}`);
      }
      for (const { tenant, settings } of Object.values(books)) {
        const flags = [
          `canDebitCustomer ${settings.canDebitCustomer ? "on" : "off"}`,
          `internalTransfers ${settings.internalTransfers ? "on" : "off"}`,
        ];
        say(`  ${tenant.mode.padEnd(11)}${flags.join(", ")}`);
        const fees = [`transfer ${moneyText(settings.transferBaseFee)}`, `markup ${moneyText(settings.merchantFee)}`];
        say(`  ${" ".repeat(11)}${fees.join(", ")}`);
      }
    }
  },
};
