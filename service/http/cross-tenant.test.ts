import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type EndpointName, endpoints } from "../../contract/endpoints.ts";
import type { CreatedMerchant } from "../domain/merchant/sign-up/create-merchant.ts";
import { accessMatrix } from "../testing/access-matrix.ts";
import { type MoneyApp, openMoneyApp } from "../testing/apps/money-app.ts";
import { useTestDatabase } from "../testing/database.ts";
import { multipartOf, testPdf } from "../testing/documents.ts";
import { createTestMerchant, sandboxPrivateKey, testMember } from "../testing/factories.ts";
import { bearerOf } from "../testing/sign-in.ts";
import { createTenantRecords, type RecordIds, unknownRecordIds } from "../testing/tenant-records.ts";

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const database = useTestDatabase();
let app: MoneyApp;

beforeAll(async () => {
  app = await openMoneyApp(database);
});
afterAll(() => app.close());

/** The answers to records of others, by endpoint, as the tests find them. */
const foreignStatuses = new Map<EndpointName, Set<number>>();

function noteStatus(name: EndpointName, status: number): void {
  foreignStatuses.set(name, (foreignStatuses.get(name) ?? new Set()).add(status));
}

type RecordRequest = (
  ids: RecordIds,
  own: RecordIds,
) => { query?: object; params?: Record<string, string>; body?: object };
const byCustomer: RecordRequest = ({ customerId }) => ({ query: { customerId } });
const byCustomers: RecordRequest = ({ customerId }) => ({ body: { customerIds: [customerId], reason: "Mine" } });
const byAccount: RecordRequest = ({ accountNumber }) => ({ query: { accountNumber } });
const move: RecordRequest = ({ customerId }) => ({ body: { customerId, amount: 100 } });
const moveOfCard: RecordRequest = ({ cardId }, own) => ({ body: { customerId: own.customerId, cardId, amount: 100 } });

const byImport: RecordRequest = ({ importId }) => ({ params: { batchId: importId } });
const byBatch: RecordRequest = ({ batchId }) => ({ params: { batchId } });
const bySubscription: RecordRequest = ({ subscriptionId }) => ({ params: { id: subscriptionId } });
const byCredit: RecordRequest = ({ bankCreditId: id }) => ({ params: { id }, body: { reason: "No" } });

/** The code of the bank that issues our numbers. */
const ISSUER = "090999";
const toBank = { sortCode: ISSUER, amount: 100, narration: "Rent" };
const sentBy: readonly RecordRequest[] = [
  ({ customerId }, own) => ({ body: { ...toBank, customerId, accountNumber: own.accountNumber } }),
  ({ accountNumber }, own) => ({ body: { ...toBank, customerId: own.customerId, accountNumber } }),
];

