import type { FirstStep } from "../../../contract/preferences.ts";
import { texts } from "./texts.ts";

/** What each first step is, and where it is taken. Dashboard 2.5. */
export const firstSteps: Record<FirstStep, { title: string; text: string; href: string }> = {
  fund: { title: texts.addSandboxFunds, text: texts.testFunds, href: "/?sheet=fund" },
  wallet: { title: texts.createTwoWallets, text: texts.oneForEachCustomer, href: "/wallets/new" },
  credit: { title: texts.creditACustomer, text: texts.fromYourMerchantWallet, href: "/transactions/new?kind=credit" },
  transfer: { title: texts.makeATransfer, text: texts.betweenTwoCustomers, href: "/transactions/new" },
  invite: { title: texts.inviteAColleague, text: texts.oneSubmitsAnotherApproves, href: "/settings/team" },
  key: { title: texts.callTheService, text: texts.theKeyIsUnderSettings, href: "/settings/keys" },
  webhook: { title: texts.receiveEvents, text: texts.addASubscription, href: "/webhooks" },
  live: { title: texts.goLive, text: texts.thePlatformReviewsYou, href: "/settings/verification" },
};
