import type { Permission } from "../../../contract/permissions.ts";
import { texts } from "./texts.ts";

/** The data of a new merchant; undefined where it is not permitted or could not be read. */
export type Beginnings = {
  isSandbox: boolean;
  balance: number | undefined;
  wallets: number | undefined;
  credits: number | undefined;
  transfers: number | undefined;
  people: number | undefined;
  isKeyUsed: boolean | undefined;
  hasCallback: boolean | undefined;
  isReviewed: boolean | undefined;
};

export type FirstStep = {
  title: string;
  text: string;
  href: string;
  permission: Permission | null;
  isDone: boolean | undefined;
};

/** The steps from an empty account to a live one, checked off from the data. Dashboard 2.5. */
export function firstSteps(known: Beginnings): FirstStep[] {
  const funded = {
    title: texts.addSandboxFunds,
    text: texts.playMoneyForYour,
    href: "/?sheet=fund",
    permission: "UPDATE_MERCHANT_DETAIL",
    // A payment out of the wallet also proves that it was funded.
    isDone: either(isSome(known.balance), isSome(known.credits)),
  } as const;
  return [
    ...(known.isSandbox ? [funded] : []),
    {
      title: texts.createTheFirstTwo,
      text: texts.oneForEachCustomer,
      href: "/wallets/new",
      permission: "CREATE_CUSTOMER_WALLET",
      isDone: known.wallets === undefined ? undefined : known.wallets > 1,
    },
    {
      title: texts.payACustomerIn,
      text: texts.fromYourMerchantWallet,
      href: "/transactions/new?kind=credit",
      permission: "WALLET_CREDIT_DEBIT",
      isDone: isSome(known.credits),
    },
    {
      title: texts.makeTheFirstTransfer,
      text: texts.betweenTwoCustomersFee,
      href: "/transactions/new",
      permission: "MANAGE_TRANSFER",
      isDone: isSome(known.transfers),
    },
    {
      title: texts.inviteAColleague,
      text: texts.whoeverSubmitsShouldNot,
      href: "/settings/team",
      permission: "INVITE_TEAM_MEMBER",
      isDone: known.people === undefined ? undefined : known.people > 1,
    },
    {
      title: texts.callTheServiceWith,
      text: texts.theKeyIsUnder,
      href: "/settings/keys",
      permission: "BROWSE_KEYS",
      isDone: known.isKeyUsed,
    },
    {
      title: texts.setACallbackAddress,
      text: texts.whereYourApplicationHears,
      href: "/settings/account",
      permission: "UPDATE_MERCHANT_DETAIL",
      isDone: known.hasCallback,
    },
    {
      title: texts.goLive,
      text: known.isReviewed ? texts.thePlatformHasReviewed : texts.thePlatformReviewsYou,
      href: "/settings/account",
      permission: "SWITCH_ACCOUNT_MODE",
      isDone: !known.isSandbox,
    },
  ];
}

function isSome(count: number | undefined): boolean | undefined {
  return count === undefined ? undefined : count > 0;
}

function either(left: boolean | undefined, right: boolean | undefined): boolean | undefined {
  return left || right || (left === undefined && right === undefined ? undefined : false);
}