/** Builds the requests that contain a record ID, by endpoint. */
const REQUESTS: Partial<Record<EndpointName, readonly RecordRequest[]>> = {
  getWalletByCustomer: [byCustomer],
  getWalletByAccount: [byAccount],
  getWalletInfo: [byAccount],
  freezeWallet: [({ customerId }) => ({ body: { customerId, reason: "Fraud report" } })],
  enableWallet: [({ customerId }) => ({ body: { customerId } })],
  listWalletNotes: [({ customerId }) => ({ params: { customerId } })],
  addWalletNote: [({ customerId }) => ({ params: { customerId }, body: { text: "Mine" } })],
  removeWalletNote: [({ noteId: id }) => ({ params: { id } })],
  changeWalletTags: [({ customerId }) => ({ params: { customerId }, body: { add: ["mine"] } })],
  freezeWallets: [byCustomers],
  enableWallets: [byCustomers],
  blockCredits: [byCustomers],
  allowCredits: [byCustomers],
  listWalletActivity: [({ customerId }) => ({ params: { customerId } })],
  setTransactionPin: [({ customerId }) => ({ body: { customerId, pin: "4821" } })],
  enablePostNoCredit: [({ customerId }) => ({ body: { customerId } })],
  disablePostNoCredit: [({ customerId }) => ({ body: { customerId } })],
  getCustomer: [({ customerId }) => ({ params: { id: customerId } })],
  getCustomerByPhone: [({ phoneNumber }) => ({ query: { phoneNumber } })],
  updateCustomer: [({ customerId }) => ({ params: { id: customerId }, body: { firstName: "Eve" } })],
  matchBvn: [({ customerId }) => ({ query: { customerId, bvn: "22290000055" } })],
  linkBvn: [({ customerId }) => ({ body: { customerId, bvn: "22290000055" } })],
  linkNin: [({ customerId }) => ({ body: { customerId, nin: "77790000055" } })],
  changeTier: [({ customerId }) => ({ body: { customerId, tier: "TIER_2" } })],
  createCustomerToken: [({ customerId }) => ({ body: { customerId } })],
  transferBetweenCustomers: transfersBy("fromCustomerId", "toCustomerId", "customerId"),
  previewTransfer: transfersBy("fromCustomerId", "toCustomerId", "customerId"),
  transferBetweenAccounts: transfersBy("fromWalletId", "toWalletId", "accountNumber"),
  previewAccountTransfer: transfersBy("fromWalletId", "toWalletId", "accountNumber"),
  creditWallet: [move],
  debitWallet: [move],
  previewCredit: [move],
  previewDebit: [move],
  preflightBatch: (["customerId", "walletId", "accountNumber"] as const).map((name) => (ids) => ({
    body: { operation: "credit", transactions: [{ [name]: ids[name], amount: 100 }] },
  })),
  listCustomerTransactions: [byCustomer],
  downloadCustomerTransactions: [byCustomer],
  getTransaction: [
    ({ transactionId }) => ({ query: { transactionId } }),
    ({ reference }) => ({ query: { reference } }),
  ],
  getStatement: [byCustomer],
  downloadStatement: [byCustomer],
  getReceipt: [({ reference }) => ({ params: { reference } })],
  downloadReceipt: [({ reference }) => ({ params: { reference } })],
  getTransactionByReference: [({ reference }) => ({ params: { reference } })],
  listPendingTransactions: [({ approvalId }) => ({ query: { status: "ALL", after: approvalId } })],
  getPendingTransaction: [({ approvalId }) => ({ params: { id: approvalId } })],
  approveTransaction: [({ approvalId }) => ({ body: { transactionId: approvalId } })],
  reverseTransaction: [({ transactionId }) => ({ params: { transactionId }, body: { reason: "No" } })],
  previewReversal: [({ transactionId }) => ({ params: { transactionId }, body: {} })],
  reverseBatch: [({ batchReference }) => ({ body: { batchReference } })],
  previewBatchReversal: [({ batchReference }) => ({ body: { batchReference } })],
  removeTransaction: [({ approvalId }) => ({ params: { transactionId: approvalId }, body: { reason: "No" } })],
  getWalletImport: [byImport],
  listWalletImportRows: [byImport],
  downloadWalletImportRows: [byImport],
  batchCreditByCustomer: [batchOf("customerId", "credit-customers")],
  batchDebitByCustomer: [batchOf("customerId", "debit-customers")],
  batchCreditByWallet: [batchOf("walletId", "credit-wallets")],
  batchDebitByWallet: [batchOf("walletId", "debit-wallets")],
  batchTransferFromCustomer: [
    ({ customerId }, own) => ({ body: { customerId, recipients: [{ customerId: own.customerId, amount: 100 }] } }),
    ({ customerId }, own) => {
      const batchReference = `pay-many-${customerId}`;
      const recipients = [{ customerId, amount: 100, reference: `of-${batchReference}` }];
      return { body: { customerId: own.customerId, recipients, batchReference } };
    },
  ],
  getBatchStatus: [({ batchId }) => ({ query: { batchId } }), ({ batchReference }) => ({ query: { batchReference } })],
  listBatchItems: [byBatch],
  downloadBatchRows: [byBatch],
  cancelBatch: [byBatch],
  listTransactionBatches: [({ batchReference }) => ({ query: { search: batchReference } })],
  getTransactionBatch: [({ batchReference }) => ({ params: { reference: batchReference } })],
  getSubscription: [bySubscription],
  updateSubscription: [({ subscriptionId }) => ({ params: { id: subscriptionId }, body: { active: false } })],
  removeSubscription: [bySubscription],
  testSubscription: [bySubscription],
  sendChallenge: [bySubscription],
  revealSecret: [bySubscription],
  rollSecret: [({ subscriptionId }) => ({ params: { id: subscriptionId }, body: {} })],
  listDeliveries: [
    ({ subscriptionId }) => ({ query: { subscriptionId } }),
    ({ eventId }) => ({ query: { eventId } }),
    ({ reference }) => ({ query: { reference } }),
  ],
  getDelivery: [({ deliveryId }) => ({ params: { id: deliveryId } })],
  replayDelivery: [({ deliveryId }) => ({ params: { id: deliveryId } })],
  replayDeliveries: [
    ({ subscriptionId }) => ({ body: { subscriptionId, dryRun: true } }),
    ({ deliveryId }) => ({ body: { ids: [deliveryId], dryRun: true } }),
  ],
  getReplay: [({ replayId }) => ({ params: { id: replayId } })],
  cancelReplay: [({ replayId }) => ({ params: { id: replayId } })],
  listEventLog: [({ reference }) => ({ query: { reference } })],
  getEvent: [({ eventId }) => ({ params: { eventId } })],
  listAuditLog: [({ auditLineId }) => ({ query: { id: auditLineId } })],
  rollRestrictedKey: [({ restrictedKeyId }) => ({ params: { id: restrictedKeyId }, body: { overlapHours: 0 } })],
  revokeRestrictedKey: [({ restrictedKeyId }) => ({ params: { id: restrictedKeyId } })],
  getBankAccount: [({ accountNumber }) => ({ query: { sortCode: ISSUER, accountNumber } })],
  sendToBank: [({ accountNumber }) => ({ body: { ...toBank, accountNumber } })],
  sendBankBatch: [({ accountNumber }) => ({ body: [{ ...toBank, accountNumber, reference: "PAYOUT-0001" }] })],
  preflightBankBatch: [({ accountNumber }) => ({ body: [{ ...toBank, accountNumber }] })],
  getPayoutBatch: [({ payoutBatchId: batchId }) => ({ params: { batchId } })],
  previewSendToBank: [({ accountNumber }) => ({ body: { ...toBank, accountNumber } })],
  sendCustomerToBank: sentBy,
  previewSendCustomerToBank: sentBy,
  listPayouts: [
    byCustomer,
    ({ walletId }) => ({ query: { walletId } }),
    ({ payoutReference }) => ({ query: { search: payoutReference } }),
    ({ payoutBatchId: batchId }) => ({ query: { batchId } }),
  ],
  listBeneficiaries: [byCustomer],
  addBeneficiary: [({ customerId }) => ({ body: { customerId, sortCode: "000013", accountNumber: "0123456700" } })],
  removeBeneficiary: [({ beneficiaryId: id }) => ({ params: { id } })],
  listBankCredits: [byCustomer, ({ walletId }) => ({ query: { walletId } })],
  getBankCredit: [byCredit],
  fundCard: [move, moveOfCard],
  unloadCard: [move, moveOfCard],
  getCardBalance: [byCustomer, ({ cardId }, { customerId }) => ({ query: { customerId, cardId } })],
  listCardAuthorizations: [({ cardId: id }) => ({ params: { id } })],
  getCardAuthorization: [({ cardAuthorizationId: id }) => ({ params: { id } })],
  creditSuspended: [byCredit],
  returnSuspended: [byCredit],
  simulateBankTransfer: [({ accountNumber }) => ({ body: { accountNumber, amount: 100 } })],
  getPayout: [byPayout()],
  cancelPayout: [byPayout()],
  queryPayout: [byPayout()],
  closePayoutCase: [byPayout({ note: "No" })],
  resolvePayout: [byPayout({ outcome: "failed", reason: "No" })],
  listBreaks: [({ customerId: ownerId }) => ({ query: { ownerId } })],
  updateBreak: [({ breakId: id }) => ({ params: { id }, body: { note: "Mine" } })],
  resolveBreak: [({ breakId: id }) => ({ params: { id }, body: { resolution: "no_booking", note: "Mine" } })],
  searchRecords: (
    ["transactionId", "reference", "approvalId", "batchId", "batchReference", "payoutReference", "deliveryId"] as const
  ).map((name) => (ids) => ({ query: { query: ids[name] } })),
  issueCard: [({ customerId }) => ({ body: { customerId, address1: "12 Marina Road" } })],
  activateCard: [({ customerId }) => ({ body: { customerId, last6: "123456" } })],
  listCards: [byCustomer],
  getCard: [byCard()],
  freezeCard: [byCard({ reason: "No" })],
  unfreezeCard: [byCard({})],
  closeCard: [byCard({ reason: "No" })],
  replaceCard: [byCard({ reason: "lost" })],
  setCardControls: [byCard({})],
  revealCard: [byCard({})],
  simulateAuthorize: [({ cardId }) => ({ body: { cardId, amount: 100 } })],
  simulateIncrement: [byCardPayment],
  simulateClear: [byCardPayment, ({ cardId }) => ({ body: { cardId, amount: 100 } })],
  simulateReverse: [byCardPayment],
  simulateExpire: [byCardPayment],
  simulateRefund: [byCardPayment, ({ cardId }) => ({ body: { cardId, amount: 100 } })],
  simulateShip: [({ cardId }) => ({ body: { cardId } })],
  getWebhookStats: [({ subscriptionId }) => ({ query: { subscriptionId } })],
};

