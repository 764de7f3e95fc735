import { accessChangeEndpoints } from "./access-changes.ts";
import { approvalEndpoints } from "./approvals.ts";
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
import { transferEndpoints } from "./transfers.ts";
import { walletNoteEndpoints } from "./wallet-notes.ts";
import { walletEndpoints } from "./wallets.ts";
import { webhookEndpoints } from "./webhooks.ts";

/** All endpoints, by the name of the domain function. */
export const endpoints = {
  ...authEndpoints,
  ...ownSessionEndpoints,
  ...preferenceEndpoints,
  ...passkeyEndpoints,
  ...emailConfirmationEndpoints,
  ...walletEndpoints,
  ...walletNoteEndpoints,
  ...bulkWalletEndpoints,
  ...customerEndpoints,
  ...transferEndpoints,
  ...payoutEndpoints,
  ...payoutBatchEndpoints,
  ...beneficiaryEndpoints,
  ...payoutStepEndpoints,
  ...batchEndpoints,
  ...bankCreditEndpoints,
  ...cardAuthorizationEndpoints,
  ...cardEndpoints,
  ...cardNetworkEndpoints,
  ...transactionEndpoints,
  ...receiptEndpoints,
  ...statementEndpoints,
  ...reversalEndpoints,
  ...approvalEndpoints,
  ...accessChangeEndpoints,
  ...webhookEndpoints,
  ...merchantEndpoints,
  ...insightEndpoints,
  ...insightCustomerEndpoints,
  ...insightRowEndpoints,
  ...reconciliationEndpoints,
  ...searchEndpoints,
  ...balanceAlertEndpoints,
  ...businessVerificationEndpoints,
  ...teamEndpoints,
  ...savedViewEndpoints,
};

export type EndpointName = keyof typeof endpoints;
