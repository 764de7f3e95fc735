import type { Permission } from "../../../contract/permissions.ts";

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
    title: "Add sandbox funds",
    text: "Play money for your merchant wallet",
    href: "/?sheet=fund",
    permission: "UPDATE_MERCHANT_DETAIL",
    // A payment out of the wallet also proves that it was funded.
    isDone: either(isSome(known.balance), isSome(known.credits)),
  } as const;
  return [
    ...(known.isSandbox ? [funded] : []),
    {
      title: "Create the first two wallets",
      text: "One for each customer, with a 10-digit account number",
      href: "/wallets/new",
      permission: "CREATE_CUSTOMER_WALLET",
      isDone: known.wallets === undefined ? undefined : known.wallets > 1,
    },
    {
      title: "Pay a customer in",
      text: "From your merchant wallet; what you submit waits under Approvals",
      href: "/transfers/new?kind=credit",
      permission: "WALLET_CREDIT_DEBIT",
      isDone: isSome(known.credits),
    },
    {
      title: "Make the first transfer",
      text: "Between two customers; fee and limits are shown before",
      href: "/transfers/new",
      permission: "MANAGE_TRANSFER",
      isDone: isSome(known.transfers),
    },
    {
      title: "Invite a colleague",
      text: "Whoever submits should not be the one who approves",
      href: "/settings/team",
      permission: "INVITE_TEAM_MEMBER",
      isDone: known.people === undefined ? undefined : known.people > 1,
    },
    {
      title: "Call the service with your key",
      text: "The key is under Settings, the calls are in the API reference",
      href: "/settings/keys",
      permission: "BROWSE_KEYS",
      isDone: known.isKeyUsed,
    },
    {
      title: "Set a callback address",
      text: "Where your application hears of what happened",
      href: "/settings/account",
      permission: "UPDATE_MERCHANT_DETAIL",
      isDone: known.hasCallback,
    },
    {
      title: "Go live",
      text: known.isReviewed
        ? "The platform has reviewed you: switch the account to live mode"
        : "The platform reviews you first; then switch the account to live mode",
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
