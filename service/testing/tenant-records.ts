import { saveBeneficiary } from "../db/payouts/beneficiaries.ts";
import { inTransaction } from "../db/pool.ts";
import { insertEvents } from "../db/webhooks/webhook-events.ts";
import { insertReplay } from "../db/webhooks/webhook-replays.ts";
import { insertSubscription } from "../db/webhooks/webhook-subscriptions.ts";
import { listBankCredits } from "../domain/bank-credits/list-bank-credits.ts";
import { receiveBankCredit } from "../domain/bank-credits/receive-bank-credit.ts";
import { readBatch } from "../domain/batches/json/batch-request.ts";
import { moveBatch } from "../domain/batches/json/move-batch.ts";
import { creditWallet } from "../domain/batches/single/credit-wallet.ts";
import { submitUncheckedMove } from "../domain/batches/single/submit-single-move.ts";
import { listCardAuthorizations } from "../domain/cards/authorizations/list-card-authorizations.ts";
import { bookIssuerEvent } from "../domain/cards/authorizations/record-card-event.ts";
import type { Context } from "../domain/context.ts";
import { creditMerchantWallet } from "../domain/merchant/credit-merchant-wallet.ts";
import { fundMerchantWallet } from "../domain/merchant/fund-merchant-wallet.ts";
import { createRestrictedKey } from "../domain/merchant/keys/create-restricted-key.ts";
import { listAuditLog } from "../domain/merchant/list-audit-log.ts";
import type { CreatedMerchant } from "../domain/merchant/sign-up/create-merchant.ts";
import { sendBatch } from "../domain/payouts/batches/send-batch.ts";
import { getTransaction } from "../domain/transactions/get-transaction.ts";
import { acceptWalletImport, receiveWalletImport } from "../domain/wallets/imports/receive-wallet-import.ts";
import { addWalletNote } from "../domain/wallets/notes/add-wallet-note.ts";
import { createTestCard } from "./cards.ts";
import { customerCells, customerFile } from "./csv/customer-file.ts";
import { createTestWallet, testMember } from "./factories.ts";
import { holdTestPayout } from "./payouts.ts";

/** Identifiers of a merchant's records. */
export type RecordIds = {
  customerId: string;
  walletId: string;
  accountNumber: string;
  phoneNumber: string;
  transactionId: string;
  reference: string;
  approvalId: string;
  batchId: string;
  batchReference: string;
  importId: string;
  subscriptionId: string;
  eventId: string;
  deliveryId: string;
  replayId: string;
  auditLineId: string;
  payoutReference: string;
  payoutBatchId: string;
  restrictedKeyId: string;
  bankCreditId: string;
  breakId: string;
  beneficiaryId: string;
  noteId: string;
  cardId: string;
  cardAuthorizationId: string;
};

/** Creates a customer with money and one record of each other kind that has an identifier. */
export async function createTenantRecords(ctx: Context, merchant: CreatedMerchant): Promise<RecordIds> {
  const { customerId, accountNumber, reply } = await createTestWallet(ctx);
  if (ctx.tenant.mode === "SANDBOX") await fundMerchantWallet(ctx, { amount: 100_000 });
  else await creditMerchantWallet(ctx, { amount: 100_000n });
  const { data } = await creditWallet(ctx, { customerId, amount: 10_000 });
  const actor = await testMember(ctx, merchant, "Operator");
  const request = { customerId, amount: 100 };
  const approval = await submitUncheckedMove({ ...ctx, actor }, "credit", request, {
    preview: null,
    answer: () => ({}),
  });
  const batch = readBatch(ctx, { operation: "credit", by: "customer" }, { transactions: [request] });
  await moveBatch(ctx, batch);
  const { id } = await getTransaction(ctx, { reference: data.reference });
  return {
    customerId,
    walletId: reply.wallet.id,
    accountNumber,
    phoneNumber: reply.customer.phoneNumber,
    transactionId: id,
    reference: data.reference,
    approvalId: approval.id,
    batchId: batch.id,
    batchReference: batch.reference,
    importId: await importOf(ctx),
    ...(await webhooksOf(ctx, data.reference)),
    auditLineId: await auditLineOf(ctx),
    restrictedKeyId: await restrictedKeyOf(ctx, merchant),
    payoutReference: (await holdTestPayout(ctx, { amount: 1_000n })).reference,
    payoutBatchId: await payoutBatchOf(ctx, accountNumber),
    bankCreditId: await bankCreditOf(ctx, accountNumber),
    breakId: await breakOf(ctx, customerId),
    beneficiaryId: await beneficiaryOf(ctx, customerId),
    noteId: (await addWalletNote(ctx, { customerId, text: "Theirs" })).note.id,
    ...(await cardPaymentOf(ctx, customerId)),
  };
}