function byCard(body?: object): RecordRequest {
  return ({ cardId: id }) => ({ params: { id }, ...(body ? { body } : {}) });
}

function byCardPayment({ cardAuthorizationId: authorizationId }: RecordIds) {
  return { body: { authorizationId, amount: 100 } };
}

function byPayout(body?: object): RecordRequest {
  return ({ payoutReference }) => ({ params: { reference: payoutReference }, ...(body ? { body } : {}) });
}

function transfersBy(from: string, to: string, name: "customerId" | "accountNumber"): readonly RecordRequest[] {
  return [
    (ids, own) => ({ body: { [from]: ids[name], [to]: own[name], amount: 100 } }),
    (ids, own) => ({ body: { [from]: own[name], [to]: ids[name], amount: 100 } }),
  ];
}

/** Builds a batch with its own references, because generated ones differ each time. */
function batchOf(name: "customerId" | "walletId", kind: string): RecordRequest {
  return ({ [name]: id }) => {
    const batchReference = `${kind}-${id}`;
    return { body: { transactions: [{ [name]: id, amount: 100, reference: `of-${batchReference}` }], batchReference } };
  };
}

/** IDs of records that belong to a merchant or a user in both modes. */
type TeamRecord =
  | "document"
  | "view"
  | "member"
  | "role"
  | "invitation"
  | "change"
  | "session"
  | "passkey"
  | "merchant";
