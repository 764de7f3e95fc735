// Written by `npm run sdk` from the OpenAPI document. Do not edit.

export type FailureReply = {
  status: false;
  success?: false;
  message: string;
  code: string;
  requestId: string;
  errors?: Array<{
    field?: string;
    message: string;
  }>;
};

export type Session = {
  status: true;
  message?: string;
  data: {
    id: string;
    role: string;
    email: string;
    firstName: string;
    lastName: string;
    mode: ("SANDBOX" | "PRODUCTION");
    createdAt: string;
    updatedAt: string;
    accessToken: string;
    refreshToken: string;
    expiresAt: string;
  };
  merchant: {
    id: string;
    email: string;
    firstName: string;
    lastName: string;
    businessName: string;
    businessType: string;
    mode: ("SANDBOX" | "PRODUCTION");
    role: string;
    owner: boolean;
    review: ("PENDING" | "ENABLED" | "DISABLED");
    callbackURL: (string | null);
    sandboxCallbackURL: (string | null);
    parentMerchant: null;
    canDebitCustomer: boolean;
    createdAt: string;
    updatedAt: string;
  };
  availableMerchants: Array<{
    id: string;
    role: string;
    name: string;
  }>;
  hasMultipleMerchants: boolean;
};

export type OwnSession = {
  id: string;
  merchant: string;
  channel: ("dashboard" | "api");
  address: (string | null);
  userAgent: (string | null);
  createdAt: string;
  lastUsedAt: string;
  current: boolean;
};

export type FailedSignIn = {
  at: string;
  reason: ("password" | "code" | "passkey" | "passkey_copied");
  address: (string | null);
  userAgent: (string | null);
};

export type Preferences = {
  approvalMails: ("off" | "digest" | "each");
  weeklyReport: boolean;
  dismissedSteps: Array<("fund" | "wallet" | "credit" | "transfer" | "invite" | "key" | "webhook" | "live")>;
};

export type PasskeyOptions = {
  challenge: string;
};

export type Passkey = {
  id: string;
  name: string;
  synced: boolean;
  createdAt: string;
  lastUsedAt: (string | null);
};

export type WalletPreflightResult = {
  reason: (string | null);
  existing: ({
    customerId: string;
    name: string;
    accountNumber: string;
    by: ("phone_number" | "bvn" | "nin" | "email");
  } | null);
  tier: (("TIER_1" | "TIER_2" | "TIER_3") | null);
  documentsTier: (("TIER_1" | "TIER_2" | "TIER_3") | null);
};

export type WalletImport = {
  batchId: string;
  status: ("pending" | "processing" | "completed" | "partially_completed" | "failed");
  total: number;
  processed: number;
  created: number;
  frozen: number;
  skipped: number;
  fileName: (string | null);
  createdBy: string;
  pausedUntil: (string | null);
  createdAt: string;
  startedAt: (string | null);
  finishedAt: (string | null);
};

export type WalletImportRow = {
  row: number;
  status: ("pending" | "created" | "skipped");
  name: string;
  phoneNumber: string;
  customerId: (string | null);
  walletId: (string | null);
  accountNumber: (string | null);
  reason: (string | null);
};

export type Wallet = {
  id: string;
  customerId: string;
  accountNumber: string;
  accountName: string;
  accountReference: string;
  bankName: string;
  bankCode: string;
  availableBalance: number;
  bookedBalance: number;
  status: ("ACTIVE" | "FROZEN");
  reason: (string | null);
  freezeCause: (("staff" | "identity" | "emergency") | null);
  frozenAt: (string | null);
  postNoCredit: boolean;
  tags: Array<string>;
  postNoCreditAt: (string | null);
  postNoCreditReason: (string | null);
  postNoCreditBy: (string | null);
  tier: ("TIER_1" | "TIER_2" | "TIER_3");
  dailyLimit: (number | null);
  singleLimit: (number | null);
  minBalance: number;
  maxBalance: (number | null);
  spentToday: number;
  isPinSet: boolean;
  isBVNVerified: boolean;
  isBVNVerificationRequired: boolean;
  isNINVerified: boolean;
  isPhoneVerified: boolean;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  address: (string | null);
  createdAt: string;
  updatedAt: string;
};

export type WalletInfo = {
  id: string;
  status: ("ACTIVE" | "FROZEN");
  email: string;
  accountName: string;
  availableBalance: number;
  createdAt: string;
};

export type WalletActivity = ({
  id: string;
  at: string;
  actorKind: ("member" | "key" | "customer" | "job" | "platform");
  actorName: string;
  reason: (string | null);
  kind: "audit";
  action: string;
  tier: ({
    from: ("TIER_1" | "TIER_2" | "TIER_3");
    to: ("TIER_1" | "TIER_2" | "TIER_3");
  } | null);
} | {
  id: string;
  at: string;
  actorKind: ("member" | "key" | "customer" | "job" | "platform");
  actorName: string;
  reason: (string | null);
  kind: "transaction";
  category: ("WALLET_CREDITED_BY_MERCHANT" | "WALLET_DEBITED_BY_MERCHANT" | "WALLET_TO_WALLET_TRANSFER" | "WALLET_RESERVATION" | "BANK_TRANSFER" | "BANK_TRANSFER_REVERSAL" | "WALLET_FUNDED_THROUGH_BANK_TRANSFER" | "CARD_PLACE_LIEN" | "CARD_REVERSE" | "CARD_DEBIT" | "CARD_REFUND" | "CARD_FUND" | "CARD_UNLOAD");
  amount: number;
  fee: number;
  balanceAfter: number;
  reference: string;
  narration: (string | null);
  note: (string | null);
  counterparty: ({
    name: string;
    accountNumber: string;
  } | null);
});

export type WalletNote = {
  id: string;
  text: string;
  authorName: string;
  isOwn: boolean;
  createdAt: string;
};

export type BulkWalletsResult = {
  total: number;
  changed: number;
  unchanged: number;
  refused: number;
  outcomes: Array<{
    customerId: string;
    accountNumber: (string | null);
    result: ("changed" | "unchanged" | "refused");
    message: (string | null);
  }>;
};

export type ListedCustomer = {
  id: string;
  bvn: (string | null);
  nin: (string | null);
  firstName: string;
  lastName: string;
  BVNFirstName: (string | null);
  BVNLastName: (string | null);
  nameMatch: (boolean | null);
  email: string;
  phoneNumber: string;
  dateOfBirth: string;
  address: (string | null);
  tier: ("TIER_1" | "TIER_2" | "TIER_3");
  isBVNVerified: boolean;
  isBVNVerificationRequired: boolean;
  isNINVerified: boolean;
  isPhoneVerified: boolean;
  metadata?: Record<string, unknown>;
  walletId: string;
  accountNumber: string;
  createdAt: string;
  updatedAt: string;
};

export type Customer = {
  id: string;
  bvn: (string | null);
  nin: (string | null);
  firstName: string;
  lastName: string;
  BVNFirstName: (string | null);
  BVNLastName: (string | null);
  nameMatch: (boolean | null);
  email: string;
  phoneNumber: string;
  dateOfBirth: string;
  address: (string | null);
  tier: ("TIER_1" | "TIER_2" | "TIER_3");
  isBVNVerified: boolean;
  isBVNVerificationRequired: boolean;
  isNINVerified: boolean;
  isPhoneVerified: boolean;
  metadata: Record<string, unknown>;
  walletId: string;
  accountNumber: string;
  createdAt: string;
  updatedAt: string;
};

export type Transfer = {
  amount: number;
  reference: string;
  total: number;
  transaction_fee: number;
  fee_breakdown: {
    base_fee: number;
    merchant_fee: number;
    total_fee: number;
  };
  source_customer_id: string;
  target_customer_id: string;
  source_customer_wallet: string;
  target_customer_wallet: string;
  description: string;
  narration?: string;
};

export type MovementPreview = {
  amount: number;
  transaction_fee: number;
  fee_breakdown: {
    base_fee: number;
    merchant_fee: number;
    total_fee: number;
  };
  total: number;
  source: ({
    customerId: (string | null);
    name: string;
    account: string;
    status: ("ACTIVE" | "FROZEN");
    postNoCredit: boolean;
    tier: (("TIER_1" | "TIER_2" | "TIER_3") | null);
    balance: number;
    balanceAfter: number;
    dailyLimit: (number | null);
    spentToday: number;
    dailyRemaining: (number | null);
  } | null);
  target: ({
    customerId: (string | null);
    name: string;
    account: string;
    status: ("ACTIVE" | "FROZEN");
    postNoCredit: boolean;
    tier: (("TIER_1" | "TIER_2" | "TIER_3") | null);
    balance: number;
    balanceAfter: number;
    dailyLimit: (number | null);
    spentToday: number;
    dailyRemaining: (number | null);
  } | null);
  allowed: boolean;
  reasons: Array<{
    code: string;
    message: string;
  }>;
  approval: {
    required: boolean;
    needed: number;
    approvers: Array<string>;
  };
};

export type Bank = {
  code: string;
  name: string;
  cbnCode: (string | null);
  category: (string | null);
};

export type BankTransfer = {
  amount: number;
  charges: number;
  vat: number;
  duty: number;
  total: number;
  reference: string;
  sessionId: (string | null);
  destination: string;
  transactionReference: string;
  description: string;
  metadata: Record<string, unknown>;
  state: ("held" | "submitting" | "processing" | "unknown" | "succeeded" | "failed" | "in_review" | "reversed" | "cancelled");
};

export type PayoutPreview = {
  amount: number;
  transaction_fee: number;
  fee_breakdown: {
    base_fee: number;
    merchant_fee: number;
    total_fee: number;
  };
  total: number;
  source: ({
    customerId: (string | null);
    name: string;
    account: string;
    status: ("ACTIVE" | "FROZEN");
    postNoCredit: boolean;
    tier: (("TIER_1" | "TIER_2" | "TIER_3") | null);
    balance: number;
    balanceAfter: number;
    dailyLimit: (number | null);
    spentToday: number;
    dailyRemaining: (number | null);
  } | null);
  target: ({
    customerId: (string | null);
    name: string;
    account: string;
    status: ("ACTIVE" | "FROZEN");
    postNoCredit: boolean;
    tier: (("TIER_1" | "TIER_2" | "TIER_3") | null);
    balance: number;
    balanceAfter: number;
    dailyLimit: (number | null);
    spentToday: number;
    dailyRemaining: (number | null);
  } | null);
  allowed: boolean;
  reasons: Array<{
    code: string;
    message: string;
  }>;
  approval: {
    required: boolean;
    needed: number;
    approvers: Array<string>;
  };
  charges: number;
  vat: number;
  duty: number;
  bank: ({
    code: string;
    name: string;
  } | null);
  account: ({
    accountNumber: string;
    accountName: string;
  } | null);
  nameMatch: (("FULL" | "PARTIAL" | "NONE" | "BANK") | null);
  warnings: Array<{
    code: string;
    message: string;
  }>;
};

export type Payout = {
  id: string;
  reference: string;
  state: ("held" | "submitting" | "processing" | "unknown" | "succeeded" | "failed" | "in_review" | "reversed" | "cancelled");
  amount: number;
  charges: number;
  vat: number;
  duty: number;
  total: number;
  source: {
    walletId: string;
    customerId: (string | null);
    name: string;
    accountNumber: string;
  };
  bank: {
    code: string;
    name: string;
  };
  accountNumber: string;
  accountName: string;
  nameMatch: ("FULL" | "PARTIAL" | "BANK");
  narration: string;
  note: (string | null);
  sessionId: (string | null);
  rail: (string | null);
  code: (string | null);
  reason: (string | null);
  batchId: (string | null);
  isReturn: boolean;
  case: ({
    code: ("paid_after_return" | "paid_twice" | "refused_after_success");
    openedAt: string;
    closedAt: (string | null);
    closedByName: (string | null);
    note: (string | null);
  } | null);
  actorName: string;
  metadata: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  endedAt: (string | null);
};

export type PayoutDetails = {
  id: string;
  reference: string;
  state: ("held" | "submitting" | "processing" | "unknown" | "succeeded" | "failed" | "in_review" | "reversed" | "cancelled");
  amount: number;
  charges: number;
  vat: number;
  duty: number;
  total: number;
  source: {
    walletId: string;
    customerId: (string | null);
    name: string;
    accountNumber: string;
  };
  bank: {
    code: string;
    name: string;
  };
  accountNumber: string;
  accountName: string;
  nameMatch: ("FULL" | "PARTIAL" | "BANK");
  narration: string;
  note: (string | null);
  sessionId: (string | null);
  rail: (string | null);
  code: (string | null);
  reason: (string | null);
  batchId: (string | null);
  isReturn: boolean;
  case: ({
    code: ("paid_after_return" | "paid_twice" | "refused_after_success");
    openedAt: string;
    closedAt: (string | null);
    closedByName: (string | null);
    note: (string | null);
  } | null);
  actorName: string;
  metadata: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  endedAt: (string | null);
  timeline: Array<{
    at: string;
    state: ("held" | "submitting" | "processing" | "unknown" | "succeeded" | "failed" | "in_review" | "reversed" | "cancelled");
    code: (string | null);
    text: (string | null);
    actorName: string;
  }>;
  attempts: Array<{
    number: number;
    rail: string;
    sessionId: string;
    state: ("ready" | "sending" | "sent" | "ended");
    outcome: (string | null);
    code: (string | null);
    reason: (string | null);
    queries: number;
    createdAt: string;
    sentAt: (string | null);
    nextQueryAt: (string | null);
    endedAt: (string | null);
  }>;
  entries: Array<{
    at: string;
    transactionId: string;
    description: (string | null);
    from: string;
    to: string;
    amount: number;
    fee: number;
  }>;
  approvalId: (string | null);
  viewer: {
    canCancel: boolean;
    canQuery: boolean;
  };
};

export type PayoutBatchResult = {
  batchId: string;
  batchReference: string;
  all: Array<{
    amount: number;
    fee: number;
    vat: number;
    duty: number;
    total: number;
    sortCode: string;
    accountNumber: string;
    accountName: (string | null);
    narration: string;
    reference: string;
  }>;
  accepted: Array<{
    amount: number;
    fee: number;
    vat: number;
    duty: number;
    total: number;
    sortCode: string;
    accountNumber: string;
    accountName: (string | null);
    narration: string;
    reference: string;
    bankName: string;
    metadata: Record<string, unknown>;
    transactionReference: string;
    state: ("held" | "submitting" | "processing" | "unknown" | "succeeded" | "failed" | "in_review" | "reversed" | "cancelled");
  }>;
  rejected: Array<{
    amount: number;
    fee: number;
    vat: number;
    duty: number;
    total: number;
    sortCode: string;
    accountNumber: string;
    accountName: (string | null);
    narration: string;
    reference: string;
    metadata: Record<string, unknown>;
    code: string;
    reason: string;
  }>;
};

export type PayoutPreflightResult = {
  bank: ({
    code: string;
    name: string;
  } | null);
  accountName: (string | null);
  nameMatch: (("FULL" | "PARTIAL" | "NONE" | "BANK") | null);
  fee: number;
  vat: number;
  duty: number;
  total: number;
  reason: ({
    code: string;
    message: string;
  } | null);
  warnings: Array<{
    code: string;
    message: string;
  }>;
};

export type Beneficiary = {
  id: string;
  customerId: (string | null);
  name: string;
  bankCode: string;
  bankName: string;
  accountNumber: string;
  verifiedAt: string;
  createdAt: string;
};

export type SingleMovement = {
  amount: number;
  reference: string;
  customer_id: string;
  customer_wallet_id: string;
  transaction_fee: number;
  narration?: string;
  metadata: Record<string, unknown>;
};

export type BatchResult = {
  batchReference: string;
  accepted: Array<AcceptedItem>;
  rejected: Array<RejectedItem>;
  filtered?: Array<{
    customerId?: (string | null);
    amount: number;
    reference?: string;
    reason: string;
  }>;
};

export type AcceptedItem = {
  customerId?: string;
  walletId?: string;
  amount: number;
  reference: string;
};

export type RejectedItem = {
  customerId?: string;
  walletId?: string;
  amount: (number | null);
  reference: (string | null);
  reason: string;
  referenceExists: boolean;
};

export type PreflightResult = {
  name: (string | null);
  accountNumber: (string | null);
  reason: ({
    code: string;
    message: string;
  } | null);
  duplicateOf: (EarlierPayment | null);
  recent: (EarlierPayment | null);
};

export type EarlierPayment = {
  transactionId: string;
  batchId: (string | null);
  batchReference: (string | null);
  paidAt: string;
};

export type BatchRecord = {
  batchId: string;
  batchReference: string;
  operation: ("credit" | "debit");
  status: ("awaiting_approval" | "pending" | "processing" | "completed" | "partially_completed" | "failed" | "cancelled" | "declined");
  payer: (string | null);
  withdrawn: boolean;
  fileName: (string | null);
  total: number;
  processed: number;
  duplicates: number;
  totalAmount: number;
  paidBy: Array<PayingBatch>;
  createdAt: string;
  startedAt: (string | null);
  finishedAt: (string | null);
  acceptedCount: number;
  rejectedCount: number;
  accepted: Array<AcceptedItem>;
  rejected: Array<RejectedItem>;
  hasAllItems: boolean;
};

export type PayingBatch = {
  batchId: string;
  batchReference: string;
  paidAt: string;
};

export type Batch = {
  batchId: string;
  batchReference: string;
  operation: ("credit" | "debit");
  status: ("awaiting_approval" | "pending" | "processing" | "completed" | "partially_completed" | "failed" | "cancelled" | "declined");
  payer: (string | null);
  withdrawn: boolean;
  fileName: (string | null);
  total: number;
  processed: number;
  accepted: number;
  rejected: number;
  duplicates: number;
  totalAmount: number;
  paidBy: Array<PayingBatch>;
  createdAt: string;
  startedAt: (string | null);
  finishedAt: (string | null);
};

export type BatchItem = {
  row: number;
  status: ("pending" | "accepted" | "rejected" | "cancelled");
  customerId: (string | null);
  walletId: (string | null);
  accountNumber: (string | null);
  amount: (number | null);
  reference: (string | null);
  narration: (string | null);
  note: (string | null);
  reason: (string | null);
  duplicateOf: (EarlierPayment | null);
};

export type BankCredit = {
  id: string;
  state: ("credited" | "suspended" | "returned");
  reason: (("post_no_credit" | "wallet_frozen" | "max_balance_exceeded" | "settlement") | null);
  amount: number;
  accountNumber: (string | null);
  wallet: ({
    walletId: string;
    customerId: (string | null);
    name: string;
  } | null);
  sender: {
    name: string;
    bankCode: string;
    bankName: string;
    accountNumber: string;
  };
  narration: string;
  rail: string;
  sessionId: string;
  transactionId: string;
  transactionReference: string;
  sentAt: string;
  receivedAt: string;
  resolvedAt: (string | null);
  resolvedByName: (string | null);
  resolution: (string | null);
  payoutReference: (string | null);
};

export type BankCreditDetails = {
  id: string;
  state: ("credited" | "suspended" | "returned");
  reason: (("post_no_credit" | "wallet_frozen" | "max_balance_exceeded" | "settlement") | null);
  amount: number;
  accountNumber: (string | null);
  wallet: ({
    walletId: string;
    customerId: (string | null);
    name: string;
  } | null);
  sender: {
    name: string;
    bankCode: string;
    bankName: string;
    accountNumber: string;
  };
  narration: string;
  rail: string;
  sessionId: string;
  transactionId: string;
  transactionReference: string;
  sentAt: string;
  receivedAt: string;
  resolvedAt: (string | null);
  resolvedByName: (string | null);
  resolution: (string | null);
  payoutReference: (string | null);
  obstacle: (string | null);
  viewer: {
    canCredit: boolean;
    canReturn: boolean;
  };
};

export type CardBalance = {
  id: string;
  ledgerBalance: string;
  availableBalance: string;
  goodsLimit: string;
  goodsNrTransLimit: string;
  cashLimit: string;
  cashNrTransLimit: string;
  paymentLimit: string;
  paymentNrTransLimit: string;
  cardNotPresentLimit: string;
  depositCreditLimit: string;
  createdAt: string;
  updatedAt: string;
  deletedAt: (string | null);
};

export type CardAuthorization = {
  id: string;
  cardId: string;
  customerId: string;
  status: ("approved" | "declined" | "partially_cleared" | "cleared" | "partially_reversed" | "reversed" | "expired" | "refunded");
  declineCode: (("insufficient_funds" | "card_frozen" | "card_not_active" | "wallet_frozen" | "wallet_daily_limit" | "wallet_single_limit" | "per_transaction_limit" | "daily_limit" | "monthly_limit" | "channel_not_allowed" | "category_not_allowed" | "country_not_allowed" | "merchant_not_allowed" | "merchant_suspended" | "unknown_card" | "late") | null);
  declineFacts: (Record<string, unknown> | null);
  amount: number;
  held: number;
  cleared: number;
  refunded: number;
  owed: number;
  merchantAmount: (number | null);
  merchantCurrency: (string | null);
  rate: (string | null);
  merchant: {
    name: (string | null);
    category: (string | null);
    country: (string | null);
    city: (string | null);
  };
  channel: (string | null);
  late: boolean;
  decidedInMs: (number | null);
  expiresAt: (string | null);
  createdAt: string;
};

export type CardAuthorizationDetails = {
  id: string;
  cardId: string;
  customerId: string;
  status: ("approved" | "declined" | "partially_cleared" | "cleared" | "partially_reversed" | "reversed" | "expired" | "refunded");
  declineCode: (("insufficient_funds" | "card_frozen" | "card_not_active" | "wallet_frozen" | "wallet_daily_limit" | "wallet_single_limit" | "per_transaction_limit" | "daily_limit" | "monthly_limit" | "channel_not_allowed" | "category_not_allowed" | "country_not_allowed" | "merchant_not_allowed" | "merchant_suspended" | "unknown_card" | "late") | null);
  declineFacts: (Record<string, unknown> | null);
  amount: number;
  held: number;
  cleared: number;
  refunded: number;
  owed: number;
  merchantAmount: (number | null);
  merchantCurrency: (string | null);
  rate: (string | null);
  merchant: {
    name: (string | null);
    category: (string | null);
    country: (string | null);
    city: (string | null);
  };
  channel: (string | null);
  late: boolean;
  decidedInMs: (number | null);
  expiresAt: (string | null);
  createdAt: string;
  events: Array<{
    kind: ("increment" | "clear" | "reverse" | "expire" | "refund" | "collect");
    amount: number;
    isFinal: boolean;
    merchantAmount: (number | null);
    merchantCurrency: (string | null);
    rate: (string | null);
    transactionIds: Array<string>;
    at: string;
  }>;
  entries: Array<{
    transactionId: string;
    reference: string;
    accountKind: string;
    delta: number;
    at: string;
  }>;
};