/** A card with a payment. */
async function cardPaymentOf(ctx: Context, customerId: string) {
  const { id: cardId, issuerCardId } = await createTestCard(ctx, { customerId });
  const shop = { name: "Shoprite", category: "5411", country: "NG", city: "Lagos" };
  const amounts = { amount: 100n, merchantAmount: 100n, merchantCurrency: "NGN", rate: "1" };
  const event = {
    eventId: cardId,
    cardId: issuerCardId,
    authorizationId: null,
    isFinal: true,
    merchant: shop,
  } as const;
  const issuer = { name: "sandbox", mode: ctx.tenant.mode };
  await bookIssuerEvent(ctx, issuer, { kind: "clear", at: ctx.clock.now(), ...event, ...amounts });
  const { authorizations } = await listCardAuthorizations(ctx, { id: cardId, page: 1, perPage: 1 });
  return { cardId, cardAuthorizationId: authorizations[0]?.id ?? "" };
}

async function restrictedKeyOf(ctx: Context, merchant: CreatedMerchant): Promise<string> {
  const actor = await testMember(ctx, merchant, "Admin");
  const permissions: ["BROWSE_TRANSACTIONS"] = ["BROWSE_TRANSACTIONS"];
  const input = { name: "Reports", permissions, allowedAddresses: [], expiresAt: null };
  return (await createRestrictedKey({ ...ctx, actor }, input)).id;
}

async function payoutBatchOf(ctx: Context, accountNumber: string): Promise<string> {
  const id = ctx.ids.next();
  // A number of the merchant is paid in the books, so no rail is needed.
  const item = { amount: 100, sortCode: "090999", accountNumber, narration: "Rent" };
  await sendBatch(ctx, { id, reference: `PAYOUTS-${id}`, fileName: null, items: [item] });
  return id;
}

async function bankCreditOf(ctx: Context, accountNumber: string): Promise<string> {
  const sender = { senderName: "Ada Obi", senderBankCode: "000058", senderAccountNumber: "0123456789" };
  const sessionId = `000058260302100000${accountNumber.padStart(12, "0")}`;
  const transfer = {
    kind: "inbound",
    sessionId,
    accountNumber,
    amount: 100n,
    narration: "",
    at: ctx.clock.now(),
  } as const;
  await receiveBankCredit(ctx, { name: "sandbox", mode: ctx.tenant.mode }, { ...transfer, ...sender });
  const { credits } = await listBankCredits(ctx, { page: 1, perPage: 1 });
  return credits[0]?.id ?? "";
}

/** A difference of a settlement file. Its owner has the ID of the customer, for lists by owner. */
async function breakOf({ db, tenant, ids, clock }: Context, owner: string): Promise<string> {
  const [file, id] = [ids.next(), ids.next()];
  await db.query(
    `insert into settlement_files (tenant, id, rail, day, name, state, uploaded_by_name, created_at)
     values ($1, $2, 'sandbox', '2026-03-02', 'Test', 'matched', 'Test', $3)`,
    [tenant.id, file, clock.now()],
  );
  await db.query(
    `insert into reconciliation_breaks (tenant, id, file, rail, day, kind, state, direction, session_id, bank_amount, bank_status,
       lines, difference, owner, owner_name, created_at)
     values ($1, $2, $3, 'sandbox', '2026-03-02', 'missing_here', 'open', 'in', '1', 100, 'succeeded', 1, 100, $4, 'Test', $5)`,
    [tenant.id, id, file, owner, clock.now()],
  );
  return id;
}

