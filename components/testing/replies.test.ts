import { expect, test } from "vitest";
import { Customer } from "../../contract/customers.ts";
import { MerchantWallet } from "../../contract/merchant.ts";
import { TrialBalance } from "../../contract/transactions.ts";
import { WalletActivity } from "../../contract/wallet-activity.ts";
import { walletCreationEndpoints } from "../../contract/wallet-creation.ts";
import { Wallet, WalletInfo } from "../../contract/wallets.ts";
import {
  aCreatedWallet,
  aCustomer,
  aFrozenWallet,
  aMerchantWallet,
  aTrialBalance,
  aWallet,
  aWalletInfo,
  someActivity,
} from "./replies.ts";

test("replies in component tests match the contract", () => {
  expect(Wallet.parse(aWallet())).toEqual(aWallet());
  expect(Wallet.parse(aFrozenWallet())).toEqual(aFrozenWallet());
  expect(Customer.parse(aCustomer())).toEqual(aCustomer());
  const reply = { status: true, ...aCreatedWallet() };
  expect(walletCreationEndpoints.createWallet.reply.parse(reply)).toEqual(reply);
  expect(WalletInfo.parse(aWalletInfo())).toEqual(aWalletInfo());
  expect(MerchantWallet.parse(aMerchantWallet())).toEqual(aMerchantWallet());
  expect(TrialBalance.parse(aTrialBalance())).toEqual(aTrialBalance());
  expect(WalletActivity.array().parse(someActivity)).toEqual(someActivity);
});