export type Card = {
  id: string;
  customerId: string;
  customerName: string;
  walletId: string;
  accountNumber: string;
  type: ("VIRTUAL" | "PHYSICAL");
  source: ("WALLET" | "CARD");
  currency: string;
  label: (string | null);
  nameOnCard: string;
  brand: (string | null);
  last4: (string | null);
  expiryMonth: (number | null);
  expiryYear: (number | null);
  status: ("requested" | "in_production" | "shipped" | "pending_activation" | "active" | "frozen" | "closed" | "replaced");
  locks: {
    customer: boolean;
    merchant: boolean;
    issuer: boolean;
  };
  controls: CardControls;
  shipping: Array<{
    step: ("requested" | "in_production" | "shipped" | "pending_activation" | "active" | "frozen" | "closed" | "replaced");
    at: string;
  }>;
  replaces: (string | null);
  replacedBy: (string | null);
  reason: (string | null);
  createdByName: string;
  createdAt: string;
  updatedAt: string;
  closedAt: (string | null);
};

export type CardControls = {
  perTransaction: (number | null);
  daily: (number | null);
  monthly: (number | null);
  channels: (Array<("pos" | "contactless" | "online" | "atm")> | null);
  categories: (Array<string> | null);
  countries: (Array<string> | null);
  merchants: (Array<string> | null);
};

export type Transaction = {
  id: string;
  reference: string;
  type: ("CREDIT" | "DEBIT");
  status: ("success" | "failed" | "pending");
  amount: number;
  fee: number;
  vat: number;
  total: number;
  currency: "NGN";
  category: ("CREDIT_CUSTOMER_WALLET" | "WALLET_CREDITED_BY_MERCHANT" | "DEBIT_CUSTOMER_WALLET" | "WALLET_DEBITED_BY_MERCHANT" | "WALLET_TO_WALLET_TRANSFER" | "MERCHANT_FUND_LOAD" | "WALLET_RESERVATION" | "BANK_TRANSFER" | "BANK_TRANSFER_REVERSAL" | "WALLET_FUNDED_THROUGH_BANK_TRANSFER" | "CARD_PLACE_LIEN" | "CARD_REVERSE" | "CARD_DEBIT" | "CARD_REFUND" | "CARD_FUND" | "CARD_UNLOAD");
  description: (string | null);
  narration: (string | null);
  note: (string | null);
  isReversal: boolean;
  mode: ("SANDBOX" | "PRODUCTION");
  completed: boolean;
  source: (string | null);
  destination: (string | null);
  sourceWallet: ({
    walletId: string;
    customerId: (string | null);
    name: string;
    accountNumber: string;
  } | null);
  destinationWallet: ({
    walletId: string;
    customerId: (string | null);
    name: string;
    accountNumber: string;
  } | null);
  balance_before: (number | null);
  balance_after: (number | null);
  metadata?: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
};

export type CustomerTransaction = {
  id: string;
  reference: string;
  type: ("CREDIT" | "DEBIT");
  status: ("success" | "failed" | "pending");
  amount: number;
  fee: number;
  vat: number;
  total: number;
  currency: "NGN";
  category: ("CREDIT_CUSTOMER_WALLET" | "WALLET_CREDITED_BY_MERCHANT" | "DEBIT_CUSTOMER_WALLET" | "WALLET_DEBITED_BY_MERCHANT" | "WALLET_TO_WALLET_TRANSFER" | "MERCHANT_FUND_LOAD" | "WALLET_RESERVATION" | "BANK_TRANSFER" | "BANK_TRANSFER_REVERSAL" | "WALLET_FUNDED_THROUGH_BANK_TRANSFER" | "CARD_PLACE_LIEN" | "CARD_REVERSE" | "CARD_DEBIT" | "CARD_REFUND" | "CARD_FUND" | "CARD_UNLOAD");
  description: (string | null);
  narration: (string | null);
  note: (string | null);
  isReversal: boolean;
  mode: ("SANDBOX" | "PRODUCTION");
  completed: boolean;
  source: (string | null);
  destination: (string | null);
  sourceWallet: ({
    walletId: string;
    customerId: (string | null);
    name: string;
    accountNumber: string;
  } | null);
  destinationWallet: ({
    walletId: string;
    customerId: (string | null);
    name: string;
    accountNumber: string;
  } | null);
  balance_before: (number | null);
  balance_after: (number | null);
  metadata?: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  userId: string;
};

export type TransactionDetails = {
  id: string;
  reference: string;
  type: ("CREDIT" | "DEBIT");
  status: ("success" | "failed" | "pending");
  amount: number;
  fee: number;
  vat: number;
  total: number;
  currency: "NGN";
  category: ("CREDIT_CUSTOMER_WALLET" | "WALLET_CREDITED_BY_MERCHANT" | "DEBIT_CUSTOMER_WALLET" | "WALLET_DEBITED_BY_MERCHANT" | "WALLET_TO_WALLET_TRANSFER" | "MERCHANT_FUND_LOAD" | "WALLET_RESERVATION" | "BANK_TRANSFER" | "BANK_TRANSFER_REVERSAL" | "WALLET_FUNDED_THROUGH_BANK_TRANSFER" | "CARD_PLACE_LIEN" | "CARD_REVERSE" | "CARD_DEBIT" | "CARD_REFUND" | "CARD_FUND" | "CARD_UNLOAD");
  description: (string | null);
  narration: (string | null);
  note: (string | null);
  isReversal: boolean;
  mode: ("SANDBOX" | "PRODUCTION");
  completed: boolean;
  source: (string | null);
  destination: (string | null);
  sourceWallet: ({
    walletId: string;
    customerId: (string | null);
    name: string;
    accountNumber: string;
  } | null);
  destinationWallet: ({
    walletId: string;
    customerId: (string | null);
    name: string;
    accountNumber: string;
  } | null);
  balance_before: (number | null);
  balance_after: (number | null);
  metadata: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  fee_breakdown: {
    base_fee: number;
    merchant_fee: number;
    total_fee: number;
  };
  failureReason: (string | null);
  actorKind: ("member" | "key" | "customer" | "job" | "platform");
  actorName: string;
  batchId: (string | null);
  approvalId: (string | null);
  reversal: {
    of: ({
      transactionId: string;
      reference: string;
    } | null);
    by: ({
      transactionId: string;
      reference: string;
    } | null);
    pendingId: (string | null);
    isPossible: boolean;
  };
  entries: Array<{
    accountKind: ("wallet" | "merchant" | "platform_fee" | "merchant_fee" | "funding" | "wallet_fee" | "payout_hold" | "payout_review" | "bank_float" | "vat_payable" | "duty_payable" | "inbound_suspense" | "receivable" | "card_account" | "card_hold" | "issuer_settlement");
    name: (string | null);
    accountNumber: (string | null);
    delta: number;
    balanceAfter: (number | null);
  }>;
};

export type TransactionBatch = {
  id: string;
  type: ("CREDIT" | "DEBIT");
  source: {
    type: ("Merchant" | "Customer");
    userId: string;
    walletId: (string | null);
  };
  reference: string;
  reversed: boolean;
  all_references: Array<string>;
  passed_references: Array<string>;
  failed_references: Array<string>;
  total: number;
  hasAllReferences: boolean;
  createdAt: string;
  updatedAt: string;
};

export type TrialBalance = {
  checkedAt: string;
  balanced: boolean;
  accounts: number;
  entries: number;
  newEntries: number;
  total: string;
  problems: Array<{
    rule: string;
    detail: Record<string, unknown>;
  }>;
  chain: SealChain;
};

export type SealChain = {
  head: ({
    number: number;
    hash: string;
    sealedAt: string;
  } | null);
  verifiedThrough: number;
  verifiedAt: (string | null);
  problems: Array<{
    seal: number;
    row: ("seal" | "journal" | "transaction" | "entry" | "audit row");
    id: string;
    found: ("changed" | "missing" | "added" | "moved" | "unsigned");
  }>;
};

export type Receipt = {
  title: string;
  category: ("CREDIT_CUSTOMER_WALLET" | "WALLET_CREDITED_BY_MERCHANT" | "DEBIT_CUSTOMER_WALLET" | "WALLET_DEBITED_BY_MERCHANT" | "WALLET_TO_WALLET_TRANSFER" | "MERCHANT_FUND_LOAD" | "WALLET_RESERVATION" | "BANK_TRANSFER" | "BANK_TRANSFER_REVERSAL" | "WALLET_FUNDED_THROUGH_BANK_TRANSFER" | "CARD_PLACE_LIEN" | "CARD_REVERSE" | "CARD_DEBIT" | "CARD_REFUND" | "CARD_FUND" | "CARD_UNLOAD");
  state: ("PAID" | "REVERSED");
  mode: ("SANDBOX" | "PRODUCTION");
  merchantName: string;
  transactionId: string;
  reference: string;
  sessionId: (string | null);
  amount: number;
  fee: number;
  vat: number;
  duty: number;
  total: number;
  currency: "NGN";
  sender: {
    name: string;
    accountNumber: (string | null);
    bankName: (string | null);
  };
  recipient: {
    name: string;
    accountNumber: (string | null);
    bankName: (string | null);
  };
  narration: (string | null);
  reversedBy: (string | null);
  paidAt: string;
};

export type StatementSummary = {
  merchantName: string;
  mode: ("SANDBOX" | "PRODUCTION");
  customerId: (string | null);
  accountName: string;
  accountNumber: string;
  from: (string | null);
  to: (string | null);
  openingBalance: number;
  totalIn: number;
  totalOut: number;
  closingBalance: number;
  rows: number;
};

export type Reversal = {
  transactionId: string;
  reference: string;
  amount: number;
  narration: string;
  reversalOf: {
    transactionId: string;
    reference: string;
  };
};

export type BatchReversal = {
  batchReference: string;
  accepted: Array<{
    customerId: (string | null);
    amount: number;
    reversalOf: {
      transactionId: string;
      reference: string;
    };
    transactionId: string;
    reference: string;
  }>;
  rejected: Array<{
    customerId: (string | null);
    amount: number;
    reversalOf: {
      transactionId: string;
      reference: string;
    };
    reason: string;
  }>;
  hasMore: boolean;
};

export type BatchReversalPreview = {
  batchReference: string;
  items: number;
  amount: number;
  blocked: Array<{
    code: string;
    reason: string;
    items: number;
    amount: number;
  }>;
  hasMore: boolean;
  approval: {
    required: boolean;
    needed: number;
    approvers: Array<string>;
  };
};

export type PendingItem = {
  id: string;
  kind: ("transfer" | "credit" | "debit" | "batch" | "upload" | "payout" | "payout_batch" | "reversal" | "batch_reversal" | "card_fund" | "card_unload");
  batchId: (string | null);
  mode: ("SANDBOX" | "PRODUCTION");
  type: ("CREDIT" | "DEBIT");
  creator: string;
  creatorName: string;
  status: ("PENDING" | "APPROVED" | "DECLINED" | "EXPIRED" | "FAILED");
  merchantId: string;
  category: string;
  amount: number;
  reference: string;
  approvals: {
    needed: number;
    first: ({
      by: string;
      byName: string;
      at: string;
      comment: (string | null);
      isValid: boolean;
    } | null);
  };
  approvedBy: (string | null);
  approvedAt: (string | null);
  narration: (string | null);
  note: (string | null);
  declineReason: (string | null);
  failureReason: (string | null);
  withdrawn: boolean;
  selfApproved: boolean;
  metadata: Record<string, unknown>;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  viewer: {
    canApprove: boolean;
    canDecline: boolean;
    selfApproval: boolean;
    canWithdraw: boolean;
    reason: (string | null);
  };
  source: ({
    customerId: (string | null);
    name: string;
    accountNumber: string;
  } | null);
  target: ({
    customerId: (string | null);
    name: string;
    accountNumber: string;
  } | null);
  mark: ("same" | "changed" | "failing");
};

export type PendingDetails = {
  id: string;
  kind: ("transfer" | "credit" | "debit" | "batch" | "upload" | "payout" | "payout_batch" | "reversal" | "batch_reversal" | "card_fund" | "card_unload");
  batchId: (string | null);
  mode: ("SANDBOX" | "PRODUCTION");
  type: ("CREDIT" | "DEBIT");
  creator: string;
  creatorName: string;
  status: ("PENDING" | "APPROVED" | "DECLINED" | "EXPIRED" | "FAILED");
  merchantId: string;
  category: string;
  amount: number;
  reference: string;
  approvals: {
    needed: number;
    first: ({
      by: string;
      byName: string;
      at: string;
      comment: (string | null);
      isValid: boolean;
    } | null);
  };
  approvedBy: (string | null);
  approvedAt: (string | null);
  narration: (string | null);
  note: (string | null);
  declineReason: (string | null);
  failureReason: (string | null);
  withdrawn: boolean;
  selfApproved: boolean;
  metadata: Record<string, unknown>;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
  viewer: {
    canApprove: boolean;
    canDecline: boolean;
    selfApproval: boolean;
    canWithdraw: boolean;
    reason: (string | null);
  };
  source: ({
    customerId: (string | null);
    name: string;
    accountNumber: string;
  } | null);
  target: ({
    customerId: (string | null);
    name: string;
    accountNumber: string;
  } | null);
  mark: ("same" | "changed" | "failing");
  repeats: (BatchRepeats | null);
  checks: {
    atSubmission: ({
      amount: number;
      transaction_fee: number;
      fee_breakdown: {
        base_fee: number;
        merchant_fee: number;
        total_fee: number;
      };
      total: number;
      source: ({
        customerId: (string | null);
        name: string;
        account: string;
        status: ("ACTIVE" | "FROZEN");
        postNoCredit: boolean;
        tier: (("TIER_1" | "TIER_2" | "TIER_3") | null);
        balance: number;
        balanceAfter: number;
        dailyLimit: (number | null);
        spentToday: number;
        dailyRemaining: (number | null);
      } | null);
      target: ({
        customerId: (string | null);
        name: string;
        account: string;
        status: ("ACTIVE" | "FROZEN");
        postNoCredit: boolean;
        tier: (("TIER_1" | "TIER_2" | "TIER_3") | null);
        balance: number;
        balanceAfter: number;
        dailyLimit: (number | null);
        spentToday: number;
        dailyRemaining: (number | null);
      } | null);
      allowed: boolean;
      reasons: Array<{
        code: string;
        message: string;
      }>;
      approval: {
        required: boolean;
        needed: number;
        approvers: Array<string>;
      };
      charges?: number;
      vat?: number;
      duty?: number;
      bank?: ({
        code: string;
        name: string;
      } | null);
      account?: ({
        accountNumber: string;
        accountName: string;
      } | null);
      nameMatch?: (("FULL" | "PARTIAL" | "NONE" | "BANK") | null);
      warnings?: Array<{
        code: string;
        message: string;
      }>;
    } | null);
    now: ({
      amount: number;
      transaction_fee: number;
      fee_breakdown: {
        base_fee: number;
        merchant_fee: number;
        total_fee: number;
      };
      total: number;
      source: ({
        customerId: (string | null);
        name: string;
        account: string;
        status: ("ACTIVE" | "FROZEN");
        postNoCredit: boolean;
        tier: (("TIER_1" | "TIER_2" | "TIER_3") | null);
        balance: number;
        balanceAfter: number;
        dailyLimit: (number | null);
        spentToday: number;
        dailyRemaining: (number | null);
      } | null);
      target: ({
        customerId: (string | null);
        name: string;
        account: string;
        status: ("ACTIVE" | "FROZEN");
        postNoCredit: boolean;
        tier: (("TIER_1" | "TIER_2" | "TIER_3") | null);
        balance: number;
        balanceAfter: number;
        dailyLimit: (number | null);
        spentToday: number;
        dailyRemaining: (number | null);
      } | null);
      allowed: boolean;
      reasons: Array<{
        code: string;
        message: string;
      }>;
      approval: {
        required: boolean;
        needed: number;
        approvers: Array<string>;
      };
      charges?: number;
      vat?: number;
      duty?: number;
      bank?: ({
        code: string;
        name: string;
      } | null);
      account?: ({
        accountNumber: string;
        accountName: string;
      } | null);
      nameMatch?: (("FULL" | "PARTIAL" | "NONE" | "BANK") | null);
      warnings?: Array<{
        code: string;
        message: string;
      }>;
    } | null);
  };
  history: Array<{
    at: string;
    action: ("SUBMITTED" | "FIRST_APPROVED" | "APPROVED" | "DECLINED" | "WITHDRAWN" | "EXPIRED" | "FAILED");
    actorName: string;
    comment: (string | null);
  }>;
};

export type BatchRepeats = {
  checkedRows: number;
  paid: {
    rows: number;
    paidBy: Array<PayingBatch>;
  };
  recent: {
    rows: number;
    paidBy: Array<PayingBatch>;
  };
};

export type AccessChange = {
  id: string;
  kind: ("invitation" | "member" | "role" | "settings");
  subject: string;
  label: string;
  mode: ("SANDBOX" | "PRODUCTION");
  status: ("PENDING" | "APPROVED" | "DECLINED" | "EXPIRED" | "FAILED");
  creator: string;
  creatorName: string;
  before: (Record<string, unknown> | null);
  after: Record<string, unknown>;
  neededLimit: (number | null);
  decidedByName: (string | null);
  decidedAt: (string | null);
  comment: (string | null);
  reason: (string | null);
  expiresAt: string;
  createdAt: string;
  viewer: {
    canApprove: boolean;
    canWithdraw: boolean;
    reason: (string | null);
  };
};

export type Delivery = {
  id: string;
  eventId: string;
  subscriptionId: string;
  merchantId: string;
  eventType: string;
  status: ("pending" | "success" | "failed" | "retrying");
  attempts: number;
  maxAttempts: number;
  httpStatusCode: (number | null);
  responseTimeMs: (number | null);
  response: (string | null);
  errorCode: (("http_error" | "timeout" | "connect_timeout" | "dns_error" | "connection_refused" | "connection_reset" | "tls_error" | "blocked_address" | "invalid_url" | "redirect_not_followed" | "rate_limited" | "subscription_inactive" | "subscription_deleted" | "subscription_unverified" | "restored" | "internal") | null);
  errorMessage: (string | null);
  reference: (string | null);
  payload: ({
    event: string;
    data: Record<string, unknown>;
  } | null);
  isTest: boolean;
  replayOf: (string | null);
  lastAttemptAt: (string | null);
  nextRetryAt: (string | null);
  deliveredAt: (string | null);
  createdAt: string;
  subscription: {
    id: string;
    url: string;
    description: (string | null);
    active: boolean;
    deleted: boolean;
  };
};

export type DeliveryDetails = {
  id: string;
  eventId: string;
  subscriptionId: string;
  merchantId: string;
  eventType: string;
  status: ("pending" | "success" | "failed" | "retrying");
  attempts: number;
  maxAttempts: number;
  httpStatusCode: (number | null);
  responseTimeMs: (number | null);
  response: (string | null);
  errorCode: (("http_error" | "timeout" | "connect_timeout" | "dns_error" | "connection_refused" | "connection_reset" | "tls_error" | "blocked_address" | "invalid_url" | "redirect_not_followed" | "rate_limited" | "subscription_inactive" | "subscription_deleted" | "subscription_unverified" | "restored" | "internal") | null);
  errorMessage: (string | null);
  reference: (string | null);
  payload: ({
    event: string;
    data: Record<string, unknown>;
  } | null);
  isTest: boolean;
  replayOf: (string | null);
  lastAttemptAt: (string | null);
  nextRetryAt: (string | null);
  deliveredAt: (string | null);
  createdAt: string;
  subscription: {
    id: string;
    url: string;
    description: (string | null);
    active: boolean;
    deleted: boolean;
  };
  payloadBytes: number;
  replays: Array<{
    id: string;
    status: ("pending" | "success" | "failed" | "retrying");
  }>;
  attemptLog: Array<{
    n: number;
    startedAt: string;
    durationMs: number;
    url: string;
    remoteAddress: (string | null);
    keyVersion: number;
    requestHeaders: Record<string, string>;
    httpStatusCode: (number | null);
    responseHeaders: (Record<string, string> | null);
    responseBody: (string | null);
    responseBytes: (number | null);
    truncated: boolean;
    repaired: boolean;
    errorCode: (("http_error" | "timeout" | "connect_timeout" | "dns_error" | "connection_refused" | "connection_reset" | "tls_error" | "blocked_address" | "invalid_url" | "redirect_not_followed" | "rate_limited" | "subscription_inactive" | "subscription_deleted" | "subscription_unverified" | "restored" | "internal") | null);
  }>;
};

export type ReplayJob = {
  id: string;
  status: ("running" | "completed" | "cancelled" | "failed");
  total: number;
  replayed: number;
  skipped: Record<string, number>;
  etaSeconds: (number | null);
  createdAt: string;
  finishedAt: (string | null);
};

export type EventLogLine = {
  id: string;
  type: string;
  reference: (string | null);
  webhookMode: ("LEGACY" | "SUBSCRIPTIONS" | "BOTH");
  createdAt: string;
  payload: {
    event: string;
    data: Record<string, unknown>;
  };
  targets: Array<{
    kind: ("subscription" | "callback");
    subscriptionId: (string | null);
    url: string;
    deliveryId: (string | null);
    outcome: ("pending" | "success" | "failed" | "retrying" | "not_sent");
    reason: (string | null);
  }>;
};