type TeamRecordIds = Record<TeamRecord, string>;
type TeamRequest = (ids: TeamRecordIds) => { params?: { id: string }; body?: object };

const TEAM_REQUESTS: Partial<Record<EndpointName, TeamRequest>> = {
  updateBalanceAlert: ({ member }) => ({ body: { threshold: 100, memberIds: [member] } }),
  updateMember: ({ member }) => ({ params: { id: member }, body: { approvalLimit: 1 } }),
  removeMember: ({ member }) => ({ params: { id: member } }),
  inviteMember: ({ role }) => ({ body: { roleId: role, email: "new@matrix.example" } }),
  getAccessChange: ({ change }) => ({ params: { id: change } }),
  approveAccessChange: ({ change }) => ({ params: { id: change }, body: {} }),
  removeAccessChange: ({ change }) => ({ params: { id: change }, body: { reason: "No" } }),
  removeInvitation: ({ invitation }) => ({ params: { id: invitation } }),
  updateRole: ({ role }) => ({ params: { id: role }, body: { name: "Mine" } }),
  removeRole: ({ role }) => ({ params: { id: role } }),
  revokeSession: ({ session }) => ({ params: { id: session } }),
  renamePasskey: ({ passkey }) => ({ params: { id: passkey }, body: { name: "Mine" } }),
  removePasskey: ({ passkey }) => ({ params: { id: passkey } }),
  updateView: ({ view }) => ({ params: { id: view }, body: { name: "Mine" } }),
  removeView: ({ view }) => ({ params: { id: view } }),
  downloadBusinessDocument: ({ document }) => ({ params: { id: document } }),
  switchMerchant: ({ merchant }) => ({ body: { merchantId: merchant } }),
};

