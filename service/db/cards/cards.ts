import type { CardState } from "../../../contract/cards.ts";
import type { Queryable, Transaction } from "../pool.ts";

/** The state in the row; `frozen` is an open card with a lock. */
export type StoredCardState = Exclude<CardState, "frozen">;

/** Limits in kobo; null: no limit, or everything is allowed. */
export type CardControlsRow = {
  perTransaction: bigint | null;
  daily: bigint | null;
  monthly: bigint | null;
  channels: string[] | null;
  categories: string[] | null;
  countries: string[] | null;
  merchants: string[] | null;
};

export type CardRow = CardControlsRow & {
  tenant: number;
  id: string;
  customerId: string;
  customerName: string;
  walletId: string;
  accountNumber: string;
  cardAccount: bigint | null;
  issuer: string;
  issuerHolderId: string | null;
  issuerCardId: string | null;
  type: "VIRTUAL" | "PHYSICAL";
  source: "WALLET" | "CARD";
  currency: string;
  label: string | null;
  nameOnCard: string;
  brand: string | null;
  last4: string | null;
  last6Hash: Buffer | null;
  expiryMonth: number | null;
  expiryYear: number | null;
  status: StoredCardState;
  isLockedByCustomer: boolean;
  isLockedByMerchant: boolean;
  isLockedByIssuer: boolean;
  /** `request`: the fingerprint of the request that made the step, if it does more after it. Never shown. */
  shipping: { step: StoredCardState; at: string; request?: string }[];
  replaces: string | null;
  replacedBy: string | null;
  addressSealed: Buffer | null;
  reason: string | null;
  actorName: string;
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
};

/** The columns of a row, of `cards c` and `wallets w`. */
export const columns = `c.tenant, c.id, c.customer_id as "customerId", w.account_name as "customerName", w.id as "walletId",
  w.account_number as "accountNumber", c.card_account as "cardAccount", c.issuer, c.issuer_holder_id as "issuerHolderId",
  c.issuer_card_id as "issuerCardId", c.type, c.source, c.currency, c.label, c.name_on_card as "nameOnCard", c.brand, c.last4,
  c.last6_hash as "last6Hash", c.expiry_month as "expiryMonth", c.expiry_year as "expiryYear", c.status,
  c.locked_by_customer as "isLockedByCustomer", c.locked_by_merchant as "isLockedByMerchant", c.locked_by_issuer as "isLockedByIssuer",
  c.per_transaction_limit as "perTransaction", c.daily_limit as daily, c.monthly_limit as monthly, c.channels, c.categories,
  c.countries, c.merchants, c.shipping, c.replaces, c.replaced_by as "replacedBy", c.address_sealed as "addressSealed", c.reason,
  c.actor_name as "actorName", c.created_at as "createdAt", c.updated_at as "updatedAt", c.closed_at as "closedAt"`;
export const join = "join wallets w on w.tenant = c.tenant and w.account_id = c.wallet_account";

/** The wallet and the person of a new card. */
export type CardOwner = {
  walletAccount: bigint;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
};

/** Returns who a card would belong to. */
export async function findCardOwner(db: Queryable, tenant: number, customerId: string): Promise<CardOwner | undefined> {
  const { rows } = await db.query<CardOwner>(
    `select w.account_id as "walletAccount", c.first_name as "firstName", c.last_name as "lastName", c.email,
       c.phone_number as "phoneNumber"
     from customers c join wallets w on w.tenant = c.tenant and w.customer_id = c.id where c.tenant = $1 and c.id = $2`,
    [tenant, customerId],
  );
  return rows[0];
}

export type NewCard = CardControlsRow & {
  id: string;
  customerId: string;
  walletAccount: bigint;
  cardAccount: bigint | null;
  issuer: string;
  type: "VIRTUAL" | "PHYSICAL";
  source: "WALLET" | "CARD";
  currency: string;
  label: string | null;
  nameOnCard: string;
  addressSealed: Buffer | null;
  replaces: string | null;
  /** Why a replacement was ordered. */
  reason: string | null;
  actor: string;
  actorName: string;
  createdAt: Date;
};

/** Opens the account of a card that has money of its own. */
export async function openCardAccount(tx: Transaction, tenant: number): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>(
    "insert into accounts (tenant, id, kind) values ($1, nextval('account_ids'), 'card_account') returning id",
    [tenant],
  );
  const [row] = rows;
  if (!row) throw new Error("the card's account was not opened");
  return row.id;
}

/** Inserts a card that the issuer shall make. */
export async function insertCard(tx: Transaction, tenant: number, card: NewCard): Promise<void> {
  await tx.query(
    `insert into cards (tenant, id, customer_id, wallet_account, card_account, issuer, type, source, currency, label, name_on_card,
       status, per_transaction_limit, daily_limit, monthly_limit, channels, categories, countries, merchants, replaces,
       address_sealed, reason, actor, actor_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'requested', $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $24)`,
    [
      tenant,
      card.id,
      card.customerId,
      card.walletAccount,
      card.cardAccount,
      card.issuer,
      card.type,
      card.source,
      card.currency,
      card.label,
      card.nameOnCard,
      card.perTransaction,
      card.daily,
      card.monthly,
      card.channels,
      card.categories,
      card.countries,
      card.merchants,
      card.replaces,
      card.addressSealed,
      card.reason,
      card.actor,
      card.actorName,
      card.createdAt,
    ],
  );
}