export type WebhookStats = {
  hours: Array<{
    hour: string;
    success: number;
    failed: number;
    retried: number;
    errorCodes: Record<string, number>;
    meanMs: (number | null);
    maxMs: (number | null);
  }>;
  usedThisMinute: (number | null);
};

export type WebhookSettings = {
  webhookMode: ("LEGACY" | "SUBSCRIPTIONS" | "BOTH");
  callbackURL: (string | null);
};

export type Subscription = {
  id: string;
  url: string;
  events: Array<("transaction.success" | "transaction.failed" | "transaction.pending" | "wallet.credit" | "wallet.credit.suspended" | "wallet.debit" | "customer.created" | "card.linked" | "card.status" | "card.authorization" | "card.transaction" | "transfer.completed" | "transfer.failed" | "transfer.processing" | "transfer.reversed" | "batch.completed" | "wallet_import.completed" | "*")>;
  description: (string | null);
  active: boolean;
  createdAt: string;
};

export type SubscriptionWithHealth = {
  id: string;
  url: string;
  events: Array<("transaction.success" | "transaction.failed" | "transaction.pending" | "wallet.credit" | "wallet.credit.suspended" | "wallet.debit" | "customer.created" | "card.linked" | "card.status" | "card.authorization" | "card.transaction" | "transfer.completed" | "transfer.failed" | "transfer.processing" | "transfer.reversed" | "batch.completed" | "wallet_import.completed" | "*")>;
  description: (string | null);
  active: boolean;
  createdAt: string;
  hasSecret: boolean;
  verifyEndpoint: boolean;
  verifiedAt: (string | null);
  overflow: ("fail" | "queue");
  previousSecretUntil: (string | null);
  health: {
    successRate24h: (number | null);
    failingSince: (string | null);
    lastErrorCode: (("http_error" | "timeout" | "connect_timeout" | "dns_error" | "connection_refused" | "connection_reset" | "tls_error" | "blocked_address" | "invalid_url" | "redirect_not_followed" | "rate_limited" | "subscription_inactive" | "subscription_deleted" | "subscription_unverified" | "restored" | "internal") | null);
    usedThisMinute: number;
    waiting: number;
    waitingUntil: (string | null);
    hours24h: Array<{
      hour: string;
      success: number;
      failed: number;
    }>;
  };
};

export type DeliveryForecast = {
  subscriptionId: string;
  url: string;
  description: (string | null);
  deliveries: number;
  beyondLimit: number;
};

export type WebhookTestResult = {
  deliveryId: string;
  event: "test.webhook";
  delivered: boolean;
  httpStatusCode: (number | null);
  responseTimeMs: number;
  errorCode: (("http_error" | "timeout" | "connect_timeout" | "dns_error" | "connection_refused" | "connection_reset" | "tls_error" | "blocked_address" | "invalid_url" | "redirect_not_followed" | "rate_limited" | "subscription_inactive" | "subscription_deleted" | "subscription_unverified" | "restored" | "internal") | null);
  errorMessage: (string | null);
};

export type AccessKey = {
  id: string;
  publicKey: string;
  createdAt: string;
  lastUsedAt: (string | null);
  stopsAt: (string | null);
  callsLastDay: number;
};

export type RestrictedKey = {
  id: string;
  name: string;
  hint: string;
  permissions: Array<string>;
  allowedAddresses: Array<string>;
  createdBy: {
    id: string;
    name: string;
  };
  createdAt: string;
  expiresAt: (string | null);
  stopsAt: (string | null);
  lastUsedAt: (string | null);
  lastUsedAddress: (string | null);
  lastRefusedAt: (string | null);
  lastRefusedAddress: (string | null);
  callsLastDay: number;
  refusedLastDay: number;
};

export type MerchantProfile = {
  id: string;
  slug: string;
  email: string;
  phoneNumber: string;
  callbackURL: (string | null);
  sandboxCallbackURL: (string | null);
  businessName: string;
  businessType: string;
  review: ("PENDING" | "ENABLED" | "DISABLED");
  walletReservationCharge: number;
  walletToWalletTransfer: number;
  baseCustomerWalletCredit: number;
  transferCharges: {
    max5000: number;
    max50000: number;
    min50000: number;
  };
  mode: ("SANDBOX" | "PRODUCTION");
  tier_1_daily_limit: (number | null);
  tier_1_min_balance: number;
  tier_2_daily_limit: (number | null);
  tier_2_min_balance: number;
  tier_3_daily_limit: (number | null);
  tier_3_min_balance: number;
  canLogin: boolean;
  sendEmail: boolean;
  createdAt: string;
  updatedAt: string;
};

export type MerchantSettings = {
  mode: ("SANDBOX" | "PRODUCTION");
  review: ("PENDING" | "ENABLED" | "DISABLED");
  fees: {
    transferBaseFee: number;
    merchantFee: number;
    batchItemFee: number;
    walletCreationFee: number;
  };
  tiers: Array<{
    tier: ("TIER_1" | "TIER_2" | "TIER_3");
    dailyLimit: (number | null);
    singleLimit: (number | null);
    minBalance: number;
    maxBalance: (number | null);
  }>;
  merchantDailyLimit: (number | null);
  requirePinForDebit: boolean;
  requireTwoFactor: boolean;
  membersMayMoveMoney: boolean;
  noApprovalBelow: (number | null);
  twoApproversFrom: (number | null);
  canDebitCustomer: boolean;
  internalTransfers: boolean;
  rateLimits: {
    perKey: number;
    perMerchant: number;
  };
  webhookMode: ("LEGACY" | "SUBSCRIPTIONS" | "BOTH");
  callbackURL: (string | null);
  sandboxCallbackURL: (string | null);
  mailChainHead: boolean;
  walletFreeze: ({
    frozenAt: string;
    reason: string;
    by: string;
  } | null);
};

export type MerchantLimits = {
  mode: ("SANDBOX" | "PRODUCTION");
  currency: "NGN";
  tiers: Array<{
    tier: ("TIER_1" | "TIER_2" | "TIER_3");
    dailyLimit: (number | null);
    singleLimit: (number | null);
    minBalance: number;
    maxBalance: (number | null);
  }>;
  merchantDailyLimit: (number | null);
  noApprovalBelow: (number | null);
  twoApproversFrom: (number | null);
  caller: {
    approvalLimit: (number | null);
    requestsPerMinute: number;
  };
};

export type AuditLogLine = {
  id: string;
  at: string;
  actor: {
    kind: ("member" | "key" | "customer" | "job" | "platform");
    id: string;
    name: string;
  };
  action: string;
  object: {
    kind: string;
    id: string;
  };
  before: (Record<string, unknown> | null);
  after: (Record<string, unknown> | null);
  reason: (string | null);
  address: (string | null);
  requestId: string;
};

export type Overview = {
  asOf: (string | null);
  days: Array<{
    date: string;
    credits: number;
    creditCount: number;
    debits: number;
    debitCount: number;
    transfers: number;
    transferCount: number;
    walletsCreated: number;
  }>;
};

export type Analytics = {
  asOf: (string | null);
  days: Array<{
    date: string;
    credits: number;
    creditCount: number;
    debits: number;
    debitCount: number;
    transfers: number;
    transferCount: number;
    walletsCreated: number;
    funding: number;
    fundingCount: number;
    platformFees: number;
    merchantFees: number;
    merchantBalance: number;
    customerBalance: number;
    deliveriesSucceeded: number;
    deliveriesFailed: number;
  }>;
  wallets: Array<{
    tier: ("TIER_1" | "TIER_2" | "TIER_3");
    status: ("ACTIVE" | "FROZEN");
    count: number;
  }>;
  failures: Array<{
    reason: string;
    count: number;
  }>;
};

export type MerchantWallet = {
  id: string;
  email: string;
  bankName: string;
  bankCode: string;
  accountName: string;
  businessName: string;
  accountNumber: string;
  bookedBalance: number;
  availableBalance: number;
  heldBalance: number;
  accountReference: string;
  createdAt: string;
  updatedAt: string;
};

export type CashPosition = {
  opening: number;
  moneyIn: number;
  moneyOut: number;
  closing: number;
  asOf: string;
  days: Array<{
    opening: number;
    moneyIn: number;
    moneyOut: number;
    closing: number;
    date: string;
  }>;
  months: Array<{
    opening: number;
    moneyIn: number;
    moneyOut: number;
    closing: number;
    month: string;
  }>;
  proof: {
    status: ("EQUAL" | "DIFFERENT" | "PENDING");
    balances: number;
    difference: number;
    ledgerBalanced: (boolean | null);
    ledgerCheckedAt: (string | null);
  };
};

export type Volumes = {
  asOf: string;
  kinds: Array<{
    amount: number;
    count: number;
    before: {
      amount: number;
      count: number;
    };
    kind: ("credits" | "debits" | "transfers" | "bankTransfers" | "returnedBankTransfers" | "bankCredits" | "funding" | "reservations" | "cardPayments" | "returnedCardPayments" | "cardFunding" | "cardUnloading");
  }>;
  total: {
    amount: number;
    count: number;
    before: {
      amount: number;
      count: number;
    };
  };
};

export type ChargeSums = {
  asOf: string;
  isComplete: boolean;
  kinds: Array<{
    merchantFees: number;
    platformFees: number;
    vat: number;
    duty: number;
    kind: ("credits" | "debits" | "transfers" | "bankTransfers" | "returnedBankTransfers" | "bankCredits" | "funding" | "reservations" | "cardPayments" | "returnedCardPayments" | "cardFunding" | "cardUnloading");
  }>;
  total: {
    merchantFees: number;
    platformFees: number;
    vat: number;
    duty: number;
  };
  before: {
    merchantFees: number;
    platformFees: number;
    vat: number;
    duty: number;
  };
};

export type SuccessRates = {
  asOf: string;
  total: {
    succeeded: number;
    customerErrors: number;
    systemErrors: number;
  };
  before: {
    succeeded: number;
    customerErrors: number;
    systemErrors: number;
  };
  days: Array<{
    succeeded: number;
    customerErrors: number;
    systemErrors: number;
    date: string;
  }>;
  reasons: Array<{
    source: ("batch" | "payout" | "transaction");
    code: string;
    reason: string;
    cause: ("CUSTOMER" | "SYSTEM");
    count: number;
  }>;
};

export type CardSums = {
  asOf: string;
  authorized: {
    amount: number;
    count: number;
    before: {
      amount: number;
      count: number;
    };
  };
  cleared: {
    amount: number;
    count: number;
    before: {
      amount: number;
      count: number;
    };
  };
  refunded: {
    amount: number;
    count: number;
    before: {
      amount: number;
      count: number;
    };
  };
  declined: {
    amount: number;
    count: number;
    before: {
      amount: number;
      count: number;
    };
  };
  days: Array<{
    date: string;
    authorized: number;
    cleared: number;
    refunded: number;
  }>;
  declines: Array<{
    amount: number;
    count: number;
    before: {
      amount: number;
      count: number;
    };
    code: ("insufficient_funds" | "card_frozen" | "card_not_active" | "wallet_frozen" | "wallet_daily_limit" | "wallet_single_limit" | "per_transaction_limit" | "daily_limit" | "monthly_limit" | "channel_not_allowed" | "category_not_allowed" | "country_not_allowed" | "merchant_not_allowed" | "merchant_suspended" | "unknown_card" | "late");
    reason: string;
  }>;
};

export type ActiveWallets = {
  asOf: (string | null);
  weeks: Array<{
    start: string;
    new: number;
    returning: number;
  }>;
  months: Array<{
    start: string;
    new: number;
    returning: number;
  }>;
  cohorts: Array<{
    month: string;
    wallets: number;
    active: Array<number>;
  }>;
};

export type WalletLevels = {
  asOf: (string | null);
  tiers: Array<{
    tier: ("TIER_1" | "TIER_2" | "TIER_3");
    wallets: number;
  }>;
  over90: {
    maxBalance: number;
    dailyLimit: number;
  };
  balances: Array<{
    from: number;
    to: (number | null);
    wallets: number;
    balance: number;
  }>;
};

export type TopCustomers = {
  asOf: (string | null);
  startDate: string;
  endDate: string;
  total: number;
  customers: Array<{
    customerId: string;
    name: string;
    accountNumber: string;
    transactions: number;
    volume: number;
  }>;
};

export type BusyHours = {
  asOf: (string | null);
  hours: Array<{
    weekday: number;
    hour: number;
    count: number;
  }>;
  peak: ({
    weekday: number;
    hour: number;
  } | null);
};

export type InsightRow = {
  id: string;
  at: string;
  kind: ("credits" | "debits" | "transfers" | "bankTransfers" | "returnedBankTransfers" | "bankCredits" | "funding" | "reservations" | "cardPayments" | "returnedCardPayments" | "cardFunding" | "cardUnloading" | "authorization" | "increment" | "clearing" | "refund" | "decline");
  reference: (string | null);
  amount: (number | null);
  cause: (("CUSTOMER" | "SYSTEM") | null);
  code: (string | null);
  reason: (string | null);
  opens: ({
    record: ("transaction" | "payout" | "creditBatch" | "debitBatch" | "card");
    id: string;
  } | null);
};

export type Reconciliation = {
  date: string;
  rail: (string | null);
  asOf: string;
  opening: {
    ours: number;
    bank: (number | null);
    difference: (number | null);
  };
  in: {
    ours: number;
    bank: (number | null);
    difference: (number | null);
  };
  out: {
    ours: number;
    bank: (number | null);
    difference: (number | null);
  };
  closing: {
    ours: number;
    bank: (number | null);
    difference: (number | null);
  };
  explained: number;
  timing: number;
  breaksOfDay: number;
  openBreaks: {
    all: number;
    byKind: Record<string, number>;
    byAge: Record<string, number>;
  };
  unconfirmed: Array<{
    bank: {
      code: string;
      name: string;
    };
    count: number;
    amount: number;
    oldestAt: string;
  }>;
  files: Array<SettlementFile>;
};

export type SettlementFile = {
  id: string;
  rail: string;
  date: string;
  name: string;
  state: ("waiting" | "matched" | "rejected");
  problem: (string | null);
  lines: number;
  matched: number;
  breaks: number;
  others: number;
  uploadedByName: string;
  createdAt: string;
  matchedAt: (string | null);
};

export type Break = {
  id: string;
  date: string;
  rail: string;
  kind: ("missing_here" | "missing_there" | "amount_differs" | "status_differs" | "duplicate");
  state: ("open" | "resolved");
  direction: ("in" | "out");
  sessionId: string;
  ourAmount: (number | null);
  bankAmount: (number | null);
  ourStatus: (string | null);
  bankStatus: (string | null);
  lines: number;
  difference: number;
  payoutReference: (string | null);
  bankCreditId: (string | null);
  ageDays: number;
  owner: ({
    id: string;
    name: string;
  } | null);
  note: (string | null);
  choices: Array<("bank_verdict" | "book_difference" | "no_booking" | "agreed")>;
  resolution: (("bank_verdict" | "book_difference" | "no_booking" | "agreed") | null);
  resolvedAt: (string | null);
  resolvedByName: (string | null);
  createdAt: string;
};

export type FoundRecord = {
  kind: ("transaction" | "batch" | "payout" | "approval" | "delivery");
  id: string;
  reference: (string | null);
  label: string;
  status: string;
  amount: (number | null);
  createdAt: string;
};

export type BalanceAlert = {
  threshold: number;
  memberIds: (Array<string> | null);
  belowSince: (string | null);
};

export type BusinessVerification = {
  state: ("incomplete" | "under_review" | "changes_needed" | "verified" | "declined");
  canGoLive: boolean;
  emailConfirmed: boolean;
  canSubmit: boolean;
  missing: Array<("certificateOfIncorporation" | "proofOfAddress" | "directorId")>;
  answerBy: (string | null);
  documents: Array<BusinessDocument>;
};

export type BusinessDocument = {
  id: string;
  kind: ("certificateOfIncorporation" | "proofOfAddress" | "directorId");
  state: ("uploaded" | "under_review" | "accepted" | "refused");
  fileName: string;
  contentType: ("application/pdf" | "image/jpeg" | "image/png");
  bytes: number;
  uploadedBy: string;
  uploadedAt: string;
  submittedAt: (string | null);
  decidedAt: (string | null);
  reason: (string | null);
};

export type Member = {
  id: string;
  roleId: string;
  role: string;
  email: string;
  firstName: string;
  lastName: string;
  approvalLimit: (number | null);
};

export type Invitation = {
  id: string;
  email: string;
  role: string;
  approvalLimit: (number | null);
  accepted: boolean;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
};

export type Role = {
  id: string;
  name: string;
  permissions: Array<("BROWSE_CUSTOMERS" | "UPDATE_CUSTOMERS" | "CREATE_CUSTOMER_WALLET" | "BROWSE_CUSTOMER_WALLETS" | "WALLET_CREDIT_DEBIT" | "ENABLE_DISABLE_WALLET" | "FREEZE_WALLET" | "SET_TRANSACTION_PIN" | "BVN_VERIFICATION" | "MANAGE_TRANSFER" | "TRANSFER_TO_BANK" | "ISSUE_CARD" | "MANAGE_PREPAID_CARD" | "APPROVE_TRANSFER" | "MANAGE_BALANCE_SETTLEMENT" | "BROWSE_TRANSACTIONS" | "BROWSE_MERCHANT_WALLET" | "UPDATE_MERCHANT_DETAIL" | "SWITCH_ACCOUNT_MODE" | "BROWSE_KEYS" | "GENERATE_KEYS" | "INVITE_TEAM_MEMBER" | "BROWSE_TEAM_MEMBER" | "MANAGE_TEAM_MEMBER" | "MANAGE_MEMBER_ROLE" | "BROWSE_ROLES" | "MANAGE_ROLES" | "BROWSE_WEBHOOKS" | "MANAGE_WEBHOOKS" | "BROWSE_AUDIT_LOG")>;
  builtIn: boolean;
};

export type SavedView = {
  id: string;
  list: ("wallets" | "customers" | "transactions" | "payouts" | "insights");
  name: string;
  query: string;
  createdAt: string;
};