/** The caller chooses the ID of a new customer; the account of a card setup is at a bank. */
const WITHOUT_EXISTING_RECORD: readonly EndpointName[] = ["createWallet", "setUpCards"];

test("every endpoint that takes an ID or account number has a case", () => {
  const withIds = all.filter(([, endpoint]) =>
    [endpoint.params, endpoint.query, endpoint.body].some((part) => part && takesId(part)),
  );
  const covered = new Set<string>([
    ...Object.keys(REQUESTS),
    ...Object.keys(TEAM_REQUESTS),
    ...WITHOUT_EXISTING_RECORD,
  ]);
  expect(withIds.map(([name]) => name).filter((name) => !covered.has(name))).toEqual([]);
});

function takesId(schema: z.ZodType): boolean {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return text.includes('"format":"uuid"') || text.includes('"^\\\\d{10}$"');
}

describe("records of another merchant or mode get the same reply as unknown records", () => {
  let own: RecordIds;
  let unknownIds: RecordIds;
  let foreignRecords: readonly RecordIds[];
  let caller: { session: string; key: string };

  beforeAll(async () => {
    const { services } = app;
    const merchant = await createTestMerchant(services, { canDebitCustomer: true });
    const foreign = await createTestMerchant(services, { canDebitCustomer: true });
    await database.pool.query("update tenant_settings set can_debit_customer = true");
    own = await createTenantRecords({ ...app.ctx, tenant: merchant.sandbox }, merchant);
    foreignRecords = [
      await createTenantRecords({ ...app.ctx, tenant: foreign.sandbox }, foreign),
      await createTenantRecords({ ...app.ctx, tenant: merchant.production }, merchant),
    ];
    unknownIds = unknownRecordIds(services.ids.next());
    const { email } = await testMember(services, merchant, "Admin");
    caller = {
      session: (await bearerOf(services, email)).authorization,
      key: `Bearer ${await sandboxPrivateKey(services, merchant)}`,
    };
  });

  test.each(
    all.flatMap(([name, endpoint]) =>
      (REQUESTS[name] ?? []).map((buildRequest, nth) => ({ name, endpoint, buildRequest, nth })),
    ),
  )("$name ($nth)", async ({ name, endpoint, buildRequest }) => {
    const authorization = endpoint.callers.includes("session") ? caller.session : caller.key;
    const send = async (ids: RecordIds) => {
      const { query, params = {}, body } = buildRequest(ids, own);
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, part: string) => params[part] ?? "");
      const search = new URLSearchParams(query as Record<string, string> | undefined);
      const reply = await app.app.inject({
        method: endpoint.method,
        url: `/v1${path}?${search}`,
        headers: { authorization },
        ...(body && endpoint.method !== "GET" ? { payload: body } : {}),
      });
      return { status: reply.statusCode, body: { ...withoutIds(reply.body, ids), requestId: "" } };
    };
    const unknownReply = await send(unknownIds);
    expect(unknownReply.status >= 400 || isEmptyResult(unknownReply.body.data ?? unknownReply.body)).toBe(true);
    for (const foreignIds of foreignRecords) expect(await send(foreignIds)).toEqual(unknownReply);
    noteStatus(name, unknownReply.status);
  });
});

/** Parses a reply and removes the IDs that it repeats from the request. */
function withoutIds(text: string, ids: RecordIds) {
  // A new batch has an ID and a reference of its own, also where every item is rejected.
  const plain = text.replace(/"batchId":"[^"]+","batchReference":"[^"]+","all"/, '"all"');
  return JSON.parse(Object.values(ids).reduce((rest, name) => rest.replaceAll(name, "…"), plain));
}

function isNameless(one: unknown): boolean {
  if (typeof one !== "object" || one === null) return false;
  return ("name" in one && one.name === null) || ("accountName" in one && one.accountName === null);
}

/** Whether a successful reply finds nothing: an empty or nameless list, a rejected preview or change, no accepted items or a count of zero. */
function isEmptyResult(data: Record<string, unknown>): boolean {
  const found =
    data.accepted ??
    data.hours ??
    data.credits ??
    data.breaks ??
    data.payouts ??
    data.cards ??
    data.beneficiaries ??
    data;
  return Array.isArray(found)
    ? found.every(isNameless)
    : data.allowed === false || data.count === 0 || data.refused === data.total;
}