/** Returns one card. */
export async function findCard(db: Queryable, tenant: number, id: string): Promise<CardRow | undefined> {
  const { rows } = await db.query<CardRow>(`select ${columns} from cards c ${join} where c.tenant = $1 and c.id = $2`, [
    tenant,
    id,
  ]);
  return rows[0];
}

/** Locks one card until the transaction ends. */
export async function lockCard(tx: Transaction, tenant: number, id: string): Promise<CardRow | undefined> {
  const { rows } = await tx.query<CardRow>(
    `select ${columns} from cards c ${join} where c.tenant = $1 and c.id = $2 for update of c`,
    [tenant, id],
  );
  return rows[0];
}

/** The place of a card by its ID at the issuer. */
export async function findCardOfIssuer(
  db: Queryable,
  issuer: string,
  issuerCardId: string,
): Promise<{ tenant: number; id: string; merchantId: string; mode: "SANDBOX" | "PRODUCTION" } | undefined> {
  const { rows } = await db.query<{
    tenant: number;
    id: string;
    merchantId: string;
    mode: "SANDBOX" | "PRODUCTION";
  }>(
    `select c.tenant, c.id, t.merchant_id as "merchantId", t.mode from cards c join tenants t on t.id = c.tenant
     where c.issuer = $1 and c.issuer_card_id = $2`,
    [issuer, issuerCardId],
  );
  return rows[0];
}

/** The cards of a customer that were delivered and have not ended, newest first. */
export async function findDeliveredCards(db: Queryable, tenant: number, customerId: string): Promise<CardRow[]> {
  const { rows } = await db.query<CardRow>(
    `select ${columns} from cards c ${join} where c.tenant = $1 and c.customer_id = $2
     and c.status in ('pending_activation', 'active') order by c.created_at desc`,
    [tenant, customerId],
  );
  return rows;
}

/** What the issuer told about a new card. */
export type IssuedFacts = {
  issuerHolderId: string | null;
  issuerCardId: string;
  brand: string;
  last4: string;
  last6Hash: Buffer;
  expiryMonth: number;
  expiryYear: number;
};

/** Writes what the issuer told about a card that was ordered. */
export async function updateIssued(tx: Transaction, card: CardRow, facts: IssuedFacts): Promise<void> {
  await tx.query(
    `update cards set issuer_holder_id = $3, issuer_card_id = $4, brand = $5, last4 = $6, last6_hash = $7, expiry_month = $8,
       expiry_year = $9 where tenant = $1 and id = $2`,
    [
      card.tenant,
      card.id,
      facts.issuerHolderId,
      facts.issuerCardId,
      facts.brand,
      facts.last4,
      facts.last6Hash,
      facts.expiryMonth,
      facts.expiryYear,
    ],
  );
}

/** A change of state. A missing property stays as it is. */
export type CardChange = {
  status?: StoredCardState;
  isLockedByCustomer?: boolean;
  isLockedByMerchant?: boolean;
  isLockedByIssuer?: boolean;
  replacedBy?: string;
  reason?: string | null;
  /** A step of a physical card's way. */
  step?: StoredCardState;
  /** The fingerprint of its request, if that does more after it. */
  request?: string | undefined;
};

const ENDED: readonly StoredCardState[] = ["closed", "replaced"];

/** Changes the state of a locked card. */
export async function updateCardState(tx: Transaction, card: CardRow, change: CardChange, at: Date): Promise<void> {
  const { status = card.status, step, request } = change;
  const isEnd = ENDED.includes(status) && card.closedAt === null;
  const shipping = step === undefined ? card.shipping : [...card.shipping, { step, at: at.toISOString(), request }];
  await tx.query(
    `update cards set status = $3, locked_by_customer = $4, locked_by_merchant = $5, locked_by_issuer = $6, replaced_by = $7,
       reason = $8, shipping = $9::jsonb, changes = changes + 1, updated_at = $10,
       closed_at = case when $11 then $10::timestamptz else closed_at end
     where tenant = $1 and id = $2`,
    [
      card.tenant,
      card.id,
      status,
      change.isLockedByCustomer ?? card.isLockedByCustomer,
      change.isLockedByMerchant ?? card.isLockedByMerchant,
      change.isLockedByIssuer ?? card.isLockedByIssuer,
      change.replacedBy ?? card.replacedBy,
      change.reason === undefined ? card.reason : change.reason,
      JSON.stringify(shipping),
      at,
      isEnd,
    ],
  );
}

/** Notes when the issuer locked or unlocked a card. Returns whether that is newer than what it reported before. */
export async function takeIssuerLock(tx: Transaction, { tenant, id }: CardRow, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update cards set issuer_lock_at = $3
     where tenant = $1 and id = $2 and (issuer_lock_at is null or issuer_lock_at < $3)`,
    [tenant, id, at],
  );
  return rowCount === 1;
}

/** Replaces all controls of a card. */
export async function updateCardControls(
  tx: Transaction,
  card: CardRow,
  controls: CardControlsRow,
  at: Date,
): Promise<void> {
  await tx.query(
    `update cards set per_transaction_limit = $3, daily_limit = $4, monthly_limit = $5, channels = $6, categories = $7, countries = $8,
       merchants = $9, updated_at = $10 where tenant = $1 and id = $2`,
    [
      card.tenant,
      card.id,
      controls.perTransaction,
      controls.daily,
      controls.monthly,
      controls.channels,
      controls.categories,
      controls.countries,
      controls.merchants,
      at,
    ],
  );
}
