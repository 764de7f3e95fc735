import { describe, expect, it } from "vitest";
import * as z from "zod";
import { accessChangeEndpoints } from "./access-changes.ts";
import { approvalEndpoints, FIRST_APPROVAL } from "./approvals.ts";
import { authEndpoints } from "./auth.ts";
import { balanceAlertEndpoints } from "./balance-alert.ts";
import { bankCreditEndpoints } from "./bank-credits.ts";
import { batchEndpoints } from "./batches.ts";
import { beneficiaryEndpoints } from "./beneficiaries.ts";
import { bulkWalletEndpoints } from "./bulk-wallets.ts";
import { businessVerificationEndpoints } from "./business-verification.ts";
import { cardAuthorizationEndpoints } from "./card-authorizations.ts";
import { cardNetworkEndpoints } from "./card-network.ts";
import { cardEndpoints } from "./cards.ts";
import { customerEndpoints } from "./customers.ts";
import { emailConfirmationEndpoints } from "./email-confirmation.ts";
import type { Endpoint } from "./endpoint.ts";
import { type EndpointName, endpoints } from "./endpoints.ts";
import { insightRowEndpoints } from "./insight-rows.ts";
import { insightEndpoints } from "./insights.ts";
import { insightCustomerEndpoints } from "./insights-customers.ts";
import { merchantEndpoints } from "./merchant.ts";
import { ownSessionEndpoints } from "./own-sessions.ts";
import { passkeyEndpoints } from "./passkeys.ts";
import { payoutBatchEndpoints } from "./payout-batches.ts";
import { payoutEndpoints, payoutStepEndpoints } from "./payouts.ts";
import { preferenceEndpoints } from "./preferences.ts";
import { receiptEndpoints } from "./receipts.ts";
import { reconciliationEndpoints } from "./reconciliation.ts";
import { reversalEndpoints } from "./reversals.ts";
import { savedViewEndpoints } from "./saved-views.ts";
import { searchEndpoints } from "./search.ts";
import { statementEndpoints } from "./statements.ts";
import { teamEndpoints } from "./team.ts";
import { transactionEndpoints } from "./transactions.ts";
import { SUBMITTED, transferEndpoints } from "./transfers.ts";
import { walletNoteEndpoints } from "./wallet-notes.ts";
import { walletEndpoints } from "./wallets.ts";
import { webhookEndpoints } from "./webhooks.ts";

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];

/** Require no permission: before sign-in, about the caller, or with a customer token. */
const WITHOUT_PERMISSION: EndpointName[] = [
  "getPreferences",
  "updatePreferences",
  "login",
  "refreshToken",
  "logout",
  "getProfile",
  "getServiceInfo",
  "requestPasswordReset",
  "resetPassword",
  "listSessions",
  "revokeSession",
  "stepUp",
  "endOtherSessions",
  "listFailedSignIns",
  "listViews",
  "saveView",
  "updateView",
  "removeView",
  "startPasskeySignIn",
  "signInWithPasskey",
  "startPasskeyStepUp",
  "listPasskeys",
  "startPasskey",
  "addPasskey",
  "renamePasskey",
  "removePasskey",
  "confirmEmail",
  "sendEmailConfirmation",
  "getTwoFactor",
  "startTwoFactor",
  "confirmTwoFactor",
  "renewRecoveryCodes",
  "removeTwoFactor",
  "changePassword",
  "startPhoneVerification",
  "completePhoneVerification",
  "registerMerchant",
  "verifyMerchant",
  "resendActivationCode",
  "getBalanceAlert",
  "getMerchantProfile",
  "getSettings",
  "getLimits",
  "acceptInvitation",
  "listMerchantsOfMember",
  "switchMerchant",
  "receiveRailEvent",
  "answerRailEnquiry",
  "authorizeCard",
  "receiveIssuerEvent",
];