describe("records of another team or user get the same reply as unknown records", () => {
  let unknownIds: TeamRecordIds;
  let foreignIds: TeamRecordIds;
  let caller: { authorization: string };

  beforeAll(async () => {
    const { services } = app;
    foreignIds = await createTeamRecords(await createTestMerchant(services));
    const unknown = services.ids.next();
    const teamIds = { member: unknown, role: unknown, invitation: unknown, change: unknown };
    unknownIds = {
      ...teamIds,
      session: unknown,
      passkey: unknown,
      view: unknown,
      merchant: unknown,
      document: unknown,
    };
    const own = await testMember(services, await createTestMerchant(services), "MainMerchant");
    caller = await bearerOf(services, own.email);
  });

  test.each(Object.entries(TEAM_REQUESTS) as [EndpointName, TeamRequest][])("%s", async (name, buildRequest) => {
    const endpoint = endpoints[name];
    const send = async (ids: TeamRecordIds) => {
      const { params, body } = buildRequest(ids);
      const url = `/v1${endpoint.path.replace("{id}", params?.id ?? "")}`;
      const payload = body ? { payload: body } : {};
      const reply = await app.app.inject({ method: endpoint.method, url, headers: caller, ...payload });
      return { status: reply.statusCode, body: { ...reply.json(), requestId: "" } };
    };
    const unknownReply = await send(unknownIds);
    expect(unknownReply.status).toBeGreaterThanOrEqual(400);
    expect(await send(foreignIds)).toEqual(unknownReply);
    noteStatus(name, unknownReply.status);
  });
});

/** Creates one record of each kind in a merchant's team. */
async function createTeamRecords(merchant: CreatedMerchant): Promise<TeamRecordIds> {
  const { services } = app;
  const owner = await testMember(services, merchant, "MainMerchant");
  const bearer = await bearerOf(services, owner.email);
  const post = (path: string, body: object) => app.call("POST", path, body, bearer);
  const role = (await post("/team/roles", { name: "Theirs", permissions: ["BROWSE_KEYS"] })).body.data.id;
  await post("/team/invitations", { roleId: role, email: "invited@matrix.example" });
  const invitations = await app.call("GET", "/team/invitations", undefined, bearer);
  await app.call("PATCH", "/merchant/settings", { requireTwoFactor: true }, bearer);
  const changes = await app.call("GET", "/team/changes", undefined, bearer);
  const sessions = await app.call("GET", "/user/sessions", undefined, bearer);
  const view = await post("/user/views", { list: "wallets", name: "Theirs", query: "status=FROZEN" });
  const passkey = services.ids.next();
  await database.pool.query(
    `insert into passkeys (id, user_id, credential_id, public_key, rp_id, counter, transports, is_synced, name, created_at)
     values ($1, $2, '\\x01', '\\x02', 'wallets.example', 0, '{}', true, 'Theirs', now())`,
    [passkey, owner.userId],
  );
  const { payload, headers } = multipartOf([["directorId", "id.pdf", testPdf()]]);
  const url = "/v1/merchant/complete-merchant-registration";
  const upload = await app.app.inject({ method: "PUT", url, headers: { ...headers, ...bearer }, payload });
  return {
    document: upload.json().verification.documents[0].id,
    passkey,
    view: view.body.view.id,
    member: owner.id,
    role,
    invitation: invitations.body.data[0].id,
    change: changes.body.data[0].id,
    session: sessions.body.data[0].id,
    merchant: merchant.merchantId,
  };
}

test("the last column of docs/access-matrix.md has the answers to records of others", () => {
  const matrix = accessMatrix(readFileSync(join(import.meta.dirname, "..", "..", "docs", "access-matrix.md"), "utf8"));
  const written = Object.fromEntries(all.map(([name]) => [name, matrix.foreign(name)]));
  const found = all.map(([name]) => [name, [...(foreignStatuses.get(name) ?? ["-"])].sort().join("/")]);
  expect(written, "write the missing cells by hand").toEqual(Object.fromEntries(found));
});
