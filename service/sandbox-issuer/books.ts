import type { Queryable } from "../db/pool.ts";

export type CardRow = {
  id: string;
  reference: string;
  holder: string;
  type: "VIRTUAL" | "PHYSICAL";
  currency: string;
  name: string;
  number: string;
  cvv: string;
  expiryMonth: number;
  expiryYear: number;
  status: "in_production" | "shipped" | "delivered" | "active" | "closed";
  lockedByProgram: boolean;
  lockedByIssuer: boolean;
  replaces: string | null;
  keepsNumber: boolean;
};

const cardColumns = `id, reference, holder, type, currency, name, number, cvv, expiry_month as "expiryMonth",
  expiry_year as "expiryYear", status, locked_by_program as "lockedByProgram", locked_by_issuer as "lockedByIssuer", replaces,
  keeps_number as "keepsNumber"`;

/** Creates a holder, or finds the one of this reference. Returns the ID. */
export async function saveHolder(
  db: Queryable,
  holder: { id: string; reference: string; facts: object },
  now: Date,
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into sandbox_issuer.holders (id, reference, facts, created_at) values ($1, $2, $3, $4)
     on conflict (reference) do update set facts = excluded.facts returning id`,
    [holder.id, holder.reference, holder.facts, now],
  );
  return rows[0]?.id ?? holder.id;
}

export async function hasHolder(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>("select id from sandbox_issuer.holders where id = $1", [id]);
  return rows.length > 0;
}

/** Creates a card, unless its reference has one. */
export async function insertCard(db: Queryable, card: CardRow, now: Date): Promise<void> {
  await db.query(
    `insert into sandbox_issuer.cards (id, reference, holder, type, currency, name, number, cvv, expiry_month, expiry_year, status,
       replaces, keeps_number, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) on conflict (reference) do nothing`,
    [
      card.id,
      card.reference,
      card.holder,
      card.type,
      card.currency,
      card.name,
      card.number,
      card.cvv,
      card.expiryMonth,
      card.expiryYear,
      card.status,
      card.replaces,
      card.keepsNumber,
      now,
    ],
  );
}

export async function findCard(db: Queryable, id: string): Promise<CardRow | undefined> {
  const { rows } = await db.query<CardRow>(`select ${cardColumns} from sandbox_issuer.cards where id = $1`, [id]);
  return rows[0];
}

export async function findCardOfReference(db: Queryable, reference: string): Promise<CardRow | undefined> {
  const { rows } = await db.query<CardRow>(`select ${cardColumns} from sandbox_issuer.cards where reference = $1`, [
    reference,
  ]);
  return rows[0];
}

/** Changes the state of a card. A missing property stays. */
export async function updateCard(
  db: Queryable,
  id: string,
  change: { status?: CardRow["status"]; lockedByProgram?: boolean; lockedByIssuer?: boolean; controls?: object },
  now: Date,
): Promise<void> {
  await db.query(
    `update sandbox_issuer.cards set status = coalesce($2, status), locked_by_program = coalesce($3, locked_by_program),
       locked_by_issuer = coalesce($4, locked_by_issuer), controls = coalesce($5, controls), changed_at = $6
     where id = $1`,
    [
      id,
      change.status ?? null,
      change.lockedByProgram ?? null,
      change.lockedByIssuer ?? null,
      change.controls ?? null,
      now,
    ],
  );
}

export async function insertRevealToken(
  db: Queryable,
  token: { hash: Buffer; card: string; embedder: string | null; expiresAt: Date },
): Promise<void> {
  await db.query(
    "insert into sandbox_issuer.reveal_tokens (hash, card, embedder, expires_at) values ($1, $2, $3, $4)",
    [token.hash, token.card, token.embedder, token.expiresAt],
  );
}

/** Uses a token up. Undefined if it is unknown, used or expired. */
export async function useRevealToken(
  db: Queryable,
  hash: Buffer,
  now: Date,
): Promise<{ card: string; embedder: string | null } | undefined> {
  const { rows } = await db.query<{ card: string; embedder: string | null }>(
    `update sandbox_issuer.reveal_tokens set used_at = $2 where hash = $1 and used_at is null and expires_at > $2
     returning card, embedder`,
    [hash, now],
  );
  return rows[0];
}

export type AuthorizationRow = {
  id: string;
  card: string;
  status: "asked" | "approved" | "declined" | "void" | "cleared" | "reversed" | "expired";
  code: string | null;
  authorized: bigint;
  cleared: bigint;
  facts: Record<string, unknown>;
};

const authorizationColumns = "id, card, status, code, authorized, cleared, facts";

export async function insertAuthorization(
  db: Queryable,
  row: { id: string; card: string; amount: bigint; facts: object; askedAt: Date; expiresAt: Date },
): Promise<void> {
  await db.query(
    `insert into sandbox_issuer.authorizations (id, card, status, authorized, facts, asked_at, expires_at)
     values ($1, $2, 'asked', $3, $4, $5, $6)`,
    [row.id, row.card, row.amount, row.facts, row.askedAt, row.expiresAt],
  );
}

/** Ends the question. False if it ended before: the first outcome stays. */
export async function decideAuthorization(
  db: Queryable,
  id: string,
  decision: { status: "approved" | "declined" | "void"; code: string | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    "update sandbox_issuer.authorizations set status = $2, code = $3 where id = $1 and status = 'asked'",
    [id, decision.status, decision.code],
  );
  return rowCount === 1;
}

/** Locks an authorization for a change. */
export async function lockAuthorization(db: Queryable, id: string): Promise<AuthorizationRow | undefined> {
  const { rows } = await db.query<AuthorizationRow>(
    `select ${authorizationColumns} from sandbox_issuer.authorizations where id = $1 for update`,
    [id],
  );
  return rows[0];
}

export async function updateAuthorization(
  db: Queryable,
  id: string,
  change: { status: AuthorizationRow["status"]; authorized: bigint; cleared: bigint },
): Promise<void> {
  await db.query("update sandbox_issuer.authorizations set status = $2, authorized = $3, cleared = $4 where id = $1", [
    id,
    change.status,
    change.authorized,
    change.cleared,
  ]);
}

/** The authorizations whose answer never came, and those whose time is over. At most 200 of each. */
export async function listOverdue(db: Queryable, times: { askedBefore: Date; now: Date }): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `(select id from sandbox_issuer.authorizations where status = 'asked' and asked_at < $1 limit 200)
     union all
     (select id from sandbox_issuer.authorizations where status = 'approved' and expires_at <= $2 limit 200)`,
    [times.askedBefore, times.now],
  );
  return rows.map(({ id }) => id);
}

export type NewEvent = {
  eventId: string;
  card: string;
  body: string;
  /** What it moves between our program and the shops, in kobo. */
  entry: { kind: "clear" | "refund"; authorizationId: string | null; amount: bigint } | null;
};

/** Queues an event with its entries. */
export async function insertEvent(db: Queryable, event: NewEvent, now: Date): Promise<void> {
  await db.query("insert into sandbox_issuer.events (event_id, card, body, due_at) values ($1, $2, $3, $4)", [
    event.eventId,
    event.card,
    event.body,
    now,
  ]);
  if (event.entry === null) return;
  const { kind, authorizationId, amount } = event.entry;
  await db.query(
    `insert into sandbox_issuer.entries (event_id, kind, account, authorization_id, card, amount, at)
     select $1, $2, account, $3, $4, case when (account = 'shops') = ($2 = 'clear') then $5::bigint else -$5::bigint end, $6
     from unnest(array['program', 'shops']) as account`,
    [event.eventId, kind, authorizationId, event.card, amount, now],
  );
}

/** A clearing or refund of a shop. Kobo, without a sign. */
export type EntryRow = { eventId: string; kind: "clear" | "refund"; amount: bigint; at: Date; card: string };

/** Up to 5,000 entries of a time, in its order, after the last one of the former call. */
export async function listEntries(
  db: Queryable,
  span: { from: Date; until: Date },
  after: Pick<EntryRow, "at" | "eventId">,
): Promise<EntryRow[]> {
  const { rows } = await db.query<EntryRow>(
    `select event_id as "eventId", kind, abs(amount) as amount, at, card from sandbox_issuer.entries
     where account = 'program' and at >= $1 and at < $2 and (at, event_id) > ($3, $4) order by at, event_id limit 5000`,
    [span.from, span.until, after.at, after.eventId],
  );
  return rows;
}

/** Marks an event as acknowledged: it is not sent. */
export async function recordDelivered(db: Queryable, eventId: string, at: Date): Promise<void> {
  await db.query("update sandbox_issuer.events set delivered_at = $2 where event_id = $1", [eventId, at]);
}

export type DueEvent = { id: bigint; body: string; attempts: number };

/** Up to 200 events that are due. */
export async function listDueEvents(db: Queryable, now: Date): Promise<DueEvent[]> {
  const { rows } = await db.query<DueEvent>(
    `select id, body, attempts from sandbox_issuer.events where delivered_at is null and due_at <= $1
     order by due_at, id limit 200`,
    [now],
  );
  return rows;
}

/** Records a try: delivered, or due again at `nextAt`. */
export async function recordTry(
  db: Queryable,
  id: bigint,
  result: { deliveredAt: Date | null; nextAt: Date },
): Promise<void> {
  await db.query(
    "update sandbox_issuer.events set attempts = attempts + 1, delivered_at = $2, due_at = $3 where id = $1",
    [id, result.deliveredAt, result.nextAt],
  );
}