/** Take no Idempotency-Key: they create and move nothing, come before sign-in, or return a secret that must not be stored. */
const POSTS_WITHOUT_KEY: EndpointName[] = [
  "login",
  "refreshToken",
  "logout",
  "requestPasswordReset",
  "resetPassword",
  "freezeWallet",
  "enableWallet",
  "enablePostNoCredit",
  "disablePostNoCredit",
  "createCustomerToken",
  "startPhoneVerification",
  "completePhoneVerification",
  "previewTransfer",
  "freezeCard",
  "unfreezeCard",
  "closeCard",
  "revealCard",
  "simulateAuthorize",
  "simulateIncrement",
  "simulateClear",
  "simulateReverse",
  "simulateExpire",
  "simulateRefund",
  "simulateShip",
  "queryPayout",
  "resolvePayout",
  "closePayoutCase",
  "previewSendToBank",
  "previewSendCustomerToBank",
  "previewAccountTransfer",
  "preflightBatch",
  "preflightWalletImport",
  "preflightBankBatch",
  "previewCredit",
  "previewReversal",
  "previewBatchReversal",
  "previewDebit",
  "testSubscription",
  "registerMerchant",
  "resendActivationCode",
  "sendEmailConfirmation",
  "submitBusinessVerification",
  "generateAccessKeys",
  "createRestrictedKey",
  "rollRestrictedKey",
  "rollSecret",
  "sendChallenge",
  "switchAccountMode",
  "resendInvitation",
  "acceptInvitation",
  "switchMerchant",
  "stepUp",
  "startTwoFactor",
  "confirmTwoFactor",
  "renewRecoveryCodes",
  "startPasskeySignIn",
  "signInWithPasskey",
  "startPasskeyStepUp",
  "startPasskey",
  "addPasskey",
  "freezeAllWallets",
  "releaseAllWallets",
  "simulateBankTransfer",
  "advanceSandboxBank",
  "receiveRailEvent",
  "answerRailEnquiry",
  "authorizeCard",
  "receiveIssuerEvent",
];

/** Approving, keys, team, guards and the second factor; the other verbs of two-factor take the proof in their body. Decision 0078. */
const STEP_UP: EndpointName[] = [
  "revealCard",
  "approveTransaction",
  "removeTransaction",
  "getAccessKeys",
  "generateAccessKeys",
  "switchAccountMode",
  "updateSettings",
  "updateMember",
  "removeMember",
  "inviteMember",
  "approveAccessChange",
  "removeAccessChange",
  "createRole",
  "updateRole",
  "removeRole",
  "confirmTwoFactor",
  "startPasskey",
  "removePasskey",
  "createRestrictedKey",
  "rollRestrictedKey",
  "revealSecret",
  "rollSecret",
  "releaseAllWallets",
  "creditSuspended",
  "returnSuspended",
  "resolvePayout",
  "closePayoutCase",
  "uploadSettlementFile",
  "updateBreak",
  "resolveBreak",
];

/** Every endpoint whose verb moves money, or starts work that does. Decision 0061. */
const MONEY: Partial<Record<EndpointName, Endpoint["money"]>> = {
  creditWallet: "approval",
  debitWallet: "approval",
  batchCreditByCustomer: "approval",
  batchDebitByCustomer: "approval",
  batchCreditByWallet: "approval",
  batchTransferFromCustomer: "approval",
  batchDebitByWallet: "approval",
  uploadBatch: "approval",
  transferBetweenCustomers: "approval",
  sendToBank: "approval",
  sendBankBatch: "approval",
  sendCustomerToBank: "approval",
  transferBetweenAccounts: "approval",
  reverseTransaction: "approval",
  fundCard: "approval",
  activateCard: "approval",
  unloadCard: "approval",
  reverseBatch: "approval",
  approveTransaction: "settlement",
  createWallet: "direct",
  fundMerchantWallet: "direct",
  cancelPayout: "direct",
  queryPayout: "direct",
  resolvePayout: "direct",
  creditSuspended: "direct",
  returnSuspended: "direct",
  resolveBreak: "direct",
  receiveRailEvent: "direct",
  authorizeCard: "direct",
  receiveIssuerEvent: "direct",
};