/** Each endpoint with its input and its reply. Amounts are whole kobo, times ISO 8601 in UTC. */
export type Routes = {
  /** Sign in with e-mail and password */
  "POST /auth/login": {
    body: {
      email: string;
      password: string;
      code?: string;
    };
    reply: (Session | {
      status: true;
      message?: string;
      requiresVerification: true;
    });
  };
  /** Exchange the refresh token in X-Refresh-Token for the next pair */
  "POST /auth/refresh/token": {
    reply: Session;
  };
  /** End this session */
  "POST /auth/logout": {
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Get the signed-in user and their permissions */
  "GET /user/profile": {
    reply: {
      status: true;
      message?: string;
      data: {
        id: string;
        role: string;
        email: string;
        emailConfirmed: boolean;
        firstName: string;
        lastName: string;
        phoneNumber: (string | null);
        MerchantId: string;
        createdAt: string;
        updatedAt: string;
        Merchant: {
          id: string;
          email: string;
          review: ("PENDING" | "ENABLED" | "DISABLED");
          businessName: string;
          canDebitCustomer: boolean;
          parentMerchant: null;
          createdAt: string;
          mode: ("SANDBOX" | "PRODUCTION");
          owner: boolean;
          walletFreeze: ({
            frozenAt: string;
            reason: string;
            by: string;
          } | null);
          lowBalance: ({
            threshold: number;
            balance: number;
          } | null);
        };
        changesToDecide: number;
        firstSteps: (Array<{
          step: ("fund" | "wallet" | "credit" | "transfer" | "invite" | "key" | "webhook" | "live");
          isDone: boolean;
          isDismissed: boolean;
        }> | null);
      };
      permissions: Array<("BROWSE_CUSTOMERS" | "UPDATE_CUSTOMERS" | "CREATE_CUSTOMER_WALLET" | "BROWSE_CUSTOMER_WALLETS" | "WALLET_CREDIT_DEBIT" | "ENABLE_DISABLE_WALLET" | "FREEZE_WALLET" | "SET_TRANSACTION_PIN" | "BVN_VERIFICATION" | "MANAGE_TRANSFER" | "TRANSFER_TO_BANK" | "ISSUE_CARD" | "MANAGE_PREPAID_CARD" | "APPROVE_TRANSFER" | "MANAGE_BALANCE_SETTLEMENT" | "BROWSE_TRANSACTIONS" | "BROWSE_MERCHANT_WALLET" | "UPDATE_MERCHANT_DETAIL" | "SWITCH_ACCOUNT_MODE" | "BROWSE_KEYS" | "GENERATE_KEYS" | "INVITE_TEAM_MEMBER" | "BROWSE_TEAM_MEMBER" | "MANAGE_TEAM_MEMBER" | "MANAGE_MEMBER_ROLE" | "BROWSE_ROLES" | "MANAGE_ROLES" | "BROWSE_WEBHOOKS" | "MANAGE_WEBHOOKS" | "BROWSE_AUDIT_LOG")>;
    };
  };
  /** Get the name and version of the service, and links to its documentation */
  "GET /": {
    reply: {
      status: true;
      message?: string;
      name: string;
      version: string;
      links: Record<string, string>;
    };
  };
  /** Send a code to reset a password */
  "POST /auth/password/forget": {
    body: {
      email: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Set a new password with the code from the e-mail */
  "POST /auth/password/reset": {
    body: {
      resetCode: string;
      password: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Confirm your identity, for calls that need a recent sign-in */
  "POST /user/step-up": {
    body?: {
      passkey?: {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: (string | null);
        };
      };
      password?: string;
      code?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        assurance: ("password" | "second_factor" | "passkey");
        provenUntil: string;
      };
    };
  };
  /** Get whether your two-factor sign-in is on */
  "GET /user/two-factor": {
    reply: {
      status: true;
      message?: string;
      data: {
        enabled: boolean;
        enabledAt: (string | null);
        recoveryCodesLeft: number;
        passkeys: number;
        requiredForApprovals: boolean;
      };
    };
  };
  /** Create a secret for your authenticator app */
  "POST /user/two-factor": {
    body: {
      currentPassword: string;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        secret: string;
        uri: string;
      };
    };
  };
  /** Turn off your two-factor sign-in */
  "DELETE /user/two-factor": {
    body: {
      currentPassword: string;
      code?: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Turn on two-factor sign-in with the app's first code; your other sessions end. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /user/two-factor/confirm": {
    body: {
      code: string;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        recoveryCodes: Array<string>;
      };
    };
  };
  /** Create new recovery codes; the old ones stop working */
  "POST /user/two-factor/recovery-codes": {
    body: {
      currentPassword: string;
      code?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        recoveryCodes: Array<string>;
      };
    };
  };
  /** Change your password */
  "PUT /user/password": {
    body: {
      currentPassword?: string;
      password: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List your sessions */
  "GET /user/sessions": {
    reply: {
      status: true;
      message?: string;
      data: Array<OwnSession>;
    };
  };
  /** End all your other sessions */
  "DELETE /user/sessions": {
    reply: {
      status: true;
      message?: string;
      data: {
        ended: number;
      };
    };
  };
  /** End one of your sessions */
  "DELETE /user/sessions/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List the failed sign-ins to your account of the last 30 days */
  "GET /user/sign-in-failures": {
    reply: {
      status: true;
      message?: string;
      data: Array<FailedSignIn>;
    };
  };
  /** Get your preferences */
  "GET /user/preferences": {
    reply: {
      status: true;
      message?: string;
      data: Preferences;
    };
  };
  /** Change your preferences */
  "PATCH /user/preferences": {
    body?: {
      approvalMails?: ("off" | "digest" | "each");
      weeklyReport?: boolean;
      dismissedSteps?: Array<("fund" | "wallet" | "credit" | "transfer" | "invite" | "key" | "webhook" | "live")>;
    };
    reply: {
      status: true;
      message?: string;
      data: Preferences;
    };
  };
  /** Get the browser's options to sign in with a passkey */
  "POST /auth/passkey/options": {
    reply: {
      status: true;
      message?: string;
      data: PasskeyOptions;
    };
  };
  /** Sign in with a passkey */
  "POST /auth/passkey": {
    body: {
      credential: {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          authenticatorData: string;
          signature: string;
          userHandle?: (string | null);
        };
      };
    };
    reply: Session;
  };
  /** Get the browser's options to confirm that it is you with a passkey */
  "POST /user/step-up/options": {
    reply: {
      status: true;
      message?: string;
      data: PasskeyOptions;
    };
  };
  /** List your passkeys */
  "GET /user/passkeys": {
    reply: {
      status: true;
      message?: string;
      data: Array<Passkey>;
    };
  };
  /** Add the passkey that the browser created */
  "POST /user/passkeys": {
    body: {
      name: string;
      credential: {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          attestationObject: string;
          transports?: Array<string>;
        };
      };
    };
    reply: {
      status: true;
      message?: string;
      data: {
        recoveryCodes: Array<string>;
        passkey: Passkey;
      };
    };
  };
  /** Get the browser's options to create a passkey. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /user/passkeys/options": {
    reply: {
      status: true;
      message?: string;
      data: PasskeyOptions;
    };
  };
  /** Rename one of your passkeys */
  "PATCH /user/passkeys/{id}": {
    params: {
      id: string;
    };
    body: {
      name: string;
    };
    reply: {
      status: true;
      message?: string;
      data: Passkey;
    };
  };
  /** Remove one of your passkeys. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "DELETE /user/passkeys/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Confirm your e-mail with the mailed code */
  "PUT /user/email/verify": {
    body: {
      code: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Mail a new code that confirms your e-mail */
  "POST /user/email/verify/resend": {
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Create a customer with a wallet. Permission: CREATE_CUSTOMER_WALLET. */
  "POST /wallet": {
    body: {
      firstName: string;
      lastName: string;
      phoneNumber: string;
      dateOfBirth: string;
      bvn?: string;
      nin?: string;
      email?: string;
      address?: string;
      currency?: "NGN";
      customerId?: string;
      metadata?: Record<string, unknown>;
      tier?: ("TIER_1" | "TIER_2" | "TIER_3");
    };
    reply: {
      status: true;
      message?: string;
      customer: {
        id: string;
        bvn: (string | null);
        firstName: string;
        lastName: string;
        BVNFirstName: (string | null);
        BVNLastName: (string | null);
        nameMatch: (boolean | null);
        dateOfBirth: string;
        phoneNumber: string;
        email: string;
        address: (string | null);
        tier: ("TIER_1" | "TIER_2" | "TIER_3");
        metadata: Record<string, unknown>;
        createdAt: string;
        updatedAt: string;
        currency: "NGN";
        mode: ("SANDBOX" | "PRODUCTION");
        MerchantId: string;
      };
      wallet: {
        id: string;
        walletId: string;
        updated: boolean;
        customerId: string;
        walletType: "Customers";
        mode: ("SANDBOX" | "PRODUCTION");
        email: string;
        currency: "NGN";
        bankName: string;
        bankCode: string;
        accountName: string;
        accountNumber: string;
        accountReference: string;
        bookedBalance: number;
        availableBalance: number;
        status: ("ACTIVE" | "FROZEN");
        reason: (string | null);
        createdAt: string;
        updatedAt: string;
      };
    };
  };
  /** List and search wallets, newest first: a page, or up to 10,000 without page and perPage. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet": {
    query?: {
      page?: number;
      perPage?: number;
      search?: string;
      status?: ("ACTIVE" | "FROZEN");
      tier?: ("TIER_1" | "TIER_2" | "TIER_3");
      postNoCredit?: ("true" | "false");
      tag?: string;
      activeIn?: string;
      createdFrom?: string;
      createdTo?: string;
      minBalance?: number;
      maxBalance?: number;
      nearLimit?: ("balance" | "daily");
    };
    reply: {
      status: true;
      message?: string;
      wallets: Array<Wallet>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Create many customers and wallets from a CSV. Permission: CREATE_CUSTOMER_WALLET. */
  "POST /wallet/bulk-create-customers": {
    body: FormData;
    reply: {
      status: true;
      message?: string;
      data: {
        batchId: string;
        rows: number;
      };
    };
  };
  /** List customer uploads, newest first. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet/bulk-create-customers": {
    query?: {
      page?: number;
      perPage?: number;
      status?: ("pending" | "processing" | "completed" | "partially_completed" | "failed");
    };
    reply: {
      status: true;
      message?: string;
      data: Array<WalletImport>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Check rows of a customer file before it is sent: reasons, existing customers, tiers. Permission: CREATE_CUSTOMER_WALLET. */
  "POST /wallet/bulk-create-customers/preflight": {
    body: {
      customers: Array<{
        first_name?: string;
        last_name?: string;
        phone_number?: string;
        date_of_birth?: string;
        bvn?: string;
        nin?: string;
        email?: string;
        address?: string;
        tier?: string;
      }>;
    };
    reply: {
      status: true;
      message?: string;
      data: Array<WalletPreflightResult>;
    };
  };
  /** Get the progress of a customer upload. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet/bulk-create-customers/{batchId}": {
    params: {
      batchId: string;
    };
    reply: {
      status: true;
      message?: string;
      data: WalletImport;
    };
  };
  /** List the rows of an upload with their results. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet/bulk-create-customers/{batchId}/rows": {
    params: {
      batchId: string;
    };
    query?: {
      page?: number;
      perPage?: number;
      status?: ("pending" | "created" | "skipped" | "frozen");
    };
    reply: {
      status: true;
      message?: string;
      data: Array<WalletImportRow>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Download the rows of an upload with status and reason. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet/bulk-create-customers/{batchId}/rows.csv": {
    params: {
      batchId: string;
    };
    query?: {
      status?: ("pending" | "created" | "skipped" | "frozen");
    };
    reply: Response;
  };
  /** Download the wallets that match as CSV, newest first: amounts in naira, times in Lagos. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet/download": {
    query?: {
      search?: string;
      status?: ("ACTIVE" | "FROZEN");
      tier?: ("TIER_1" | "TIER_2" | "TIER_3");
      postNoCredit?: ("true" | "false");
      tag?: string;
      activeIn?: string;
      createdFrom?: string;
      createdTo?: string;
      minBalance?: number;
      maxBalance?: number;
      nearLimit?: ("balance" | "daily");
    };
    reply: Response;
  };
  /** Get a wallet by customer ID. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet/customer": {
    query: {
      customerId: string;
    };
    reply: {
      status: true;
      message?: string;
      wallet: Wallet;
    };
  };
  /** Get a customer's wallet by account number. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet/customer/account": {
    query: {
      accountNumber: string;
    };
    reply: {
      status: true;
      message?: string;
      wallet: {
        id: string;
        customerId: string;
        accountNumber: string;
        accountName: string;
        accountReference: string;
        bankName: string;
        bankCode: string;
        availableBalance: number;
        bookedBalance: number;
        status: ("ACTIVE" | "FROZEN");
        reason: (string | null);
        freezeCause: (("staff" | "identity" | "emergency") | null);
        frozenAt: (string | null);
        postNoCredit: boolean;
        tags: Array<string>;
        postNoCreditAt: (string | null);
        postNoCreditReason: (string | null);
        postNoCreditBy: (string | null);
        tier: ("TIER_1" | "TIER_2" | "TIER_3");
        dailyLimit: (number | null);
        singleLimit: (number | null);
        minBalance: number;
        maxBalance: (number | null);
        spentToday: number;
        isPinSet: boolean;
        isBVNVerified: boolean;
        isBVNVerificationRequired: boolean;
        isNINVerified: boolean;
        isPhoneVerified: boolean;
        firstName: string;
        lastName: string;
        email: string;
        phoneNumber: string;
        address: (string | null);
        createdAt: string;
        updatedAt: string;
        merchantId: string;
      };
    };
  };
  /** Get the basic data of a customer's wallet or the merchant's own. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet/info": {
    query: {
      accountNumber: string;
    };
    reply: {
      status: true;
      message?: string;
      data: WalletInfo;
    };
  };
  /** Freeze a wallet. Permission: ENABLE_DISABLE_WALLET or FREEZE_WALLET. */
  "POST /wallet/close": {
    body: {
      customerId: string;
      reason: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Unfreeze a wallet. Permission: ENABLE_DISABLE_WALLET. */
  "POST /wallet/enable": {
    body: {
      customerId: string;
      reason?: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List the changes and transactions of a wallet, newest first. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet/{customerId}/activity": {
    params: {
      customerId: string;
    };
    query?: {
      page?: number;
      perPage?: number;
    };
    reply: {
      status: true;
      message?: string;
      data: Array<WalletActivity>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Set or replace a wallet's transaction PIN. Permission: SET_TRANSACTION_PIN. */
  "PUT /wallet/transaction-pin": {
    body: {
      customerId: string;
      pin: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Block credits to a wallet. Role: MainMerchant or Admin. */
  "POST /wallet/enable-post-no-credit": {
    body: {
      customerId: string;
      reason?: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Allow credits to a wallet again. Role: MainMerchant or Admin. */
  "POST /wallet/disable-post-no-credit": {
    body: {
      customerId: string;
      reason?: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List the notes on a wallet, newest first. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet/{customerId}/notes": {
    params: {
      customerId: string;
    };
    query?: {
      page?: number;
      perPage?: number;
    };
    reply: {
      status: true;
      message?: string;
      notes: Array<WalletNote>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Add a note to a wallet. Permission: BROWSE_CUSTOMER_WALLETS. */
  "POST /wallet/{customerId}/notes": {
    params: {
      customerId: string;
    };
    body: {
      text: string;
    };
    reply: {
      status: true;
      message?: string;
      note: WalletNote;
    };
  };
  /** Remove one of your notes. Permission: BROWSE_CUSTOMER_WALLETS. */
  "DELETE /wallet/notes/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List the tags in use, by name, at most 200. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /wallet/tags": {
    reply: {
      status: true;
      message?: string;
      tags: Array<string>;
    };
  };
  /** Add and remove tags of a wallet, which has at most 10. Permission: BROWSE_CUSTOMER_WALLETS. */
  "PATCH /wallet/{customerId}/tags": {
    params: {
      customerId: string;
    };
    body?: {
      add?: Array<string>;
      remove?: Array<string>;
    };
    reply: {
      status: true;
      message?: string;
      tags: Array<string>;
    };
  };
  /** Freeze many wallets. Permission: ENABLE_DISABLE_WALLET or FREEZE_WALLET. */
  "POST /wallet/bulk/close": {
    body: {
      customerIds?: Array<string>;
      matching?: {
        search?: string;
        status?: ("ACTIVE" | "FROZEN");
        tier?: ("TIER_1" | "TIER_2" | "TIER_3");
        tag?: string;
        activeIn?: string;
        createdFrom?: string;
        createdTo?: string;
        minBalance?: number;
        maxBalance?: number;
        nearLimit?: ("balance" | "daily");
        postNoCredit?: boolean;
      };
      expected?: number;
      reason: string;
    };
    reply: {
      status: true;
      message?: string;
      data: BulkWalletsResult;
    };
  };
  /** Unfreeze many wallets. Permission: ENABLE_DISABLE_WALLET. */
  "POST /wallet/bulk/enable": {
    body: {
      customerIds?: Array<string>;
      matching?: {
        search?: string;
        status?: ("ACTIVE" | "FROZEN");
        tier?: ("TIER_1" | "TIER_2" | "TIER_3");
        tag?: string;
        activeIn?: string;
        createdFrom?: string;
        createdTo?: string;
        minBalance?: number;
        maxBalance?: number;
        nearLimit?: ("balance" | "daily");
        postNoCredit?: boolean;
      };
      expected?: number;
      reason: string;
    };
    reply: {
      status: true;
      message?: string;
      data: BulkWalletsResult;
    };
  };
  /** Block credits to many wallets. Role: MainMerchant or Admin. */
  "POST /wallet/bulk/enable-post-no-credit": {
    body: {
      customerIds?: Array<string>;
      matching?: {
        search?: string;
        status?: ("ACTIVE" | "FROZEN");
        tier?: ("TIER_1" | "TIER_2" | "TIER_3");
        tag?: string;
        activeIn?: string;
        createdFrom?: string;
        createdTo?: string;
        minBalance?: number;
        maxBalance?: number;
        nearLimit?: ("balance" | "daily");
        postNoCredit?: boolean;
      };
      expected?: number;
      reason: string;
    };
    reply: {
      status: true;
      message?: string;
      data: BulkWalletsResult;
    };
  };
  /** Allow credits to many wallets again. Role: MainMerchant or Admin. */
  "POST /wallet/bulk/disable-post-no-credit": {
    body: {
      customerIds?: Array<string>;
      matching?: {
        search?: string;
        status?: ("ACTIVE" | "FROZEN");
        tier?: ("TIER_1" | "TIER_2" | "TIER_3");
        tag?: string;
        activeIn?: string;
        createdFrom?: string;
        createdTo?: string;
        minBalance?: number;
        maxBalance?: number;
        nearLimit?: ("balance" | "daily");
        postNoCredit?: boolean;
      };
      expected?: number;
      reason: string;
    };
    reply: {
      status: true;
      message?: string;
      data: BulkWalletsResult;
    };
  };
  /** List and search customers. Permission: BROWSE_CUSTOMERS. */
  "GET /customer": {
    query?: {
      page?: number;
      perPage?: number;
      search?: string;
      status?: ("ACTIVE" | "FROZEN");
      tier?: ("TIER_1" | "TIER_2" | "TIER_3");
      postNoCredit?: ("true" | "false");
      tag?: string;
      activeIn?: string;
      createdFrom?: string;
      createdTo?: string;
      minBalance?: number;
      maxBalance?: number;
      nearLimit?: ("balance" | "daily");
      include?: "metadata";
    };
    reply: {
      status: true;
      message?: string;
      customers: Array<ListedCustomer>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Get a customer. Permission: BROWSE_CUSTOMERS. */
  "GET /customer/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
      customer: Customer;
    };
  };
  /** Change name, address, phone number or metadata of a customer. Permission: UPDATE_CUSTOMERS. */
  "PUT /customer/{id}": {
    params: {
      id: string;
    };
    body?: {
      firstName?: string;
      lastName?: string;
      address?: (string | null);
      phoneNumber?: string;
      metadata?: Record<string, unknown>;
      tier?: unknown;
    };
    reply: {
      status: true;
      message?: string;
      customer: Customer;
    };
  };
  /** Get a customer by phone number. Permission: BROWSE_CUSTOMERS. */
  "GET /customer/phone": {
    query: {
      phoneNumber: string;
    };
    reply: {
      status: true;
      message?: string;
      customer: Customer;
    };
  };
  /** Look up a BVN in the registry. Permission: BVN_VERIFICATION. */
  "GET /bvn/lookup": {
    query: {
      bvn: string;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        bvn: string;
        firstName: string;
        lastName: string;
        dateOfBirth: string;
        phoneNumber: string;
      };
    };
  };
  /** Check that a BVN belongs to a customer. Permission: BVN_VERIFICATION. */
  "GET /bvn/match": {
    query: {
      bvn: string;
      customerId?: string;
      firstName?: string;
      lastName?: string;
      dateOfBirth?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        match: boolean;
        score: number;
      };
    };
  };
  /** Link a BVN to a customer. Permission: BVN_VERIFICATION. */
  "PATCH /customer/bvn": {
    body: {
      customerId: string;
      bvn: string;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        customerId: string;
        isBVNVerified: boolean;
        isNINVerified: boolean;
        nameMatch: (boolean | null);
      };
    };
  };
  /** Link a NIN to a customer. Permission: BVN_VERIFICATION. */
  "PATCH /customer/nin": {
    body: {
      customerId: string;
      nin: string;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        customerId: string;
        isBVNVerified: boolean;
        isNINVerified: boolean;
        nameMatch: (boolean | null);
      };
    };
  };
  /** Move a customer to a tier. Permission: BVN_VERIFICATION. */
  "PATCH /customer/tier": {
    body: {
      customerId: string;
      tier: ("TIER_1" | "TIER_2" | "TIER_3");
    };
    reply: {
      status: true;
      message?: string;
      data: {
        customerId: string;
        tier: ("TIER_1" | "TIER_2" | "TIER_3");
        dailyLimit: (number | null);
        maxBalance: (number | null);
      };
    };
  };
  /** Create a customer token for phone verification, valid for 15 minutes. Permission: BVN_VERIFICATION. */
  "POST /customer/token": {
    body: {
      customerId: string;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        token: string;
        expiresAt: string;
      };
    };
  };
  /** Send a code to the customer's phone */
  "POST /customer/verification/phone/start": {
    reply: {
      status: true;
      message?: string;
      data: {
        expiresAt: string;
        code?: string;
      };
    };
  };
  /** Complete the phone verification with the code */
  "POST /customer/verification/phone/complete": {
    body: {
      code?: string;
      verificationCode?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        customerId: string;
        isPhoneVerified: boolean;
      };
    };
  };
  /** Transfer between two customers. Permission: MANAGE_TRANSFER. */
  "POST /transfer/wallet": {
    body: {
      fromCustomerId: string;
      toCustomerId: string;
      amount: number;
      narration?: string;
      note?: string;
    };
    reply: {
      status: true;
      message?: string;
      data?: Transfer;
    };
  };
  /** Preview a transfer between two customers: fees, balances and failed checks. Permission: MANAGE_TRANSFER. */
  "POST /transfer/wallet/preview": {
    body: {
      fromCustomerId: string;
      toCustomerId: string;
      amount: number;
      narration?: string;
      note?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: MovementPreview;
    };
  };
  /** Transfer between two account numbers. Permission: MANAGE_TRANSFER. */
  "POST /transfer/wallet-to-wallet": {
    body: {
      fromWalletId: string;
      toWalletId: string;
      amount: number;
      narration?: string;
      note?: string;
    };
    reply: {
      status: true;
      message?: string;
      data?: {
        amount: number;
        reference: string;
        total: number;
        transaction_fee: number;
        source_customer_id: string;
        target_customer_id: string;
        source_customer_wallet: string;
        target_customer_wallet: string;
        description: string;
        narration?: string;
      };
    };
  };
  /** Preview a transfer between two account numbers. Permission: MANAGE_TRANSFER. */
  "POST /transfer/wallet-to-wallet/preview": {
    body: {
      fromWalletId: string;
      toWalletId: string;
      amount: number;
      narration?: string;
      note?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: MovementPreview;
    };
  };
  /** List the banks that money can be sent to. Permission: BROWSE_TRANSACTIONS. */
  "GET /transfer/banks": {
    query?: {
      search?: string;
    };
    reply: {
      status: true;
      message?: string;
      banks: Array<Bank>;
    };
  };
  /** Get the holder's name of a bank account. Permission: TRANSFER_TO_BANK. */
  "GET /transfer/account/details": {
    query: {
      sortCode: string;
      accountNumber: string;
    };
    reply: {
      status: true;
      message?: string;
      account: {
        bankCode: string;
        bankName: string;
        accountName: string;
        accountNumber: string;
      };
    };
  };
  /** Pay from the merchant wallet to a bank account. Permission: TRANSFER_TO_BANK. */
  "POST /transfer/bank": {
    body: {
      amount: number;
      sortCode: string;
      accountNumber: string;
      accountName?: string;
      narration: string;
      note?: string;
      reference?: string;
      metadata?: Record<string, unknown>;
      allowDuplicate?: boolean;
    };
    reply: {
      status: true;
      message?: string;
      transfer?: BankTransfer;
    };
  };
  /** List payouts, newest first, with the number in each state. Permission: BROWSE_TRANSACTIONS. */
  "GET /transfer/bank": {
    query?: {
      page?: number;
      perPage?: number;
      state?: ("held" | "submitting" | "processing" | "unknown" | "succeeded" | "failed" | "in_review" | "reversed" | "cancelled");
      bank?: string;
      customerId?: string;
      walletId?: string;
      batchId?: string;
      minAmount?: number;
      maxAmount?: number;
      openMinutes?: number;
      search?: string;
      startDate?: string;
      endDate?: string;
    };
    reply: {
      status: true;
      message?: string;
      payouts: Array<Payout>;
      counts: Record<string, number>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Pay from a customer's wallet to a bank account. Permission: TRANSFER_TO_BANK. */
  "POST /transfer/bank/customer": {
    body: {
      customerId: string;
      amount: number;
      sortCode: string;
      accountNumber: string;
      accountName?: string;
      narration: string;
      note?: string;
      reference?: string;
      metadata?: Record<string, unknown>;
      allowDuplicate?: boolean;
    };
    reply: {
      status: true;
      message?: string;
      transfer?: BankTransfer;
    };
  };
  /** Preview a payment from the merchant wallet to a bank account. Permission: TRANSFER_TO_BANK. */
  "POST /transfer/bank/preview": {
    body: {
      amount: number;
      sortCode: string;
      accountNumber: string;
      accountName?: string;
      narration?: string;
      note?: string;
      reference?: string;
      metadata?: Record<string, unknown>;
      allowDuplicate?: boolean;
    };
    reply: {
      status: true;
      message?: string;
      data: PayoutPreview;
    };
  };
  /** Preview a payment from a customer's wallet to a bank account. Permission: TRANSFER_TO_BANK. */
  "POST /transfer/bank/customer/preview": {
    body: {
      customerId: string;
      amount: number;
      sortCode: string;
      accountNumber: string;
      accountName?: string;
      narration?: string;
      note?: string;
      reference?: string;
      metadata?: Record<string, unknown>;
      allowDuplicate?: boolean;
    };
    reply: {
      status: true;
      message?: string;
      data: PayoutPreview;
    };
  };
  /** Get a payout with its history, attempts and entries. Permission: BROWSE_TRANSACTIONS. */
  "GET /transfer/bank/{reference}": {
    params: {
      reference: string;
    };
    reply: {
      status: true;
      message?: string;
      payout: PayoutDetails;
    };
  };
  /** Cancel a payout that was not sent yet. Permission: TRANSFER_TO_BANK. */
  "DELETE /transfer/bank/{reference}": {
    params: {
      reference: string;
    };
    body?: {
      reason?: string;
    };
    reply: {
      status: true;
      message?: string;
      payout: Payout;
    };
  };
  /** Pay from the merchant wallet to many bank accounts. Permission: TRANSFER_TO_BANK. */
  "POST /transfer/bank/batch": {
    query?: {
      batchReference?: string;
      fileName?: string;
    };
    body: Array<{
      amount: number;
      sortCode: string;
      accountNumber: string;
      accountName?: string;
      narration: string;
      note?: string;
      reference?: string;
      metadata?: Record<string, unknown>;
      allowDuplicate?: boolean;
    }>;
    reply: {
      status: true;
      message?: string;
      data: PayoutBatchResult;
    };
  };
  /** List batches of payouts, newest first. Permission: BROWSE_TRANSACTIONS. */
  "GET /transfer/bank/batch": {
    query?: {
      page?: number;
      perPage?: number;
      progress?: ("awaiting_approval" | "processing" | "completed" | "partially_completed" | "failed" | "declined");
      origin?: ("json" | "upload");
    };
    reply: {
      status: true;
      message?: string;
      data: Array<{
        id: string;
        reference: string;
        fileName: (string | null);
        status: ("awaiting_approval" | "accepted" | "declined" | "failed");
        progress: ("awaiting_approval" | "processing" | "completed" | "partially_completed" | "failed" | "declined");
        withdrawn: boolean;
        total: number;
        accepted: number;
        rejected: number;
        open: number;
        failed: number;
        amount: number;
        charges: number;
        approvalId: (string | null);
        actorName: string;
        createdAt: string;
      }>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Check items of a batch before it is sent: bank, holder's name, charges and reasons. Permission: TRANSFER_TO_BANK. */
  "POST /transfer/bank/batch/preflight": {
    body: Array<{
      amount: number;
      sortCode: string;
      accountNumber: string;
      accountName?: string;
      narration: string;
      note?: string;
      reference?: string;
      metadata?: Record<string, unknown>;
      allowDuplicate?: boolean;
    }>;
    reply: {
      status: true;
      message?: string;
      data: Array<PayoutPreflightResult>;
    };
  };
  /** Get a batch of payouts with the result of each item. Permission: BROWSE_TRANSACTIONS. */
  "GET /transfer/bank/batch/{batchId}": {
    params: {
      batchId: string;
    };
    query?: {
      page?: number;
      perPage?: number;
      status?: ("pending" | "accepted" | "rejected");
    };
    reply: {
      status: true;
      message?: string;
      batch: {
        id: string;
        reference: string;
        fileName: (string | null);
        status: ("awaiting_approval" | "accepted" | "declined" | "failed");
        progress: ("awaiting_approval" | "processing" | "completed" | "partially_completed" | "failed" | "declined");
        withdrawn: boolean;
        total: number;
        accepted: number;
        rejected: number;
        open: number;
        failed: number;
        amount: number;
        charges: number;
        approvalId: (string | null);
        actorName: string;
        createdAt: string;
      };
      items: Array<{
        row: number;
        status: ("pending" | "accepted" | "rejected");
        amount: number;
        fee: number;
        vat: number;
        duty: number;
        total: number;
        bank: ({
          code: string;
          name: string;
        } | null);
        accountNumber: string;
        accountName: (string | null);
        nameMatch: ((("FULL" | "PARTIAL" | "BANK") | "NONE") | null);
        narration: string;
        note: (string | null);
        reference: (string | null);
        state: (("held" | "submitting" | "processing" | "unknown" | "succeeded" | "failed" | "in_review" | "reversed" | "cancelled") | null);
        code: (string | null);
        reason: (string | null);
      }>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** List saved bank accounts of a customer, or the merchant's own, by name. Permission: BROWSE_TRANSACTIONS. */
  "GET /beneficiary": {
    query?: {
      page?: number;
      perPage?: number;
      customerId?: string;
      search?: string;
    };
    reply: {
      status: true;
      message?: string;
      beneficiaries: Array<Beneficiary>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Save a bank account with the name that the bank gives. Permission: TRANSFER_TO_BANK. */
  "POST /beneficiary": {
    body: {
      sortCode: string;
      accountNumber: string;
      customerId?: string;
    };
    reply: {
      status: true;
      message?: string;
      beneficiary: Beneficiary;
    };
  };
  /** Remove a saved bank account. Permission: TRANSFER_TO_BANK. */
  "DELETE /beneficiary/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Ask the bank now about a payout, at most once a minute. Permission: TRANSFER_TO_BANK. */
  "POST /transfer/bank/{reference}/query": {
    params: {
      reference: string;
    };
    reply: {
      status: true;
      message?: string;
      payout: Payout;
    };
  };
  /** Decide a payout in review: paid, or returned to the wallet. Permission: MANAGE_BALANCE_SETTLEMENT. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /transfer/bank/{reference}/resolve": {
    params: {
      reference: string;
    };
    body: {
      outcome: ("succeeded" | "failed");
      reason: string;
    };
    reply: {
      status: true;
      message?: string;
      payout: Payout;
    };
  };
  /** Close the case of a payout about which the bank contradicted itself. Permission: MANAGE_BALANCE_SETTLEMENT. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /transfer/bank/{reference}/case/close": {
    params: {
      reference: string;
    };
    body: {
      note: string;
    };
    reply: {
      status: true;
      message?: string;
      payout: Payout;
    };
  };
  /** Credit one wallet from the merchant wallet. Permission: WALLET_CREDIT_DEBIT. */
  "POST /wallet/credit": {
    body: {
      customerId: string;
      amount: number;
      reference?: string;
      narration?: string;
      note?: string;
      metadata?: Record<string, unknown>;
    };
    reply: {
      status: true;
      message?: string;
      reference?: string;
      amount?: number;
      data?: SingleMovement;
    };
  };
  /** Debit one wallet to the merchant wallet. Permission: WALLET_CREDIT_DEBIT. */
  "POST /wallet/debit": {
    body: {
      customerId: string;
      amount: number;
      reference?: string;
      narration?: string;
      note?: string;
      metadata?: Record<string, unknown>;
      pin?: string;
    };
    reply: {
      status: true;
      message?: string;
      reference?: string;
      amount?: number;
      data?: SingleMovement;
    };
  };
  /** Preview a credit: fees, balances and failed checks. Permission: WALLET_CREDIT_DEBIT. */
  "POST /wallet/credit/preview": {
    body: {
      customerId: string;
      amount: number;
      reference?: string;
      narration?: string;
      note?: string;
      metadata?: Record<string, unknown>;
    };
    reply: {
      status: true;
      message?: string;
      data: MovementPreview;
    };
  };
  /** Preview a debit: fees, balances and failed checks. Permission: WALLET_CREDIT_DEBIT. */
  "POST /wallet/debit/preview": {
    body: {
      customerId: string;
      amount: number;
      reference?: string;
      narration?: string;
      note?: string;
      metadata?: Record<string, unknown>;
      pin?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: MovementPreview;
    };
  };
  /** Credit many wallets by customer ID. Permission: WALLET_CREDIT_DEBIT. */
  "POST /wallet/batch-credit-customer-wallet": {
    body: {
      transactions: Array<{
        customerId?: (string | null);
        amount: number;
        reference?: string;
        narration?: string;
        note?: string;
      }>;
      batchReference?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: BatchResult;
    };
  };
  /** Debit many wallets by customer ID. Permission: WALLET_CREDIT_DEBIT. */
  "POST /wallet/batch-debit-customer-wallet": {
    body: {
      transactions: Array<{
        customerId: string;
        amount: number;
        reference?: string;
        narration?: string;
        note?: string;
        pin?: string;
      }>;
      batchReference?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: BatchResult;
    };
  };
  /** Credit many wallets by wallet ID. Permission: WALLET_CREDIT_DEBIT. */
  "POST /wallet/batch-credit-customer-via-wallet-id": {
    body: {
      transactions: Array<{
        walletId: string;
        amount: number;
        reference?: string;
        narration?: string;
        note?: string;
      }>;
      batchReference?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: BatchResult;
    };
  };
  /** Debit many wallets by wallet ID. Permission: WALLET_CREDIT_DEBIT. */
  "POST /wallet/batch-debit-customer-via-wallet-id": {
    body: {
      transactions: Array<{
        walletId: string;
        amount: number;
        reference?: string;
        narration?: string;
        note?: string;
        pin?: string;
      }>;
      batchReference?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: BatchResult;
    };
  };
  /** Transfer from one customer's wallet to many. Permission: MANAGE_TRANSFER. */
  "POST /wallet/customer-batch-credit-customer-wallet": {
    body: {
      customerId: string;
      recipients: Array<{
        customerId: string;
        amount: number;
        reference?: string;
        narration?: string;
        note?: string;
      }>;
      batchReference?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: BatchResult;
    };
  };
  /** Check items of a batch before it is sent: names, reasons, payments that exist already. Permission: WALLET_CREDIT_DEBIT. */
  "POST /wallet/batch/preflight": {
    body: {
      operation: ("credit" | "debit");
      transactions: Array<{
        customerId?: string;
        walletId?: string;
        accountNumber?: string;
        amount: number;
        reference?: string;
      }>;
    };
    reply: {
      status: true;
      message?: string;
      data: Array<PreflightResult>;
    };
  };
  /** Upload a CSV of credits or debits. Permission: WALLET_CREDIT_DEBIT. */
  "POST /wallet/bulk-credit-customer": {
    body: FormData;
    reply: {
      status: true;
      message?: string;
      data: {
        batchId: string;
        batchReference: string;
        status: ("awaiting_approval" | "pending" | "processing" | "completed" | "partially_completed" | "failed" | "cancelled" | "declined");
        rows: number;
      };
    };
  };
  /** List batches of credits and debits, newest first. Permission: BROWSE_TRANSACTIONS. */
  "GET /wallet/bulk-credit-customer-records": {
    query?: {
      page?: number;
      perPage?: number;
      operation?: ("credit" | "debit");
      status?: ("awaiting_approval" | "pending" | "processing" | "completed" | "partially_completed" | "failed" | "cancelled" | "declined");
      origin?: ("json" | "upload");
      search?: string;
      startDate?: string;
      endDate?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: Array<BatchRecord>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Get the progress of a batch. Permission: BROWSE_TRANSACTIONS. */
  "GET /wallet/bulk-credit-customer-status": {
    query?: {
      batchId?: string;
      batchReference?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: Batch;
    };
  };
  /** List the items of a batch with their results. Permission: BROWSE_TRANSACTIONS. */
  "GET /wallet/bulk-credit-customer/{batchId}/items": {
    params: {
      batchId: string;
    };
    query?: {
      page?: number;
      perPage?: number;
      status?: ("pending" | "accepted" | "rejected" | "cancelled" | "duplicate" | "failed");
    };
    reply: {
      status: true;
      message?: string;
      data: Array<BatchItem>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Download the rows of an uploaded batch with status and reason. Permission: BROWSE_TRANSACTIONS. */
  "GET /wallet/bulk-credit-customer/{batchId}/rows.csv": {
    params: {
      batchId: string;
    };
    query?: {
      status?: ("pending" | "accepted" | "rejected" | "cancelled" | "duplicate" | "failed");
    };
    reply: Response;
  };
  /** Cancel a batch that has not started. Permission: WALLET_CREDIT_DEBIT or MANAGE_TRANSFER. */
  "DELETE /wallet/bulk-credit-customer/{batchId}": {
    params: {
      batchId: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List bank transfers that arrived, newest first, with the number in each state. Permission: BROWSE_TRANSACTIONS. */
  "GET /bank-credits": {
    query?: {
      page?: number;
      perPage?: number;
      state?: ("credited" | "suspended" | "returned");
      customerId?: string;
      walletId?: string;
      minAmount?: number;
      maxAmount?: number;
      search?: string;
      startDate?: string;
      endDate?: string;
    };
    reply: {
      status: true;
      message?: string;
      credits: Array<BankCredit>;
      counts: Record<string, number>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Get a bank transfer that arrived. Permission: BROWSE_TRANSACTIONS. */
  "GET /bank-credits/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
      credit: BankCreditDetails;
    };
  };
  /** Credit the wallet with a suspended bank transfer. Permission: MANAGE_BALANCE_SETTLEMENT. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /bank-credits/{id}/credit": {
    params: {
      id: string;
    };
    body?: {
      accountNumber?: string;
      reason?: string;
    };
    reply: {
      status: true;
      message?: string;
      credit: BankCredit;
    };
  };
  /** Send a suspended bank transfer back to its sender. Permission: MANAGE_BALANCE_SETTLEMENT. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /bank-credits/{id}/return": {
    params: {
      id: string;
    };
    body: {
      reason: string;
    };
    reply: {
      status: true;
      message?: string;
      credit: BankCredit;
    };
  };
  /** Send a bank transfer to an account number, as the sandbox bank would. Permission: UPDATE_MERCHANT_DETAIL. */
  "POST /sandbox/bank-transfer": {
    body: {
      accountNumber: string;
      amount: number;
      senderName?: string;
      senderBank?: string;
      narration?: string;
    };
    reply: {
      status: true;
      message?: string;
      transfer: {
        sessionId: string;
        accountNumber: string;
        amount: number;
      };
    };
  };
  /** Move the clock of the sandbox bank forward, so that what it does later happens now. Permission: UPDATE_MERCHANT_DETAIL. */
  "POST /sandbox/bank/advance": {
    body: {
      seconds: number;
    };
    reply: {
      status: true;
      message?: string;
      now: string;
    };
  };
  /** Receive a signed event of a bank rail */
  "POST /rails/{rail}/events": {
    params: {
      rail: string;
    };
    body?: Record<string, unknown>;
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Answer a bank rail with the name of an account number of ours */
  "POST /rails/{rail}/enquiry": {
    params: {
      rail: string;
    };
    body?: Record<string, unknown>;
    reply: {
      status: true;
      message?: string;
      accountNumber: string;
      accountName: string;
    };
  };
  /** Put a customer's money on the prepaid card. Permission: MANAGE_PREPAID_CARD. */
  "POST /card/fund": {
    body: {
      customerId: string;
      amount: number;
      cardId?: string;
    };
    reply: {
      status: true;
      message?: string;
      transactionId?: string;
      reference?: string;
    };
  };
  /** Take money off the prepaid card, back to the wallet. Permission: MANAGE_PREPAID_CARD. */
  "POST /card/unload": {
    body: {
      customerId: string;
      amount: number;
      cardId?: string;
    };
    reply: {
      status: true;
      message?: string;
      transactionId?: string;
      reference?: string;
    };
  };
  /** Get the balance of a prepaid card, by customer or by its last six digits. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /card/balance": {
    query?: {
      customerId?: string;
      cardId?: string;
      last6?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: CardBalance;
    };
  };
  /** Answer a card issuer whether a card may pay */
  "POST /issuer/{issuer}/authorizations": {
    params: {
      issuer: string;
    };
    body?: Record<string, unknown>;
    reply: {
      status: true;
      message?: string;
      decision: ("approve" | "decline");
      code: (("insufficient_funds" | "card_frozen" | "card_not_active" | "wallet_frozen" | "wallet_daily_limit" | "wallet_single_limit" | "per_transaction_limit" | "daily_limit" | "monthly_limit" | "channel_not_allowed" | "category_not_allowed" | "country_not_allowed" | "merchant_not_allowed" | "merchant_suspended" | "unknown_card" | "late") | null);
    };
  };
  /** Receive a signed event of a card issuer */
  "POST /issuer/{issuer}/events": {
    params: {
      issuer: string;
    };
    body?: Record<string, unknown>;
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List the payments of a card, newest first. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /card/{id}/authorizations": {
    params: {
      id: string;
    };
    query?: {
      page?: number;
      perPage?: number;
      status?: ("approved" | "declined" | "partially_cleared" | "cleared" | "partially_reversed" | "reversed" | "expired" | "refunded");
    };
    reply: {
      status: true;
      message?: string;
      authorizations: Array<CardAuthorization>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Get one payment of a card with its timeline and ledger entries. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /card/authorization/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
      authorization: CardAuthorizationDetails;
    };
  };
  /** Keep what was agreed with the card issuer. Permission: MANAGE_PREPAID_CARD. */
  "PUT /card/setup": {
    body: {
      appId: string;
      appKey: string;
      prepaidCardPrefix: string;
      loadingAccountName: string;
      loadingAccountNumber: string;
      loadingAccountSortcode: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Issue a card to a customer. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /card": {
    body: {
      customerId: string;
      address1: string;
      address2?: string;
      type?: ("VIRTUAL" | "PHYSICAL");
      source?: ("WALLET" | "CARD");
      currency?: "NGN";
      label?: string;
      controls?: {
        perTransaction?: (number | null);
        daily?: (number | null);
        monthly?: (number | null);
        channels?: (Array<("pos" | "contactless" | "online" | "atm")> | null);
        categories?: (Array<string> | null);
        countries?: (Array<string> | null);
        merchants?: (Array<string> | null);
      };
    };
    reply: {
      status: true;
      message?: string;
      card: Card;
    };
  };
  /** List cards, newest first, with the number in each state. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /card": {
    query?: {
      page?: number;
      perPage?: number;
      customerId?: string;
      status?: ("requested" | "in_production" | "shipped" | "pending_activation" | "active" | "frozen" | "closed" | "replaced");
      type?: ("VIRTUAL" | "PHYSICAL");
      source?: ("WALLET" | "CARD");
      search?: string;
    };
    reply: {
      status: true;
      message?: string;
      cards: Array<Card>;
      counts: Record<string, number>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Activate a delivered card by its last six digits, and fund it. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /card/activate": {
    body: {
      customerId: string;
      last6: string;
      amount?: number;
    };
    reply: {
      status: true;
      message?: string;
      card: Card;
      transactionId?: string;
      reference?: string;
    };
  };
  /** Get a card. Permission: BROWSE_CUSTOMER_WALLETS. */
  "GET /card/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
      card: Card;
    };
  };
  /** Freeze a card with the merchant's or the customer's lock. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /card/{id}/freeze": {
    params: {
      id: string;
    };
    body: {
      reason: string;
      lock?: ("customer" | "merchant");
    };
    reply: {
      status: true;
      message?: string;
      card: Card;
    };
  };
  /** Remove one lock of a card; other locks stay. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /card/{id}/unfreeze": {
    params: {
      id: string;
    };
    body?: {
      reason?: string;
      lock?: ("customer" | "merchant");
    };
    reply: {
      status: true;
      message?: string;
      card: Card;
    };
  };
  /** End a card for good. Permission: MANAGE_PREPAID_CARD. */
  "POST /card/{id}/close": {
    params: {
      id: string;
    };
    body: {
      reason: string;
    };
    reply: {
      status: true;
      message?: string;
      card: Card;
    };
  };
  /** Order a replacement of a lost, stolen or damaged card. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /card/{id}/replace": {
    params: {
      id: string;
    };
    body: {
      reason: ("lost" | "stolen" | "damaged");
    };
    reply: {
      status: true;
      message?: string;
      card: Card;
    };
  };
  /** Replace all limits and lists of a card. Permission: MANAGE_PREPAID_CARD. */
  "PUT /card/{id}/controls": {
    params: {
      id: string;
    };
    body?: {
      perTransaction?: (number | null);
      daily?: (number | null);
      monthly?: (number | null);
      channels?: (Array<("pos" | "contactless" | "online" | "atm")> | null);
      categories?: (Array<string> | null);
      countries?: (Array<string> | null);
      merchants?: (Array<string> | null);
    };
    reply: {
      status: true;
      message?: string;
      card: Card;
    };
  };
  /** Get the one-time address of the issuer's page with the card's number. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /card/{id}/reveal": {
    params: {
      id: string;
    };
    body?: {
      embedder?: string;
    };
    reply: {
      status: true;
      message?: string;
      reveal: {
        url: string;
        expiresAt: string;
      };
    };
  };
  /** Pay with a card at a shop, as the card network would ask. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /sandbox/card/authorize": {
    body: {
      cardId: string;
      amount: number;
      channel?: ("pos" | "contactless" | "online" | "atm");
      merchantAmount?: number;
      merchantCurrency?: string;
      rate?: string;
      merchant?: {
        name: string;
        category: string;
        country: string;
        city: string;
      };
    };
    reply: {
      status: true;
      message?: string;
      act: {
        status: string;
        code: (string | null);
        authorizationId: (string | null);
      };
    };
  };
  /** Raise an approved card payment. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /sandbox/card/increment": {
    body: {
      authorizationId: string;
      amount: number;
    };
    reply: {
      status: true;
      message?: string;
      act: {
        status: string;
        code: (string | null);
        authorizationId: (string | null);
      };
    };
  };
  /** Take the money of a card payment, in part, in full or without an authorization. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /sandbox/card/clear": {
    body: {
      authorizationId?: string;
      cardId?: string;
      amount: number;
      final?: boolean;
      merchantAmount?: number;
      merchantCurrency?: string;
      rate?: string;
      merchant?: {
        name: string;
        category: string;
        country: string;
        city: string;
      };
    };
    reply: {
      status: true;
      message?: string;
      act: {
        status: string;
        code: (string | null);
        authorizationId: (string | null);
      };
    };
  };
  /** Give up a card payment, or a part of it. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /sandbox/card/reverse": {
    body: {
      authorizationId: string;
      amount?: number;
    };
    reply: {
      status: true;
      message?: string;
      act: {
        status: string;
        code: (string | null);
        authorizationId: (string | null);
      };
    };
  };
  /** End the time of an approved card payment now. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /sandbox/card/expire": {
    body: {
      authorizationId: string;
    };
    reply: {
      status: true;
      message?: string;
      act: {
        status: string;
        code: (string | null);
        authorizationId: (string | null);
      };
    };
  };
  /** Give money back to a card, with or without its payment. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /sandbox/card/refund": {
    body: {
      authorizationId?: string;
      cardId?: string;
      amount: number;
      merchantAmount?: number;
      merchantCurrency?: string;
      rate?: string;
      merchant?: {
        name: string;
        category: string;
        country: string;
        city: string;
      };
    };
    reply: {
      status: true;
      message?: string;
      act: {
        status: string;
        code: (string | null);
        authorizationId: (string | null);
      };
    };
  };
  /** Take the next shipping step of a physical card. Permission: MANAGE_PREPAID_CARD or ISSUE_CARD. */
  "POST /sandbox/card/ship": {
    body: {
      cardId: string;
    };
    reply: {
      status: true;
      message?: string;
      card: Card;
      step: ("requested" | "in_production" | "shipped" | "pending_activation" | "active" | "frozen" | "closed" | "replaced");
    };
  };
  /** List the transactions of all wallets of the merchant, newest first. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/transactions": {
    query?: {
      page?: number;
      perPage?: number;
      type?: ("ALL" | "CREDIT" | "DEBIT");
      category?: ("CREDIT_CUSTOMER_WALLET" | "WALLET_CREDITED_BY_MERCHANT" | "DEBIT_CUSTOMER_WALLET" | "WALLET_DEBITED_BY_MERCHANT" | "WALLET_TO_WALLET_TRANSFER" | "MERCHANT_FUND_LOAD" | "WALLET_RESERVATION" | "BANK_TRANSFER" | "BANK_TRANSFER_REVERSAL" | "WALLET_FUNDED_THROUGH_BANK_TRANSFER" | "CARD_PLACE_LIEN" | "CARD_REVERSE" | "CARD_DEBIT" | "CARD_REFUND" | "CARD_FUND" | "CARD_UNLOAD" | "BANK_TRANSFER_COMMISSION" | "CARD_COMMISSION" | "CARD_DEBIT_LIEN" | "CUSTOMER_BANK_TRANSFER" | "NIP_CREDIT" | "REMITA_FUND_TRANSFER" | "STAMP_DUTY" | "STAMP_DUTY_COMMISSION" | "VAT_COMMISSION");
      minAmount?: number;
      maxAmount?: number;
      startDate?: string;
      endDate?: string;
      status?: ("success" | "failed" | "pending");
      search?: string;
      include?: "metadata";
      wallet?: "merchant";
      group?: ("moneyIn" | "moneyOut" | "cardPayments" | "returnedCardPayments");
    };
    reply: {
      status: true;
      message?: string;
      transactions: Array<Transaction>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** List the transactions of a customer's wallet, newest first. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/customer": {
    query: {
      customerId: string;
      page?: number;
      perPage?: number;
      type?: ("ALL" | "CREDIT" | "DEBIT");
      category?: ("CREDIT_CUSTOMER_WALLET" | "WALLET_CREDITED_BY_MERCHANT" | "DEBIT_CUSTOMER_WALLET" | "WALLET_DEBITED_BY_MERCHANT" | "WALLET_TO_WALLET_TRANSFER" | "MERCHANT_FUND_LOAD" | "WALLET_RESERVATION" | "BANK_TRANSFER" | "BANK_TRANSFER_REVERSAL" | "WALLET_FUNDED_THROUGH_BANK_TRANSFER" | "CARD_PLACE_LIEN" | "CARD_REVERSE" | "CARD_DEBIT" | "CARD_REFUND" | "CARD_FUND" | "CARD_UNLOAD" | "BANK_TRANSFER_COMMISSION" | "CARD_COMMISSION" | "CARD_DEBIT_LIEN" | "CUSTOMER_BANK_TRANSFER" | "NIP_CREDIT" | "REMITA_FUND_TRANSFER" | "STAMP_DUTY" | "STAMP_DUTY_COMMISSION" | "VAT_COMMISSION");
      minAmount?: number;
      maxAmount?: number;
      startDate?: string;
      endDate?: string;
      status?: ("success" | "failed" | "pending");
      search?: string;
      include?: "metadata";
    };
    reply: {
      status: true;
      message?: string;
      transactions: Array<CustomerTransaction>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Get a transaction by ID or reference. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/info": {
    query?: {
      transactionId?: string;
      reference?: string;
    };
    reply: {
      status: true;
      message?: string;
      transaction: TransactionDetails;
    };
  };
  /** Get a transaction by reference. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/transaction/{reference}": {
    params: {
      reference: string;
    };
    reply: {
      status: true;
      message?: string;
      transaction: TransactionDetails;
    };
  };
  /** List batches with the references of their transactions, newest first. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/batch": {
    query?: {
      page?: number;
      perPage?: number;
      search?: string;
      category?: ("CREDIT_CUSTOMER_WALLET" | "WALLET_CREDITED_BY_MERCHANT" | "DEBIT_CUSTOMER_WALLET" | "WALLET_DEBITED_BY_MERCHANT" | "WALLET_TO_WALLET_TRANSFER" | "MERCHANT_FUND_LOAD" | "WALLET_RESERVATION" | "BANK_TRANSFER" | "BANK_TRANSFER_REVERSAL" | "WALLET_FUNDED_THROUGH_BANK_TRANSFER" | "CARD_PLACE_LIEN" | "CARD_REVERSE" | "CARD_DEBIT" | "CARD_REFUND" | "CARD_FUND" | "CARD_UNLOAD" | "BANK_TRANSFER_COMMISSION" | "CARD_COMMISSION" | "CARD_DEBIT_LIEN" | "CUSTOMER_BANK_TRANSFER" | "NIP_CREDIT" | "REMITA_FUND_TRANSFER" | "STAMP_DUTY" | "STAMP_DUTY_COMMISSION" | "VAT_COMMISSION");
      type?: ("ALL" | "CREDIT" | "DEBIT");
    };
    reply: {
      status: true;
      message?: string;
      data: Array<TransactionBatch>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Get a batch with the references of its transactions. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/batch/{reference}": {
    params: {
      reference: string;
    };
    reply: {
      status: true;
      message?: string;
      data: TransactionBatch;
    };
  };
  /** Download the merchant's transactions as CSV, or as JSON if `Accept` names it first. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/download/merchant": {
    query?: {
      type?: ("ALL" | "CREDIT" | "DEBIT");
      category?: ("CREDIT_CUSTOMER_WALLET" | "WALLET_CREDITED_BY_MERCHANT" | "DEBIT_CUSTOMER_WALLET" | "WALLET_DEBITED_BY_MERCHANT" | "WALLET_TO_WALLET_TRANSFER" | "MERCHANT_FUND_LOAD" | "WALLET_RESERVATION" | "BANK_TRANSFER" | "BANK_TRANSFER_REVERSAL" | "WALLET_FUNDED_THROUGH_BANK_TRANSFER" | "CARD_PLACE_LIEN" | "CARD_REVERSE" | "CARD_DEBIT" | "CARD_REFUND" | "CARD_FUND" | "CARD_UNLOAD" | "BANK_TRANSFER_COMMISSION" | "CARD_COMMISSION" | "CARD_DEBIT_LIEN" | "CUSTOMER_BANK_TRANSFER" | "NIP_CREDIT" | "REMITA_FUND_TRANSFER" | "STAMP_DUTY" | "STAMP_DUTY_COMMISSION" | "VAT_COMMISSION");
      minAmount?: number;
      maxAmount?: number;
      startDate?: string;
      endDate?: string;
      columns?: string;
      unit?: ("kobo" | "naira");
      zone?: ("UTC" | "Lagos");
    };
    reply: {
      status: true;
      message?: string;
      data: Array<Transaction>;
    };
  };
  /** Download a customer's transactions as CSV, or as JSON if `Accept` names it first. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/download/customer": {
    query: {
      customerId: string;
      type?: ("ALL" | "CREDIT" | "DEBIT");
      category?: ("CREDIT_CUSTOMER_WALLET" | "WALLET_CREDITED_BY_MERCHANT" | "DEBIT_CUSTOMER_WALLET" | "WALLET_DEBITED_BY_MERCHANT" | "WALLET_TO_WALLET_TRANSFER" | "MERCHANT_FUND_LOAD" | "WALLET_RESERVATION" | "BANK_TRANSFER" | "BANK_TRANSFER_REVERSAL" | "WALLET_FUNDED_THROUGH_BANK_TRANSFER" | "CARD_PLACE_LIEN" | "CARD_REVERSE" | "CARD_DEBIT" | "CARD_REFUND" | "CARD_FUND" | "CARD_UNLOAD" | "BANK_TRANSFER_COMMISSION" | "CARD_COMMISSION" | "CARD_DEBIT_LIEN" | "CUSTOMER_BANK_TRANSFER" | "NIP_CREDIT" | "REMITA_FUND_TRANSFER" | "STAMP_DUTY" | "STAMP_DUTY_COMMISSION" | "VAT_COMMISSION");
      minAmount?: number;
      maxAmount?: number;
      startDate?: string;
      endDate?: string;
      columns?: string;
      unit?: ("kobo" | "naira");
      zone?: ("UTC" | "Lagos");
    };
    reply: {
      status: true;
      message?: string;
      data: Array<CustomerTransaction>;
    };
  };
  /** Get the trial balance: all entries sum to zero, and every balance is the sum of its entries. Permission: BROWSE_TRANSACTIONS. */
  "GET /ledger/trial-balance": {
    reply: {
      status: true;
      message?: string;
      data: TrialBalance;
    };
  };
  /** Get the receipt of a payment that moved money. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/{reference}/receipt": {
    params: {
      reference: string;
    };
    reply: {
      status: true;
      message?: string;
      receipt: Receipt;
    };
  };
  /** Download the receipt of a payment as PDF. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/{reference}/receipt/pdf": {
    params: {
      reference: string;
    };
    reply: Response;
  };
  /** Get the opening balance, total in, total out and closing balance of a wallet. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/statement": {
    query?: {
      customerId?: string;
      startDate?: string;
      endDate?: string;
    };
    reply: {
      status: true;
      message?: string;
      statement: StatementSummary;
    };
  };
  /** Download the statement of a wallet as PDF, oldest entry first. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/statement/pdf": {
    query?: {
      customerId?: string;
      startDate?: string;
      endDate?: string;
    };
    reply: Response;
  };
  /** Reverse a credit, debit or transfer: move its amount back, once. Permission: MANAGE_TRANSFER or WALLET_CREDIT_DEBIT. */
  "POST /transaction/{transactionId}/reverse": {
    params: {
      transactionId: string;
    };
    body: {
      reason: string;
    };
    reply: {
      status: true;
      message?: string;
      data?: Reversal;
    };
  };
  /** Preview a reversal: balances and failed checks. Permission: MANAGE_TRANSFER or WALLET_CREDIT_DEBIT. */
  "POST /transaction/{transactionId}/reverse/preview": {
    params: {
      transactionId: string;
    };
    body?: {
      reason?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: MovementPreview;
    };
  };
  /** Reverse a batch: move each item back that can go back, once. Permission: MANAGE_TRANSFER or WALLET_CREDIT_DEBIT. */
  "POST /wallet/reverse-batch-transaction": {
    body: {
      batchReference: string;
      reason?: string;
    };
    reply: {
      status: true;
      message?: string;
      data?: BatchReversal;
    };
  };
  /** Preview the reversal of a batch: how many items go back, and why others cannot. Permission: MANAGE_TRANSFER or WALLET_CREDIT_DEBIT. */
  "POST /wallet/reverse-batch-transaction/preview": {
    body: {
      batchReference: string;
    };
    reply: {
      status: true;
      message?: string;
      data: BatchReversalPreview;
    };
  };
  /** List requests for approval, pending or decided. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/pending": {
    query?: {
      page?: number;
      perPage?: number;
      status?: ("PENDING" | "APPROVED" | "DECLINED" | "EXPIRED" | "FAILED" | "ALL");
      scope?: ("mine" | "approvable");
      type?: ("ALL" | "CREDIT" | "DEBIT");
      category?: string;
      kind?: ("transfer" | "credit" | "debit" | "batch" | "upload" | "payout" | "payout_batch" | "reversal" | "batch_reversal" | "card_fund" | "card_unload");
      creator?: string;
      sort?: ("newest" | "oldest" | "expiry" | "amount");
      after?: string;
    };
    reply: {
      status: true;
      message?: string;
      data: Array<PendingItem>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** List the members who have submitted requests for approval. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/requesters": {
    reply: {
      status: true;
      message?: string;
      data: Array<{
        id: string;
        name: string;
      }>;
    };
  };
  /** Get a request for approval with its checks at submission and now, and its history. Permission: BROWSE_TRANSACTIONS. */
  "GET /transaction/pending/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
      data: PendingDetails;
    };
  };
  /** Approve a pending request; all checks run again. Permission: APPROVE_TRANSFER. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /transaction/approve": {
    body: {
      transactionId: string;
      comment?: string;
      firstApprover?: (string | null);
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Decline a pending request, or withdraw your own. Permission: APPROVE_TRANSFER or MANAGE_TRANSFER or WALLET_CREDIT_DEBIT or TRANSFER_TO_BANK or MANAGE_PREPAID_CARD or ISSUE_CARD. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "DELETE /transaction/{transactionId}": {
    params: {
      transactionId: string;
    };
    body?: {
      reason?: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List requested changes of access, newest first. Permission: APPROVE_TRANSFER or BROWSE_TEAM_MEMBER or UPDATE_MERCHANT_DETAIL. */
  "GET /team/changes": {
    query?: {
      page?: number;
      perPage?: number;
      status?: ("PENDING" | "APPROVED" | "DECLINED" | "EXPIRED" | "FAILED" | "ALL");
    };
    reply: {
      status: true;
      message?: string;
      data: Array<AccessChange>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Get a requested change of access. Permission: APPROVE_TRANSFER or BROWSE_TEAM_MEMBER or UPDATE_MERCHANT_DETAIL. */
  "GET /team/changes/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
      data: AccessChange;
    };
  };
  /** Decline a requested change of access, or withdraw your own. Permission: APPROVE_TRANSFER or INVITE_TEAM_MEMBER or MANAGE_TEAM_MEMBER or MANAGE_MEMBER_ROLE or MANAGE_ROLES or UPDATE_MERCHANT_DETAIL. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "DELETE /team/changes/{id}": {
    params: {
      id: string;
    };
    body: {
      reason: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Agree to a requested change of access and apply it. Permission: APPROVE_TRANSFER. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /team/changes/{id}/approve": {
    params: {
      id: string;
    };
    body?: {
      comment?: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List deliveries, newest first. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/deliveries": {
    query?: {
      page?: number;
      perPage?: number;
      limit?: number;
      status?: ("pending" | "success" | "failed" | "retrying");
      eventType?: ("transaction.success" | "transaction.failed" | "transaction.pending" | "wallet.credit" | "wallet.credit.suspended" | "wallet.debit" | "customer.created" | "card.linked" | "card.status" | "card.authorization" | "card.transaction" | "transfer.completed" | "transfer.failed" | "transfer.processing" | "transfer.reversed" | "batch.completed" | "wallet_import.completed" | "test.webhook");
      subscriptionId?: string;
      errorCode?: ("http_error" | "timeout" | "connect_timeout" | "dns_error" | "connection_refused" | "connection_reset" | "tls_error" | "blocked_address" | "invalid_url" | "redirect_not_followed" | "rate_limited" | "subscription_inactive" | "subscription_deleted" | "subscription_unverified" | "restored" | "internal");
      reference?: string;
      eventId?: string;
      test?: ("all" | "hide" | "only");
      startDate?: string;
      endDate?: string;
    };
    reply: {
      success: true;
      message?: string;
      data: Array<Delivery>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Get a delivery with every attempt. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/delivery/{id}": {
    params: {
      id: string;
    };
    reply: {
      success: true;
      message?: string;
      data: DeliveryDetails;
    };
  };
  /** Replay a failed delivery as a new one. Permission: MANAGE_WEBHOOKS. */
  "POST /merchant/webhook/replay/{id}": {
    params: {
      id: string;
    };
    reply: {
      success: true;
      message?: string;
      data: Delivery;
    };
  };
  /** Replay failed deliveries in bulk, or count them first. Permission: MANAGE_WEBHOOKS. */
  "POST /merchant/webhook/replays": {
    body?: {
      subscriptionId?: string;
      eventType?: ("transaction.success" | "transaction.failed" | "transaction.pending" | "wallet.credit" | "wallet.credit.suspended" | "wallet.debit" | "customer.created" | "card.linked" | "card.status" | "card.authorization" | "card.transaction" | "transfer.completed" | "transfer.failed" | "transfer.processing" | "transfer.reversed" | "batch.completed" | "wallet_import.completed");
      errorCode?: ("http_error" | "timeout" | "connect_timeout" | "dns_error" | "connection_refused" | "connection_reset" | "tls_error" | "blocked_address" | "invalid_url" | "redirect_not_followed" | "rate_limited" | "subscription_inactive" | "subscription_deleted" | "subscription_unverified" | "restored" | "internal");
      ids?: Array<string>;
      dryRun?: boolean;
      startDate?: string;
      endDate?: string;
    };
    reply: ({
      success: true;
      message?: string;
      data: {
        count: number;
        skipped: Record<string, number>;
        etaSeconds: number;
      };
    } | {
      success: true;
      message?: string;
      data: ReplayJob;
    });
  };
  /** List bulk replays, newest first. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/replays": {
    query?: {
      page?: number;
      perPage?: number;
    };
    reply: {
      success: true;
      message?: string;
      data: Array<ReplayJob>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Get the progress of a bulk replay. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/replays/{id}": {
    params: {
      id: string;
    };
    reply: {
      success: true;
      message?: string;
      data: ReplayJob;
    };
  };
  /** Stop a bulk replay. Permission: MANAGE_WEBHOOKS. */
  "DELETE /merchant/webhook/replays/{id}": {
    params: {
      id: string;
    };
    reply: {
      success: true;
      message?: string;
      data: ReplayJob;
    };
  };
  /** List events with their targets and delivery outcomes. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/event-log": {
    query?: {
      page?: number;
      perPage?: number;
      reference?: string;
      eventType?: ("transaction.success" | "transaction.failed" | "transaction.pending" | "wallet.credit" | "wallet.credit.suspended" | "wallet.debit" | "customer.created" | "card.linked" | "card.status" | "card.authorization" | "card.transaction" | "transfer.completed" | "transfer.failed" | "transfer.processing" | "transfer.reversed" | "batch.completed" | "wallet_import.completed");
      startDate?: string;
      endDate?: string;
    };
    reply: {
      success: true;
      message?: string;
      data: Array<EventLogLine>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Get an event with its targets and delivery outcomes. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/event-log/{eventId}": {
    params: {
      eventId: string;
    };
    reply: {
      success: true;
      message?: string;
      data: EventLogLine;
    };
  };
  /** Get hourly delivery counts. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/stats": {
    query?: {
      subscriptionId?: string;
      startDate?: string;
      endDate?: string;
    };
    reply: {
      success: true;
      message?: string;
      data: WebhookStats;
    };
  };
  /** Get the webhook mode and the callback URL of the current account mode. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/settings": {
    reply: {
      success: true;
      message?: string;
      data: WebhookSettings;
    };
  };
  /** Set the webhook mode, and the callback URL. Permission: MANAGE_WEBHOOKS. */
  "PUT /merchant/webhook/settings": {
    body: {
      webhookMode: ("LEGACY" | "SUBSCRIPTIONS" | "BOTH");
      callbackURL?: (string | null);
    };
    reply: {
      success: true;
      message?: string;
      data: WebhookSettings;
    };
  };
  /** Subscribe a URL to events. Permission: MANAGE_WEBHOOKS. */
  "POST /merchant/webhook/subscribe": {
    body: {
      url: string;
      events: Array<("transaction.success" | "transaction.failed" | "transaction.pending" | "wallet.credit" | "wallet.credit.suspended" | "wallet.debit" | "customer.created" | "card.linked" | "card.status" | "card.authorization" | "card.transaction" | "transfer.completed" | "transfer.failed" | "transfer.processing" | "transfer.reversed" | "batch.completed" | "wallet_import.completed" | "*")>;
      description?: string;
      verifyEndpoint?: boolean;
      overflow?: ("fail" | "queue");
    };
    reply: {
      success: true;
      message?: string;
      data: Subscription;
    };
  };
  /** List subscriptions, newest first. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/subscriptions": {
    reply: {
      success: true;
      message?: string;
      data: Array<SubscriptionWithHealth>;
    };
  };
  /** List the subscriptions that fail deliveries of a file with so many rows. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/forecast": {
    query: {
      kind: ("create" | "credit" | "debit" | "payout");
      rows: number;
    };
    reply: {
      success: true;
      message?: string;
      data: Array<DeliveryForecast>;
    };
  };
  /** Get a subscription. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/subscription/{id}": {
    params: {
      id: string;
    };
    reply: {
      success: true;
      message?: string;
      data: SubscriptionWithHealth;
    };
  };
  /** Change a subscription's events, description or status. Permission: MANAGE_WEBHOOKS. */
  "PUT /merchant/webhook/subscription/{id}": {
    params: {
      id: string;
    };
    body: {
      events?: Array<("transaction.success" | "transaction.failed" | "transaction.pending" | "wallet.credit" | "wallet.credit.suspended" | "wallet.debit" | "customer.created" | "card.linked" | "card.status" | "card.authorization" | "card.transaction" | "transfer.completed" | "transfer.failed" | "transfer.processing" | "transfer.reversed" | "batch.completed" | "wallet_import.completed" | "*")>;
      active?: boolean;
      description?: (string | null);
      verifyEndpoint?: boolean;
      overflow?: ("fail" | "queue");
      url?: unknown;
    };
    reply: {
      success: true;
      message?: string;
      data: SubscriptionWithHealth;
    };
  };
  /** Delete a subscription; its history stays. Permission: MANAGE_WEBHOOKS. */
  "DELETE /merchant/webhook/subscription/{id}": {
    params: {
      id: string;
    };
    reply: {
      success: true;
      message?: string;
    };
  };
  /** Get the signing secret of a subscription. Permission: MANAGE_WEBHOOKS. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "GET /merchant/webhook/subscription/{id}/secret": {
    params: {
      id: string;
    };
    reply: {
      success: true;
      message?: string;
      data: {
        secret: string;
        previousSecretUntil: (string | null);
      };
    };
  };
  /** Replace the signing secret of a subscription; the former one signs too for some hours. Permission: MANAGE_WEBHOOKS. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /merchant/webhook/subscription/{id}/secret/roll": {
    params: {
      id: string;
    };
    body?: {
      overlapHours?: number;
    };
    reply: {
      success: true;
      message?: string;
      data: {
        secret: string;
        previousSecretUntil: (string | null);
      };
    };
  };
  /** Ask the endpoint of a subscription to prove that it belongs to the merchant. Permission: MANAGE_WEBHOOKS. */
  "POST /merchant/webhook/subscription/{id}/challenge": {
    params: {
      id: string;
    };
    reply: {
      success: true;
      message?: string;
      data: {
        verified: boolean;
        httpStatusCode: (number | null);
        responseTimeMs: number;
        errorCode: (("http_error" | "timeout" | "connect_timeout" | "dns_error" | "connection_refused" | "connection_reset" | "tls_error" | "blocked_address" | "invalid_url" | "redirect_not_followed" | "rate_limited" | "subscription_inactive" | "subscription_deleted" | "subscription_unverified" | "restored" | "internal") | null);
        errorMessage: (string | null);
      };
    };
  };
  /** List the event types. Permission: BROWSE_WEBHOOKS. */
  "GET /merchant/webhook/events": {
    reply: {
      success: true;
      message?: string;
      data: Array<{
        type: ("transaction.success" | "transaction.failed" | "transaction.pending" | "wallet.credit" | "wallet.credit.suspended" | "wallet.debit" | "customer.created" | "card.linked" | "card.status" | "card.authorization" | "card.transaction" | "transfer.completed" | "transfer.failed" | "transfer.processing" | "transfer.reversed" | "batch.completed" | "wallet_import.completed" | "*");
        description: string;
        example: ({
          event: string;
          data: Record<string, unknown>;
        } | null);
      }>;
    };
  };
  /** Send a test event to a subscription and return its response. Permission: MANAGE_WEBHOOKS. */
  "POST /merchant/webhook/test/{id}": {
    params: {
      id: string;
    };
    reply: {
      success: true;
      message?: string;
      data: WebhookTestResult;
    };
  };
  /** Register a merchant account and send activation codes by e-mail and SMS */
  "POST /merchant": {
    body: {
      firstName: string;
      lastName: string;
      email: string;
      password: string;
      phoneNumber: string;
      businessName: string;
      businessType: string;
    };
    reply: {
      status: true;
      message?: string;
      requireVerification: true;
    };
  };
  /** Activate the account with the code of the e-mail, which confirms it, or of the text message */
  "PUT /merchant/verify": {
    body: {
      activationCode: string;
      email?: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Send new activation codes */
  "POST /merchant/verify/resend": {
    body: {
      email: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Get the public and private key of the current mode. Permission: BROWSE_KEYS. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "GET /merchant/my-access-keys": {
    reply: {
      status: true;
      message?: string;
      data: {
        publicKey: string;
        privateKey: string;
      };
    };
  };
  /** List the active keys with their use, without private keys. Permission: BROWSE_KEYS. */
  "GET /merchant/access-keys": {
    reply: {
      status: true;
      message?: string;
      data: Array<AccessKey>;
    };
  };
  /** Create a new key pair; the old pair stops working immediately or after some hours. Permission: GENERATE_KEYS. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /merchant/generate-access-keys": {
    body?: {
      overlapHours?: number;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        publicKey: string;
        privateKey: string;
      };
    };
  };
  /** Switch the account between sandbox and production. Permission: SWITCH_ACCOUNT_MODE. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /merchant/account-mode": {
    body: {
      mode: ("SANDBOX" | "PRODUCTION");
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List the restricted keys of the current mode with their use, and those that ended in the last 30 days. Permission: BROWSE_KEYS. */
  "GET /merchant/restricted-keys": {
    reply: {
      status: true;
      message?: string;
      data: Array<RestrictedKey>;
    };
  };
  /** Create a key with some of the permissions of keys; the reply is the only one that contains it. Permission: GENERATE_KEYS. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /merchant/restricted-keys": {
    body: {
      name: string;
      permissions: Array<("BROWSE_CUSTOMERS" | "UPDATE_CUSTOMERS" | "CREATE_CUSTOMER_WALLET" | "BROWSE_CUSTOMER_WALLETS" | "WALLET_CREDIT_DEBIT" | "ENABLE_DISABLE_WALLET" | "FREEZE_WALLET" | "SET_TRANSACTION_PIN" | "BVN_VERIFICATION" | "MANAGE_TRANSFER" | "TRANSFER_TO_BANK" | "ISSUE_CARD" | "MANAGE_PREPAID_CARD" | "BROWSE_TRANSACTIONS" | "BROWSE_MERCHANT_WALLET" | "UPDATE_MERCHANT_DETAIL" | "BROWSE_WEBHOOKS" | "MANAGE_WEBHOOKS" | "BROWSE_AUDIT_LOG")>;
      allowedAddresses?: Array<string>;
      expiresAt?: (string | null);
    };
    reply: {
      status: true;
      message?: string;
      data: {
        id: string;
        name: string;
        key: string;
      };
    };
  };
  /** Replace a restricted key; the old one stops working immediately or after some hours. Permission: GENERATE_KEYS. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /merchant/restricted-keys/{id}/roll": {
    params: {
      id: string;
    };
    body?: {
      overlapHours?: number;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        id: string;
        name: string;
        key: string;
      };
    };
  };
  /** Revoke a restricted key. Permission: GENERATE_KEYS. */
  "DELETE /merchant/restricted-keys/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Get the merchant's profile */
  "GET /merchant/profile": {
    reply: {
      status: true;
      message?: string;
      data: MerchantProfile;
    };
  };
  /** Change the merchant's profile. Permission: UPDATE_MERCHANT_DETAIL. */
  "PATCH /merchant/profile": {
    body?: {
      callbackURL?: (string | null);
      sandboxCallbackURL?: (string | null);
      canLogin?: true;
      sendEmail?: boolean;
    };
    reply: {
      status: true;
      message?: string;
      data: MerchantProfile;
    };
  };
  /** Get fees, limits and flags of the current mode */
  "GET /merchant/settings": {
    reply: {
      status: true;
      message?: string;
      data: MerchantSettings;
    };
  };
  /** Change the settings that the merchant controls. Permission: UPDATE_MERCHANT_DETAIL. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "PATCH /merchant/settings": {
    body?: {
      merchantFee?: number;
      merchantDailyLimit?: (number | null);
      requirePinForDebit?: boolean;
      requireTwoFactor?: boolean;
      membersMayMoveMoney?: boolean;
      noApprovalBelow?: (number | null);
      twoApproversFrom?: (number | null);
      canDebitCustomer?: boolean;
      internalTransfers?: boolean;
      webhookMode?: ("LEGACY" | "SUBSCRIPTIONS" | "BOTH");
      callbackURL?: (string | null);
      sandboxCallbackURL?: (string | null);
      mailChainHead?: boolean;
    };
    reply: {
      status: true;
      message?: string;
      data: MerchantSettings;
    };
  };
  /** Get the limits of the tiers, the merchant and the caller */
  "GET /merchant/limits": {
    reply: {
      status: true;
      message?: string;
      data: MerchantLimits;
    };
  };
  /** Freeze all wallets of the current mode in an emergency. Role: MainMerchant. */
  "POST /merchant/wallets/freeze-all": {
    body: {
      reason: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** End the emergency freeze of all wallets. Role: MainMerchant. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /merchant/wallets/release-all": {
    body?: {
      reason?: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List audit log entries, newest first. Permission: BROWSE_AUDIT_LOG. */
  "GET /merchant/audit-log": {
    query?: {
      actor?: string;
      action?: string;
      without?: string;
      objectKind?: string;
      objectId?: string;
      startDate?: string;
      endDate?: string;
      id?: string;
      page?: number;
      perPage?: number;
    };
    reply: {
      status: true;
      message?: string;
      data: Array<AuditLogLine>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Download the audit log as CSV, newest first. Permission: BROWSE_AUDIT_LOG. */
  "GET /merchant/audit-log/download": {
    query?: {
      actor?: string;
      action?: string;
      without?: string;
      objectKind?: string;
      objectId?: string;
      startDate?: string;
      endDate?: string;
    };
    reply: Response;
  };
  /** Get credits, debits and new wallets by day. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/overview": {
    query: {
      startDate: string;
      endDate: string;
    };
    reply: {
      status: true;
      message?: string;
      data: Overview;
    };
  };
  /** Get volumes, balances, wallets, failures and deliveries over time. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/analytics": {
    query: {
      startDate: string;
      endDate: string;
    };
    reply: {
      status: true;
      message?: string;
      data: Analytics;
    };
  };
  /** Get the merchant's own wallet. Permission: BROWSE_MERCHANT_WALLET. */
  "GET /merchant/wallet": {
    reply: {
      status: true;
      message?: string;
      data: MerchantWallet;
    };
  };
  /** Get the balance of the merchant's own wallet. Permission: BROWSE_MERCHANT_WALLET. */
  "GET /wallet/balance": {
    reply: {
      status: true;
      message?: string;
      data: {
        id: string;
        accountNumber: string;
        availableBalance: number;
        bookedBalance: number;
        currency: "NGN";
      };
    };
  };
  /** Fund the merchant's sandbox wallet without real money. Permission: UPDATE_MERCHANT_DETAIL. */
  "POST /merchant/fund-wallet": {
    body: {
      amount: number;
    };
    reply: {
      status: true;
      message?: string;
      data: {
        amount: number;
        reference: string;
        availableBalance: number;
      };
    };
  };
  /** Get opening, in, out and closing of all wallets by day and month, with the proof. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/insights/cash-position": {
    query: {
      startDate: string;
      endDate: string;
    };
    reply: {
      status: true;
      message?: string;
      data: CashPosition;
    };
  };
  /** Get volumes by kind, with those of the period before. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/insights/volumes": {
    query: {
      startDate: string;
      endDate: string;
    };
    reply: {
      status: true;
      message?: string;
      data: Volumes;
    };
  };
  /** Get fees, VAT and stamp duty by kind, with those of the period before. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/insights/charges": {
    query: {
      startDate: string;
      endDate: string;
    };
    reply: {
      status: true;
      message?: string;
      data: ChargeSums;
    };
  };
  /** Get succeeded and failed requests by day, and why they failed. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/insights/success": {
    query: {
      startDate: string;
      endDate: string;
    };
    reply: {
      status: true;
      message?: string;
      data: SuccessRates;
    };
  };
  /** Get what cards authorized, cleared and refunded, and why payments were declined. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/insights/cards": {
    query: {
      startDate: string;
      endDate: string;
    };
    reply: {
      status: true;
      message?: string;
      data: CardSums;
    };
  };
  /** Get active wallets by week and month, new and returning, and by month of creation. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/insights/active-wallets": {
    reply: {
      status: true;
      message?: string;
      data: ActiveWallets;
    };
  };
  /** Get wallets by tier and balance, and how many are near a limit. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/insights/wallet-levels": {
    reply: {
      status: true;
      message?: string;
      data: WalletLevels;
    };
  };
  /** Get the 20 customers with the highest volume in a calendar month. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/insights/top-customers": {
    query: {
      month: string;
    };
    reply: {
      status: true;
      message?: string;
      data: TopCustomers;
    };
  };
  /** Get transactions by weekday and hour. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/insights/busy-hours": {
    query: {
      startDate: string;
      endDate: string;
    };
    reply: {
      status: true;
      message?: string;
      data: BusyHours;
    };
  };
  /** List exactly the rows that a figure of Insights counts, newest first, with their sum. Permission: BROWSE_TRANSACTIONS. */
  "GET /merchant/insights/rows": {
    query: {
      startDate: string;
      endDate: string;
      page?: number;
      perPage?: number;
      figure: ("volume" | "merchantFees" | "platformFees" | "vat" | "duty" | "moneyIn" | "moneyOut" | "posted" | "customerVolume" | "requests" | "judged" | "succeeded" | "failed" | "customerErrors" | "systemErrors" | "cardAuthorized" | "cardApproved" | "cardCleared" | "cardRefunded" | "cardDeclined");
      kind?: ("credits" | "debits" | "transfers" | "bankTransfers" | "returnedBankTransfers" | "bankCredits" | "funding" | "reservations" | "cardPayments" | "returnedCardPayments" | "cardFunding" | "cardUnloading");
      source?: ("batch" | "payout" | "transaction");
      code?: string;
      weekday?: number;
      hour?: number;
    };
    reply: {
      status: true;
      message?: string;
      rows: Array<InsightRow>;
      sum: (number | null);
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Compare our books with the bank's, or the card issuers', for a day. Permission: BROWSE_TRANSACTIONS. */
  "GET /reconciliation": {
    query?: {
      date?: string;
      books?: ("bank" | "cards");
    };
    reply: {
      status: true;
      message?: string;
      data: Reconciliation;
    };
  };
  /** Upload a settlement file of the bank or the card issuer. Permission: MANAGE_BALANCE_SETTLEMENT. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /reconciliation/files": {
    body: FormData;
    reply: {
      status: true;
      message?: string;
      file: SettlementFile;
    };
  };
  /** List differences between our books and the bank's, oldest first. Permission: BROWSE_TRANSACTIONS. */
  "GET /reconciliation/breaks": {
    query?: {
      page?: number;
      perPage?: number;
      state?: ("open" | "resolved");
      kind?: ("missing_here" | "missing_there" | "amount_differs" | "status_differs" | "duplicate");
      age?: ("1_day" | "2_3_days" | "over_3_days");
      date?: string;
      ownerId?: string;
      search?: string;
    };
    reply: {
      status: true;
      message?: string;
      breaks: Array<Break>;
      counts: {
        byKind: Record<string, number>;
        byAge: Record<string, number>;
      };
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
        totalIsCapped?: boolean;
      };
    };
  };
  /** Assign a difference to a member or note something about it. Permission: MANAGE_BALANCE_SETTLEMENT. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "PATCH /reconciliation/breaks/{id}": {
    params: {
      id: string;
    };
    body: {
      ownerId?: (string | null);
      note?: (string | null);
    };
    reply: {
      status: true;
      message?: string;
      break: Break;
    };
  };
  /** Resolve a difference. Permission: MANAGE_BALANCE_SETTLEMENT. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /reconciliation/breaks/{id}/resolve": {
    params: {
      id: string;
    };
    body: {
      resolution: ("bank_verdict" | "book_difference" | "no_booking");
      note: string;
    };
    reply: {
      status: true;
      message?: string;
      break: Break;
    };
  };
  /** Find transactions, batches, payouts, approvals and deliveries by reference or ID. Permission: BROWSE_TRANSACTIONS or BROWSE_WEBHOOKS. */
  "GET /search": {
    query: {
      query: string;
    };
    reply: {
      status: true;
      message?: string;
      data: Array<FoundRecord>;
    };
  };
  /** Get the low-balance alert of the merchant wallet */
  "GET /merchant/balance-alert": {
    reply: {
      status: true;
      message?: string;
      alert: (BalanceAlert | null);
    };
  };
  /** Set or remove the low-balance alert of the merchant wallet. Permission: UPDATE_MERCHANT_DETAIL. */
  "PUT /merchant/balance-alert": {
    body: {
      threshold: (number | null);
      memberIds?: (Array<string> | null);
    };
    reply: {
      status: true;
      message?: string;
      alert: (BalanceAlert | null);
    };
  };
  /** Get what is missing before the account can go live, and the state of each document. Permission: UPDATE_MERCHANT_DETAIL or SWITCH_ACCOUNT_MODE. */
  "GET /merchant/business-verification": {
    reply: {
      status: true;
      message?: string;
      verification: BusinessVerification;
    };
  };
  /** Upload business documents: PDF, JPEG or PNG, up to 10 MiB each. Role: MainMerchant. */
  "PUT /merchant/complete-merchant-registration": {
    body: FormData;
    reply: {
      status: true;
      message?: string;
      verification: BusinessVerification;
    };
  };
  /** Submit the uploaded documents for review. Role: MainMerchant. */
  "POST /merchant/business-verification/submit": {
    reply: {
      status: true;
      message?: string;
      verification: BusinessVerification;
    };
  };
  /** Download one of your business documents. Role: MainMerchant. */
  "GET /merchant/business-documents/{id}": {
    params: {
      id: string;
    };
    reply: Response;
  };
  /** List the members of the team. Permission: BROWSE_TEAM_MEMBER. */
  "GET /team/members": {
    query?: {
      page?: number;
      perPage?: number;
    };
    reply: {
      status: true;
      message?: string;
      data: Array<Member>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Change a member's role or approval limit. Permission: MANAGE_TEAM_MEMBER or MANAGE_MEMBER_ROLE. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "PUT /team/member/{id}": {
    params: {
      id: string;
    };
    body?: {
      approvalLimit?: (number | null);
      roleId?: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Remove a member; their sessions end. Permission: MANAGE_TEAM_MEMBER. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "DELETE /team/member/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Invite a person to the team. Permission: INVITE_TEAM_MEMBER. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /team/invitations": {
    body: {
      roleId: string;
      email: string;
      approvalLimit?: (number | null);
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List invitations, newest first. Permission: INVITE_TEAM_MEMBER. */
  "GET /team/invitations": {
    query?: {
      page?: number;
      perPage?: number;
    };
    reply: {
      status: true;
      message?: string;
      data: Array<Invitation>;
      metadata: {
        page: number;
        perPage: number;
        totalRecords: number;
        totalPages: number;
      };
    };
  };
  /** Resend an invitation. Permission: INVITE_TEAM_MEMBER. */
  "POST /team/invitations/resend": {
    body: {
      email: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** Accept an invitation with the code from the e-mail */
  "POST /team/invitations/accept": {
    body: {
      invitationCode: string;
      firstName: string;
      lastName: string;
      phoneNumber: string;
      password: string;
    };
    reply: {
      status: true;
      message?: string;
      email: string;
    };
  };
  /** Withdraw an invitation. Permission: INVITE_TEAM_MEMBER. */
  "DELETE /team/invitations/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List all permissions with their descriptions. Permission: BROWSE_ROLES. */
  "GET /team/permissions": {
    reply: {
      status: true;
      message?: string;
      data: Array<{
        name: ("BROWSE_CUSTOMERS" | "UPDATE_CUSTOMERS" | "CREATE_CUSTOMER_WALLET" | "BROWSE_CUSTOMER_WALLETS" | "WALLET_CREDIT_DEBIT" | "ENABLE_DISABLE_WALLET" | "FREEZE_WALLET" | "SET_TRANSACTION_PIN" | "BVN_VERIFICATION" | "MANAGE_TRANSFER" | "TRANSFER_TO_BANK" | "ISSUE_CARD" | "MANAGE_PREPAID_CARD" | "APPROVE_TRANSFER" | "MANAGE_BALANCE_SETTLEMENT" | "BROWSE_TRANSACTIONS" | "BROWSE_MERCHANT_WALLET" | "UPDATE_MERCHANT_DETAIL" | "SWITCH_ACCOUNT_MODE" | "BROWSE_KEYS" | "GENERATE_KEYS" | "INVITE_TEAM_MEMBER" | "BROWSE_TEAM_MEMBER" | "MANAGE_TEAM_MEMBER" | "MANAGE_MEMBER_ROLE" | "BROWSE_ROLES" | "MANAGE_ROLES" | "BROWSE_WEBHOOKS" | "MANAGE_WEBHOOKS" | "BROWSE_AUDIT_LOG");
        description: string;
      }>;
    };
  };
  /** List roles, built-in and custom. Permission: BROWSE_ROLES. */
  "GET /team/roles": {
    reply: {
      status: true;
      message?: string;
      data: Array<Role>;
    };
  };
  /** Create a custom role. Permission: MANAGE_ROLES. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "POST /team/roles": {
    body: {
      name: string;
      permissions: Array<("BROWSE_CUSTOMERS" | "UPDATE_CUSTOMERS" | "CREATE_CUSTOMER_WALLET" | "BROWSE_CUSTOMER_WALLETS" | "WALLET_CREDIT_DEBIT" | "ENABLE_DISABLE_WALLET" | "FREEZE_WALLET" | "SET_TRANSACTION_PIN" | "BVN_VERIFICATION" | "MANAGE_TRANSFER" | "TRANSFER_TO_BANK" | "ISSUE_CARD" | "MANAGE_PREPAID_CARD" | "APPROVE_TRANSFER" | "MANAGE_BALANCE_SETTLEMENT" | "BROWSE_TRANSACTIONS" | "BROWSE_MERCHANT_WALLET" | "UPDATE_MERCHANT_DETAIL" | "SWITCH_ACCOUNT_MODE" | "BROWSE_KEYS" | "GENERATE_KEYS" | "INVITE_TEAM_MEMBER" | "BROWSE_TEAM_MEMBER" | "MANAGE_TEAM_MEMBER" | "MANAGE_MEMBER_ROLE" | "BROWSE_ROLES" | "MANAGE_ROLES" | "BROWSE_WEBHOOKS" | "MANAGE_WEBHOOKS" | "BROWSE_AUDIT_LOG" | "MANAGE_AIRTIME")>;
    };
    reply: {
      status: true;
      message?: string;
      data: Role;
    };
  };
  /** Change a custom role. Permission: MANAGE_ROLES. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "PATCH /team/roles/{id}": {
    params: {
      id: string;
    };
    body?: {
      name?: string;
      permissions?: Array<("BROWSE_CUSTOMERS" | "UPDATE_CUSTOMERS" | "CREATE_CUSTOMER_WALLET" | "BROWSE_CUSTOMER_WALLETS" | "WALLET_CREDIT_DEBIT" | "ENABLE_DISABLE_WALLET" | "FREEZE_WALLET" | "SET_TRANSACTION_PIN" | "BVN_VERIFICATION" | "MANAGE_TRANSFER" | "TRANSFER_TO_BANK" | "ISSUE_CARD" | "MANAGE_PREPAID_CARD" | "APPROVE_TRANSFER" | "MANAGE_BALANCE_SETTLEMENT" | "BROWSE_TRANSACTIONS" | "BROWSE_MERCHANT_WALLET" | "UPDATE_MERCHANT_DETAIL" | "SWITCH_ACCOUNT_MODE" | "BROWSE_KEYS" | "GENERATE_KEYS" | "INVITE_TEAM_MEMBER" | "BROWSE_TEAM_MEMBER" | "MANAGE_TEAM_MEMBER" | "MANAGE_MEMBER_ROLE" | "BROWSE_ROLES" | "MANAGE_ROLES" | "BROWSE_WEBHOOKS" | "MANAGE_WEBHOOKS" | "BROWSE_AUDIT_LOG" | "MANAGE_AIRTIME")>;
    };
    reply: {
      status: true;
      message?: string;
      data: Role;
    };
  };
  /** Remove an unused custom role. Permission: MANAGE_ROLES. A session needs a sign-in or `POST /user/step-up` in the last 10 minutes. */
  "DELETE /team/roles/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List your merchants */
  "GET /team/merchants": {
    reply: {
      status: true;
      message?: string;
      data: Array<{
        id: string;
        role: string;
        name: string;
      }>;
    };
  };
  /** Switch this session to another of your merchants */
  "POST /team/merchants/switch": {
    body: {
      merchantId: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
  /** List your saved views of a list, oldest first */
  "GET /user/views": {
    query: {
      list: ("wallets" | "customers" | "transactions" | "payouts" | "insights");
    };
    reply: {
      status: true;
      message?: string;
      views: Array<SavedView>;
    };
  };
  /** Save the filters of a list under a name */
  "POST /user/views": {
    body: {
      list: ("wallets" | "customers" | "transactions" | "payouts" | "insights");
      name: string;
      query: string;
    };
    reply: {
      status: true;
      message?: string;
      view: SavedView;
    };
  };
  /** Rename one of your saved views, or change its filters */
  "PATCH /user/views/{id}": {
    params: {
      id: string;
    };
    body?: {
      name?: string;
      query?: string;
    };
    reply: {
      status: true;
      message?: string;
      view: SavedView;
    };
  };
  /** Remove one of your saved views */
  "DELETE /user/views/{id}": {
    params: {
      id: string;
    };
    reply: {
      status: true;
      message?: string;
    };
  };
};

/** The body of each webhook. */
export type WebhookEvents = {
  /** A transaction completed successfully. */
  "transaction.success": {
    event: "transaction.success";
    data: {
      transactionId: string;
      reference: string;
      type: ("credit" | "debit");
      amount: number;
      fee: number;
      currency: "NGN";
      status: ("success" | "failed" | "pending");
      description: string;
      narration?: string;
      reversalOf?: {
        transactionId: string;
        reference: string;
      };
      timestamp: string;
      metadata: {
        merchantId: string;
        merchantName: string;
      };
    };
  };
  /** A transaction failed: its approval failed, was declined or expired, or a payout failed or was cancelled. */
  "transaction.failed": {
    event: "transaction.failed";
    data: {
      transactionId: string;
      reference: string;
      type: ("credit" | "debit");
      amount: number;
      fee: number;
      currency: "NGN";
      status: ("success" | "failed" | "pending");
      description: string;
      narration?: string;
      reversalOf?: {
        transactionId: string;
        reference: string;
      };
      timestamp: string;
      metadata: {
        merchantId: string;
        merchantName: string;
      };
    };
  };
  /** A transaction is pending approval. */
  "transaction.pending": {
    event: "transaction.pending";
    data: {
      transactionId: string;
      reference: string;
      type: ("credit" | "debit");
      amount: number;
      fee: number;
      currency: "NGN";
      status: ("success" | "failed" | "pending");
      description: string;
      narration?: string;
      reversalOf?: {
        transactionId: string;
        reference: string;
      };
      timestamp: string;
      metadata: {
        merchantId: string;
        merchantName: string;
      };
    };
  };
  /** A customer's wallet was credited. */
  "wallet.credit": {
    event: "wallet.credit";
    data: {
      walletId: string;
      accountNumber: string;
      previousBalance: number;
      newBalance: number;
      amount: number;
      type: ("credit" | "debit");
      reference: string;
      narration?: string;
      reversalOf?: {
        transactionId: string;
        reference: string;
      };
      timestamp: string;
    };
  };
  /** A bank transfer arrived for a wallet that cannot take it. The money waits until a member resolves it. */
  "wallet.credit.suspended": {
    event: "wallet.credit.suspended";
    data: {
      bankCreditId: string;
      walletId: string;
      customerId: (string | null);
      accountNumber: string;
      amount: number;
      reason: ("post_no_credit" | "wallet_frozen" | "max_balance_exceeded" | "settlement");
      senderName: string;
      sessionId: string;
      reference: string;
      timestamp: string;
    };
  };
  /** A customer's wallet was debited. */
  "wallet.debit": {
    event: "wallet.debit";
    data: {
      walletId: string;
      accountNumber: string;
      previousBalance: number;
      newBalance: number;
      amount: number;
      type: ("credit" | "debit");
      reference: string;
      narration?: string;
      reversalOf?: {
        transactionId: string;
        reference: string;
      };
      timestamp: string;
    };
  };
  /** A customer's wallet was created. */
  "customer.created": {
    event: "customer.created";
    data: {
      customerId: string;
      walletId: string;
      accountNumber: string;
      accountName: string;
      firstName: string;
      lastName: string;
      email: string;
      phoneNumber: string;
      tier: ("TIER_1" | "TIER_2" | "TIER_3");
      status: ("ACTIVE" | "FROZEN");
      timestamp: string;
    };
  };
  /** A card was linked to a customer's wallet: its issuer made it. */
  "card.linked": {
    event: "card.linked";
    data: {
      cardId: string;
      customerId: string;
      walletId: string;
      type: ("VIRTUAL" | "PHYSICAL");
      brand: (string | null);
      last4: (string | null);
      status: ("requested" | "in_production" | "shipped" | "pending_activation" | "active" | "frozen" | "closed" | "replaced");
      replaces: (string | null);
      timestamp: string;
    };
  };
  /** A card changed its state: it was sent, activated, frozen, unfrozen, closed or replaced. */
  "card.status": {
    event: "card.status";
    data: {
      cardId: string;
      customerId: string;
      walletId: string;
      type: ("VIRTUAL" | "PHYSICAL");
      brand: (string | null);
      last4: (string | null);
      status: ("requested" | "in_production" | "shipped" | "pending_activation" | "active" | "frozen" | "closed" | "replaced");
      replaces: (string | null);
      timestamp: string;
    };
  };
  /** A payment of a card was approved, declined, increased, reversed, or its hold expired. */
  "card.authorization": {
    event: "card.authorization";
    data: {
      authorizationId: string;
      cardId: string;
      customerId: string;
      walletId: string;
      last4: (string | null);
      step: ("approved" | "declined" | "increment" | "clear" | "reverse" | "expire" | "refund" | "collect");
      amount: number;
      final: boolean;
      declineCode: (string | null);
      merchantName: (string | null);
      category: (string | null);
      country: (string | null);
      merchantAmount: (number | null);
      merchantCurrency: (string | null);
      timestamp: string;
    };
  };
  /** A payment of a card was cleared or refunded, or what was owed for one was collected. */
  "card.transaction": {
    event: "card.transaction";
    data: {
      authorizationId: string;
      cardId: string;
      customerId: string;
      walletId: string;
      last4: (string | null);
      step: ("approved" | "declined" | "increment" | "clear" | "reverse" | "expire" | "refund" | "collect");
      amount: number;
      final: boolean;
      declineCode: (string | null);
      merchantName: (string | null);
      category: (string | null);
      country: (string | null);
      merchantAmount: (number | null);
      merchantCurrency: (string | null);
      timestamp: string;
    };
  };
  /** A transfer between wallets or to a bank account completed. */
  "transfer.completed": {
    event: "transfer.completed";
    data: ({
      amount: number;
      reference: string;
      total: number;
      transaction_fee: number;
      fee_breakdown: {
        base_fee: number;
        merchant_fee: number;
        total_fee: number;
      };
      source_customer_id: string;
      target_customer_id: string;
      source_customer_wallet: string;
      target_customer_wallet: string;
      description: string;
      narration?: string;
      reversalOf?: {
        transactionId: string;
        reference: string;
      };
      transactionId: string;
      status: ("success" | "failed");
      currency: "NGN";
      timestamp: string;
      reason?: string;
    } | {
      transactionId: string;
      reference: string;
      state: ("held" | "submitting" | "processing" | "unknown" | "succeeded" | "failed" | "in_review" | "reversed" | "cancelled");
      sequence: number;
      amount: number;
      charges: number;
      vat: number;
      duty: number;
      total: number;
      currency: "NGN";
      walletId: string;
      customerId: (string | null);
      sessionId: string;
      bank: {
        code: string;
        name: string;
      };
      accountNumber: string;
      accountName: string;
      description: string;
      reason: (string | null);
      timestamp: string;
    });
  };
  /** A transfer between wallets failed after it had been submitted, or one to a bank account failed. */
  "transfer.failed": {
    event: "transfer.failed";
    data: ({
      amount: number;
      reference: string;
      total: number;
      transaction_fee: number;
      fee_breakdown: {
        base_fee: number;
        merchant_fee: number;
        total_fee: number;
      };
      source_customer_id: string;
      target_customer_id: string;
      source_customer_wallet: string;
      target_customer_wallet: string;
      description: string;
      narration?: string;
      reversalOf?: {
        transactionId: string;
        reference: string;
      };
      transactionId: string;
      status: ("success" | "failed");
      currency: "NGN";
      timestamp: string;
      reason?: string;
    } | {
      transactionId: string;
      reference: string;
      state: ("held" | "submitting" | "processing" | "unknown" | "succeeded" | "failed" | "in_review" | "reversed" | "cancelled");
      sequence: number;
      amount: number;
      charges: number;
      vat: number;
      duty: number;
      total: number;
      currency: "NGN";
      walletId: string;
      customerId: (string | null);
      sessionId: string;
      bank: {
        code: string;
        name: string;
      };
      accountNumber: string;
      accountName: string;
      description: string;
      reason: (string | null);
      timestamp: string;
    });
  };
  /** A transfer to a bank account was sent, and the bank has not confirmed it yet. */
  "transfer.processing": {
    event: "transfer.processing";
    data: {
      transactionId: string;
      reference: string;
      state: ("held" | "submitting" | "processing" | "unknown" | "succeeded" | "failed" | "in_review" | "reversed" | "cancelled");
      sequence: number;
      amount: number;
      charges: number;
      vat: number;
      duty: number;
      total: number;
      currency: "NGN";
      walletId: string;
      customerId: (string | null);
      sessionId: string;
      bank: {
        code: string;
        name: string;
      };
      accountNumber: string;
      accountName: string;
      description: string;
      reason: (string | null);
      timestamp: string;
    };
  };
  /** The bank gave back a transfer that it had confirmed. The amount is in the wallet again. */
  "transfer.reversed": {
    event: "transfer.reversed";
    data: {
      transactionId: string;
      reference: string;
      state: ("held" | "submitting" | "processing" | "unknown" | "succeeded" | "failed" | "in_review" | "reversed" | "cancelled");
      sequence: number;
      amount: number;
      charges: number;
      vat: number;
      duty: number;
      total: number;
      currency: "NGN";
      walletId: string;
      customerId: (string | null);
      sessionId: string;
      bank: {
        code: string;
        name: string;
      };
      accountNumber: string;
      accountName: string;
      description: string;
      reason: (string | null);
      timestamp: string;
    };
  };
  /** A batch of credits, debits or bank transfers ended, with the numbers of paid and failed items. */
  "batch.completed": {
    event: "batch.completed";
    data: {
      batchId: string;
      reference: string;
      operation: (("credit" | "debit") | "payout");
      origin: ("json" | "upload");
      status: ("completed" | "partially_completed" | "failed");
      total: number;
      paid: number;
      duplicates: number;
      failed: number;
      amount: number;
      currency: "NGN";
      results: string;
      timestamp: string;
    };
  };
  /** An import of customers ended, with the numbers of created and failed rows. */
  "wallet_import.completed": {
    event: "wallet_import.completed";
    data: {
      batchId: string;
      status: ("completed" | "partially_completed" | "failed");
      total: number;
      created: number;
      duplicates: number;
      failed: number;
      results: string;
      timestamp: string;
    };
  };
  /** Sent only by the test of a subscription. */
  "test.webhook": {
    event: "test.webhook";
    data: {
      message: string;
      timestamp: string;
      subscriptionId: string;
      merchantId: string;
    };
  };
};

/** The codes of failures. A later version of the service may send others. */
export type ErrorCode =
  | "account_name_mismatch"
  | "already_active"
  | "approval_changed"
  | "approval_decided"
  | "approval_limit_exceeded"
  | "approval_not_found"
  | "approval_own"
  | "approval_repeated"
  | "bank_account_not_found"
  | "bank_account_unknown"
  | "bank_credit_not_found"
  | "bank_credit_resolved"
  | "bank_credit_without_sender"
  | "bank_credit_without_wallet"
  | "bank_transfer_failed"
  | "bank_unknown"
  | "batch_begun"
  | "batch_changed"
  | "batch_not_found"
  | "batch_not_reversible"
  | "batch_unknown"
  | "beneficiary_not_found"
  | "body_too_large"
  | "break_changing"
  | "break_choice_impossible"
  | "break_not_found"
  | "break_resolved"
  | "business_verified"
  | "bvn_not_found"
  | "card_activation_refused"
  | "card_already_frozen"
  | "card_authorization_not_found"
  | "card_closed"
  | "card_issuer_missing"
  | "card_issuer_refused"
  | "card_issuer_unavailable"
  | "card_lock_missing"
  | "card_network_refused"
  | "card_not_active"
  | "card_not_found"
  | "card_order_open"
  | "card_replaced_already"
  | "card_takes_no_money"
  | "card_without_account"
  | "change_decided"
  | "change_gains"
  | "change_not_found"
  | "change_outdated"
  | "change_own"
  | "change_pending"
  | "code_expired"
  | "code_invalid"
  | "code_missing"
  | "code_too_soon"
  | "code_used_up"
  | "code_wrong"
  | "customer_debit_off"
  | "customer_exists"
  | "customer_not_found"
  | "daily_limit_exceeded"
  | "debit_pin_required"
  | "delivery_is_test"
  | "delivery_not_failed"
  | "delivery_not_found"
  | "destination_inactive"
  | "document_accepted"
  | "document_not_found"
  | "document_not_under_review"
  | "documents_missing"
  | "download_limit"
  | "email_unconfirmed"
  | "event_not_found"
  | "headers_too_large"
  | "idempotency_in_flight"
  | "idempotency_key_invalid"
  | "idempotency_key_reused"
  | "identity_linked"
  | "identity_quota_exceeded"
  | "identity_review_required"
  | "identity_taken"
  | "import_not_found"
  | "insufficient_balance"
  | "internal"
  | "internal_transfers_off"
  | "invalid_refresh_token"
  | "invitation_limit"
  | "invitation_not_found"
  | "invitation_open"
  | "key_above_limit"
  | "key_address_refused"
  | "keys_missing"
  | "last_main_merchant"
  | "last_without_limit"
  | "login_locked"
  | "main_merchant_only"
  | "malformed_json"
  | "max_balance_exceeded"
  | "member_exists"
  | "member_not_found"
  | "merchant_balance_too_low"
  | "merchant_daily_limit_exceeded"
  | "merchant_not_found"
  | "merchant_not_suspended"
  | "merchant_suspended"
  | "method_not_allowed"
  | "min_balance_not_met"
  | "mode_changed"
  | "no_merchant"
  | "no_valid_transactions"
  | "not_found"
  | "note_not_found"
  | "note_of_another"
  | "outcome_unknown"
  | "own_limit_exceeded"
  | "own_membership"
  | "passkey_exists"
  | "passkey_expired"
  | "passkey_invalid"
  | "passkey_limit"
  | "passkey_not_found"
  | "passkey_refused"
  | "passkey_unknown"
  | "passkeys_unavailable"
  | "password_missing"
  | "payload_expired"
  | "payout_asked"
  | "payout_case_closed"
  | "payout_ended"
  | "payout_not_found"
  | "payout_not_in_review"
  | "payout_sent"
  | "permission_missing"
  | "permission_not_held"
  | "phone_verified"
  | "pin_locked"
  | "pin_missing"
  | "pin_not_set"
  | "pin_wrong"
  | "platform_setting"
  | "possible_duplicate"
  | "post_no_credit"
  | "queue_full"
  | "rail_missing"
  | "rail_signature_refused"
  | "rail_unavailable"
  | "rate_limited"
  | "receipt_not_paid"
  | "receipt_pending"
  | "reference_exists"
  | "registry_unavailable"
  | "replay_ended"
  | "replay_not_found"
  | "replay_running"
  | "replay_too_large"
  | "request_timeout"
  | "restricted_key_limit"
  | "restricted_key_not_found"
  | "reversal_pending"
  | "review_missing"
  | "role_built_in"
  | "role_exists"
  | "role_in_use"
  | "role_missing"
  | "role_not_found"
  | "same_wallet"
  | "sandbox_only"
  | "secret_missing"
  | "selection_changed"
  | "session_not_found"
  | "settlement_of_platform"
  | "single_limit_exceeded"
  | "sms_quota_exceeded"
  | "source_inactive"
  | "statement_too_long"
  | "step_up_required"
  | "subscription_deleted"
  | "subscription_inactive"
  | "subscription_limit"
  | "subscription_not_found"
  | "tag_limit"
  | "test_limit"
  | "tier_document_missing"
  | "transaction_not_found"
  | "transaction_not_reversible"
  | "transaction_reversed"
  | "two_factor_missing"
  | "two_factor_not_started"
  | "two_factor_on"
  | "two_factor_required"
  | "two_factor_wrong"
  | "unauthenticated"
  | "unavailable"
  | "unsupported_media_type"
  | "upload_incomplete"
  | "upload_limit"
  | "validation_failed"
  | "view_exists"
  | "view_limit"
  | "view_not_found"
  | "wallet_already_active"
  | "wallet_already_frozen"
  | "wallet_frozen_by_identity_check"
  | "wallet_frozen_in_emergency"
  | "wallet_not_found"
  | "wallets_frozen"
  | "wallets_not_found"
  | "wallets_not_frozen"
  | "wrong_credential"
  | "wrong_login"
  | "wrong_mode_key"
  | "wrong_password";

/** The calls other than GET that may be repeated: they take an `Idempotency-Key`, or show only what another call would do. */
export const REPEATABLE: ReadonlySet<string> = new Set([
  "POST /wallet",
  "POST /wallet/bulk-create-customers",
  "POST /wallet/bulk-create-customers/preflight",
  "POST /wallet/{customerId}/notes",
  "POST /wallet/bulk/close",
  "POST /wallet/bulk/enable",
  "POST /wallet/bulk/enable-post-no-credit",
  "POST /wallet/bulk/disable-post-no-credit",
  "POST /transfer/wallet",
  "POST /transfer/wallet/preview",
  "POST /transfer/wallet-to-wallet",
  "POST /transfer/wallet-to-wallet/preview",
  "POST /transfer/bank",
  "POST /transfer/bank/customer",
  "POST /transfer/bank/preview",
  "POST /transfer/bank/customer/preview",
  "POST /transfer/bank/batch",
  "POST /transfer/bank/batch/preflight",
  "POST /beneficiary",
  "POST /wallet/credit",
  "POST /wallet/debit",
  "POST /wallet/credit/preview",
  "POST /wallet/debit/preview",
  "POST /wallet/batch-credit-customer-wallet",
  "POST /wallet/batch-debit-customer-wallet",
  "POST /wallet/batch-credit-customer-via-wallet-id",
  "POST /wallet/batch-debit-customer-via-wallet-id",
  "POST /wallet/customer-batch-credit-customer-wallet",
  "POST /wallet/batch/preflight",
  "POST /wallet/bulk-credit-customer",
  "POST /bank-credits/{id}/credit",
  "POST /bank-credits/{id}/return",
  "POST /card/fund",
  "POST /card/unload",
  "POST /card",
  "POST /card/activate",
  "POST /card/{id}/replace",
  "POST /transaction/{transactionId}/reverse",
  "POST /transaction/{transactionId}/reverse/preview",
  "POST /wallet/reverse-batch-transaction",
  "POST /wallet/reverse-batch-transaction/preview",
  "POST /transaction/approve",
  "POST /team/changes/{id}/approve",
  "POST /merchant/webhook/replay/{id}",
  "POST /merchant/webhook/replays",
  "POST /merchant/webhook/subscribe",
  "POST /merchant/fund-wallet",
  "POST /reconciliation/files",
  "POST /reconciliation/breaks/{id}/resolve",
  "POST /team/invitations",
  "POST /team/roles",
  "POST /user/views",
]);