async function beneficiaryOf(ctx: Context, customerId: string): Promise<string> {
  const account = { bankCode: "000013", bankName: "GTBank", accountNumber: "0123456700", name: "ADA OBI" };
  const row = { ...account, id: ctx.ids.next(), customerId, verifiedAt: ctx.clock.now() };
  return (await inTransaction(ctx.db, (tx) => saveBeneficiary(tx, ctx.tenant.id, row))).id;
}

/** Identifiers that match no record. */
export function unknownRecordIds(id: string): RecordIds {
  return {
    customerId: id,
    walletId: id,
    accountNumber: "0000000000",
    phoneNumber: "07011111111",
    transactionId: id,
    reference: "REF-OF-NOBODY",
    approvalId: id,
    batchId: id,
    batchReference: "BATCH-OF-NOBODY",
    importId: id,
    subscriptionId: id,
    eventId: id,
    deliveryId: id,
    replayId: id,
    auditLineId: id,
    restrictedKeyId: id,
    payoutReference: "PAYOUT-OF-NOBODY",
    payoutBatchId: id,
    bankCreditId: id,
    breakId: id,
    beneficiaryId: id,
    noteId: id,
    cardId: id,
    cardAuthorizationId: id,
  };
}

async function auditLineOf(ctx: Context): Promise<string> {
  const { data } = await listAuditLog(ctx, { page: 1, perPage: 1 });
  return data[0]?.id ?? "";
}

async function importOf(ctx: Context): Promise<string> {
  const file = (async function* () {
    yield Buffer.from(customerFile([customerCells(1)]));
  })();
  const received = await receiveWalletImport(ctx, file);
  await acceptWalletImport(ctx, received, { sha256: "" });
  return received.id;
}

/** The records of a failed delivery, for replays. */
async function webhooksOf(ctx: Context, reference: string) {
  const { tenant, ids, clock } = ctx;
  const at = clock.now();
  const [subscriptionId, eventId, deliveryId, replayId] = [ids.next(), ids.next(), ids.next(), ids.next()];
  await inTransaction(ctx.db, async (tx) => {
    const url = "https://hooks.example/in";
    await insertSubscription(tx, tenant.id, {
      id: subscriptionId,
      url,
      events: ["*"],
      description: null,
      secretSealed: null,
      verifyEndpoint: false,
      overflow: "fail",
      createdAt: at,
    });
    const event = { tenant: tenant.id, id: eventId, type: "wallet.credit" as const, reference, at };
    const fanout = [{ kind: "subscription" as const, subscriptionId, url, reason: null }];
    const body = '{"event":"wallet.credit","data":{}}';
    await insertEvents(tx, [{ ...event, body, webhookMode: "BOTH", fanout }]);
    await insertReplay(tx, tenant.id, {
      id: replayId,
      status: "running",
      total: 1,
      skipped: {},
      createdAt: at,
      finishedAt: null,
    });
    await tx.query(
      `insert into webhook_deliveries (tenant, id, event_id, kind, subscription_id, event_type, reference, status, error_code,
         created_at)
       values ($1, $2, $3, 'subscription', $4, 'wallet.credit', $5, 'failed', 'timeout', $6)`,
      [tenant.id, deliveryId, eventId, subscriptionId, reference, at],
    );
    await tx.query(
      `insert into webhook_hours (tenant, subscription_id, hour, failed) values ($1, $2, date_trunc('hour', $3::timestamptz), 1)`,
      [tenant.id, subscriptionId, at],
    );
  });
  return { subscriptionId, eventId, deliveryId, replayId };
}