/** Exact success messages. Spec 4, wire 4, 5. */
const moved = ["Transaction successfully completed.", "Transaction successfully submitted for approval."];
const changed = "Change successfully submitted for approval.";
const MESSAGES: Partial<Record<EndpointName, string | string[]>> = {
  requestPasswordReset: "Your reset code has been sent to your email. It expires in 24 hours.",
  resetPassword: "Password reset successfully",
  changePassword: "Password successfully changed.",
  bulkCreateCustomers: "Wallet processing is in progress. Please check back soon",
  freezeWallet: "Customer wallet successfully frozen.",
  freezeAllWallets: "All wallets are frozen.",
  releaseAllWallets: "The wallets are released.",
  changeTier: "Customer tier successfully changed.",
  linkBvn: ["BVN successfully linked.", "BVN check failed. The wallet is frozen."],
  linkNin: ["NIN successfully linked.", "NIN check failed. The wallet is frozen."],
  enableWallet: "Customer wallet successfully activated.",
  setTransactionPin: "Wallet transaction PIN successfully set.",
  enablePostNoCredit: "Post no credit successfully enabled.",
  disablePostNoCredit: "Post no credit successfully disabled.",
  transferBetweenCustomers: moved,
  sendBankBatch: ["Transactions are processing.", SUBMITTED],
  sendToBank: ["Transaction successfully completed.", "Transaction is processing.", SUBMITTED],
  sendCustomerToBank: ["Transaction successfully completed.", "Transaction is processing.", SUBMITTED],
  transferBetweenAccounts: moved,
  reverseTransaction: moved,
  fundCard: ["Card funded successfully.", moved[1] ?? ""],
  unloadCard: ["Card unloaded successfully.", moved[1] ?? ""],
  reverseBatch: moved,
  creditWallet: moved,
  debitWallet: moved,
  batchCreditByCustomer: moved,
  batchDebitByCustomer: moved,
  batchCreditByWallet: moved,
  batchTransferFromCustomer: moved,
  batchDebitByWallet: moved,
  cancelBatch: "Batch successfully cancelled.",
  approveTransaction: ["Transaction successfully approved.", FIRST_APPROVAL],
  removeTransaction: "Transaction successfully removed.",
  removeSubscription: "Webhook subscription successfully deleted.",
  listEventTypes: "Available event types",
  registerMerchant: "Your activation code has been sent to your email. It expires in 24 hours",
  verifyMerchant: "Your account has been successfully verified.",
  resendActivationCode: "Your verification code has been sent to your email. It expires in 24 hours",
  uploadBusinessDocuments: "Documents successfully uploaded.",
  submitBusinessVerification: "Documents successfully submitted for review.",
  switchAccountMode: [
    "Account successfully switched to SANDBOX mode",
    "Account successfully switched to PRODUCTION mode",
  ],
  revokeRestrictedKey: "Restricted key successfully revoked.",
  updateMerchantProfile: "Profile successfully updated",
  fundMerchantWallet: "Transaction completed successfully",
  setUpCards: "Card setup information successfully updated.",
  issueCard: "Card created successfully.",
  activateCard: ["Card activated successfully.", moved[1] ?? ""],
  freezeCard: "Card frozen successfully.",
  unfreezeCard: "Card lock removed successfully.",
  closeCard: "Card closed successfully.",
  replaceCard: "Replacement ordered successfully.",
  setCardControls: "Card controls successfully updated.",
  cancelPayout: "Payout cancelled. The money is back in the wallet.",
  closePayoutCase: "The case is closed.",
  creditSuspended: "The wallet was credited.",
  uploadSettlementFile: "The file is being compared with our books.",
  resolveBreak: "The difference is resolved.",
  returnSuspended: "The money is on its way back to its sender.",
  simulateBankTransfer: "The sandbox bank sent the transfer. It arrives in a moment.",
  updateMember: ["Member information successfully updated.", changed],
  inviteMember: ["Invitation successfully sent.", changed],
  approveAccessChange: "Change successfully approved.",
  removeAccessChange: "Change successfully removed.",
  updateSettings: ["Request successfully completed.", changed],
  resendInvitation: "Invitation successfully resend.",
  createRole: "Role successfully created.",
  updateRole: ["Role successfully updated.", changed],
  switchMerchant: "Merchant successfully switched.",
};

describe("every endpoint", () => {
  it("has its own method and path, and none shadows another", () => {
    const addresses = all.map(([, one]) => `${one.method} ${one.path.replace(/\{\w+\}/g, "{}")}`);
    expect(new Set(addresses).size).toBe(all.length);
  });

  it("names each domain function once", () => {
    const tables = [
      accessChangeEndpoints,
      approvalEndpoints,
      authEndpoints,
      bankCreditEndpoints,
      batchEndpoints,
      cardAuthorizationEndpoints,
      cardEndpoints,
      cardNetworkEndpoints,
      customerEndpoints,
      emailConfirmationEndpoints,
      insightEndpoints,
      insightCustomerEndpoints,
      insightRowEndpoints,
      merchantEndpoints,
      ownSessionEndpoints,
      passkeyEndpoints,
      payoutBatchEndpoints,
      payoutEndpoints,
      beneficiaryEndpoints,
      payoutStepEndpoints,
      preferenceEndpoints,
      receiptEndpoints,
      reconciliationEndpoints,
      reversalEndpoints,
      statementEndpoints,
      teamEndpoints,
      transactionEndpoints,
      transferEndpoints,
      walletEndpoints,
      walletNoteEndpoints,
      bulkWalletEndpoints,
      savedViewEndpoints,
      searchEndpoints,
      webhookEndpoints,
      balanceAlertEndpoints,
      businessVerificationEndpoints,
    ];
    const names = tables.flatMap((table) => Object.keys(table));
    expect(names.sort()).toEqual(all.map(([name]) => name).sort());
  });

  it.each(all)("%s has a schema for exactly the parameters of its path", (_name, { path, params }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(params instanceof z.ZodObject ? Object.keys(params.shape) : []).toEqual(inPath);
  });

  it.each(all)("%s names its callers and the permission of members and keys", (name, one) => {
    expect(one.callers.length).toBeGreaterThan(0);
    if (one.callers.includes("public")) expect(one.callers).toEqual(["public"]);
    const isOpenToEachCaller = one.permission === null && !one.roles;
    expect(isOpenToEachCaller).toBe(WITHOUT_PERMISSION.includes(name));
  });

  it.each(all)("%s has a body only for methods that send one, and converts to JSON Schema", (_name, one) => {
    if (one.method === "GET") expect(one.body).toBeUndefined();
    if (one.upload) expect(one.body).toBeDefined();
    for (const schema of [one.params, one.query, one.body]) {
      if (schema) expect(() => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })).not.toThrow();
    }
    const { reply } = one;
    if (typeof reply !== "string")
      expect(() => z.toJSONSchema(reply, { io: "output", unrepresentable: "any" })).not.toThrow();
  });

  it.each(all)("%s has a summary and names its source", (_name, one) => {
    expect(one.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(one.source).toMatch(/^(spec|api|wire|webhooks|dashboard|rails|cards) \d/);
    if (!one.extension) expect(one.source).toMatch(/^spec /);
    expect(one.source.startsWith("spec ")).toBe(!one.extension);
  });

  it.each(all.filter(([, one]) => one.family === "success"))("%s belongs to the webhook family", (_name, one) => {
    expect(one.path).toMatch(/^\/merchant\/webhook\//);
  });
});

it("has the specified success messages", () => {
  const messages = Object.fromEntries(all.filter(([, one]) => one.message).map(([name, one]) => [name, one.message]));
  expect(messages).toEqual(MESSAGES);
});

it("takes an Idempotency-Key on every POST that creates something or moves money", () => {
  const posts = all.filter(([, one]) => one.method === "POST" && !one.idempotent).map(([name]) => name);
  expect(posts.sort()).toEqual([...POSTS_WITHOUT_KEY].sort());
  expect(all.filter(([, one]) => one.idempotent && one.method !== "POST")).toEqual([]);
});

it("asks for a recent proof of identity for exactly these endpoints", () => {
  expect(
    all
      .filter(([, one]) => one.stepUp)
      .map(([name]) => name)
      .sort(),
  ).toEqual([...STEP_UP].sort());
});

it("reads on replicas for GETs of a merchant only, which move no money and show no secret", () => {
  const reading = all.filter(([, one]) => one.replica);
  expect(reading.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "listMerchantTransactions",
      "downloadMerchantTransactions",
      "downloadAuditLog",
      "getVolumes",
    ]),
  );
  const isSafe = ({ method, money, callers, permission }: Endpoint) =>
    method === "GET" &&
    !money &&
    !callers.includes("public") &&
    permission !== null &&
    !String(permission).includes("KEYS");
  expect(reading.filter(([, one]) => !isSafe(one)).map(([name]) => name)).toEqual([]);
});

it("declares for each endpoint how its verb moves money, and moves none without a declaration", () => {
  const declared = all.filter(([, one]) => one.money !== undefined).map(([name, one]) => [name, one.money]);
  expect(Object.fromEntries(declared)).toEqual(MONEY);
});

it("declares approval for every endpoint whose message says so, and makes it idempotent", () => {
  const submitted = all.filter(([, one]) => one.message?.includes(SUBMITTED)).map(([name]) => name);
  expect(submitted.filter((name) => MONEY[name] !== "approval")).toEqual([]);
  // A rail sends no key: its sessions are booked once.
  const isCaller = ({ callers }: Endpoint) => !callers.includes("public");
  // A payout ends once: repeated, these answer 409.
  const once: EndpointName[] = ["cancelPayout", "queryPayout", "resolvePayout"];
  const moving = all.filter(([name, one]) => one.money !== undefined && isCaller(one) && !once.includes(name));
  expect(moving.filter(([, one]) => !one.idempotent)).toEqual([]);
});

it("lets everyone who may submit a request withdraw it", () => {
  const { permission: withdraws } = endpoints.removeTransaction;
  const submitters = all.filter(([, { money, permission }]) => money === "approval" && permission !== null);
  const permissions = submitters.flatMap(([, { permission }]) => permission ?? []);
  expect(permissions).toContain("MANAGE_PREPAID_CARD");
  expect(permissions.filter((one) => !withdraws.some((known) => known === one))).toEqual([]);
});

it("does not forward tokens, keys and registry calls for the browser", () => {
  const never: EndpointName[] = [
    "login",
    "refreshToken",
    "logout",
    "getAccessKeys",
    "generateAccessKeys",
    "createRestrictedKey",
    "rollRestrictedKey",
    "createCustomerToken",
    "startPhoneVerification",
    "completePhoneVerification",
    "lookUpBvn",
    "matchBvn",
  ];
  for (const name of never) expect([name, endpoints[name].dashboard]).toEqual([name, false]);
});
