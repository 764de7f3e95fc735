import type { Assurance } from "../../../contract/auth.ts";
import type { Queryable, Transaction } from "../pool.ts";

export type SessionRow = {
  id: string;
  userId: string;
  memberId: string;
  merchantId: string;
  channel: "dashboard" | "api";
};

/**
 * The caller that a valid access token identifies: the session, the member, and the tenant of the account's current
 * mode.
 */
export type SessionCallerRow = {
  sessionId: string;
  channel: "dashboard" | "api";
  memberId: string;
  userId: string;
  name: string;
  roleName: string;
  permissions: string[] | null;
  tenantId: number;
  merchantId: string;
  mode: "SANDBOX" | "PRODUCTION";
  /** The merchant's setting of this mode. */
  mayMoveMoney: boolean;
  /** Kobo; null means no limit. */
  approvalLimit: bigint | null;
  noApprovalBelow: bigint | null;
  twoApproversFrom: bigint | null;
  expiresAt: Date;
  createdAt: Date;
  lastUsedAt: Date;
  assurance: Assurance;
  provenAt: Date;
  hasAuthenticator: boolean;
  hasPasskey: boolean;
  suspendedAt: Date | null;
  suspendedReason: string | null;
};

export type RefreshTokenRow = {
  session: SessionRow & { createdAt: Date; lastUsedAt: Date };
  isLive: boolean;
  expiresAt: Date;
  rotatedAt: Date | null;
  successorSealed: Buffer | null;
};

export type TokenRow = { hash: Buffer; kind: "access" | "refresh"; expiresAt: Date };

export async function insertSession(
  tx: Transaction,
  session: SessionRow & { address: string | null; userAgent: string | null; assurance: Assurance; at: Date },
): Promise<void> {
  await tx.query(
    `insert into sessions
       (id, user_id, member_id, merchant_id, channel, address, user_agent, assurance, created_at, last_used_at, proven_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $9)`,
    [
      session.id,
      session.userId,
      session.memberId,
      session.merchantId,
      session.channel,
      session.address,
      session.userAgent,
      session.assurance,
      session.at,
    ],
  );
}

export async function insertSessionTokens(tx: Transaction, sessionId: string, tokens: TokenRow[]): Promise<void> {
  await tx.query(
    `insert into session_tokens (session_id, hash, kind, expires_at)
     select $1, * from unnest($2::bytea[], $3::text[], $4::timestamptz[])`,
    [
      sessionId,
      tokens.map((token) => token.hash),
      tokens.map((token) => token.kind),
      tokens.map((token) => token.expiresAt),
    ],
  );
}

/**
 * Whether a device like this one signed the person in during the last 90 days. Version numbers of the browser do not
 * count, so that its updates are not new devices. A person without any session yet has no known device to compare with:
 * null.
 */
export async function hasSessionFromDevice(
  db: Queryable,
  { userId, userAgent, at }: { userId: string; userAgent: string | null; at: Date },
): Promise<boolean | null> {
  const { rows } = await db.query<{ isKnown: boolean | null }>(
    `select bool_or(regexp_replace(coalesce(user_agent, ''), '[0-9.]+', '', 'g') = regexp_replace(coalesce($2, ''), '[0-9.]+', '', 'g')
        and last_used_at > $3::timestamptz - interval '90 days') as "isKnown"
     from sessions where user_id = $1`,
    [userId, userAgent, at],
  );
  return rows[0]?.isKnown ?? null;
}

/**
 * Returns the caller of an access token, unless the token or session has ended or the member was removed; does not
 * lock.
 */
export async function findSessionCaller(db: Queryable, hash: Buffer, now: Date): Promise<SessionCallerRow | undefined> {
  const { rows } = await db.query<SessionCallerRow>({
    name: "find-session-caller",
    text: `select s.id as "sessionId", s.channel, m.id as "memberId", u.id as "userId",
        u.first_name || ' ' || u.last_name as name, r.name as "roleName", r.permissions,
        t.id as "tenantId", t.merchant_id as "merchantId", t.mode, k.expires_at as "expiresAt",
        s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.assurance, s.proven_at as "provenAt",
        exists (select from two_factors f where f.user_id = u.id and f.enabled_at is not null) as "hasAuthenticator",
        exists (select from passkeys p where p.user_id = u.id) as "hasPasskey",
        c.members_may_move_money as "mayMoveMoney", m.approval_limit as "approvalLimit",
        c.no_approval_below as "noApprovalBelow", c.two_approvers_from as "twoApproversFrom",
        a.suspended_at as "suspendedAt", a.suspended_reason as "suspendedReason"
      from session_tokens k
      join sessions s on s.id = k.session_id
      join members m on m.id = s.member_id
      join roles r on r.id = m.role_id
      join users u on u.id = s.user_id
      join merchants a on a.id = s.merchant_id
      join tenants t on t.merchant_id = a.id and t.mode = a.mode
      join tenant_settings c on c.tenant = t.id
      where k.hash = $1 and k.kind = 'access' and k.expires_at > $2
        and s.revoked_at is null and m.removed_at is null`,
    values: [hash, now],
  });
  return rows[0];
}

/** Returns a refresh token with its session and locks both, so that parallel refreshes run one after the other. */
export async function lockRefreshToken(tx: Transaction, hash: Buffer): Promise<RefreshTokenRow | undefined> {
  const { rows } = await tx.query<Omit<RefreshTokenRow, "session"> & RefreshTokenRow["session"]>(
    `select s.id, s.user_id as "userId", s.member_id as "memberId", s.merchant_id as "merchantId", s.channel,
        s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
        s.revoked_at is null and m.removed_at is null as "isLive",
        k.expires_at as "expiresAt", k.rotated_at as "rotatedAt", k.successor_sealed as "successorSealed"
     from session_tokens k join sessions s on s.id = k.session_id join members m on m.id = s.member_id
     where k.hash = $1 and k.kind = 'refresh'
     for update of k, s`,
    [hash],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { isLive, expiresAt, rotatedAt, successorSealed, ...session } = row;
  return { session, isLive, expiresAt, rotatedAt, successorSealed };
}

/** Marks a refresh token as used and stores its sealed successor. */
export async function rotateRefreshToken(
  tx: Transaction,
  hash: Buffer,
  rotation: { at: Date; successorSealed: Buffer },
): Promise<void> {
  await tx.query("update session_tokens set rotated_at = $2, successor_sealed = $3 where hash = $1", [
    hash,
    rotation.at,
    rotation.successorSealed,
  ]);
}

/** Stores when a session was last used. */
export async function touchSession(db: Queryable, sessionId: string, at: Date): Promise<void> {
  await db.query("update sessions set last_used_at = $2 where id = $1", [sessionId, at]);
}

/** Returns how and when the person last proved their identity to this session, and which second factors they have. */
export async function findSessionProof(
  db: Queryable,
  sessionId: string,
): Promise<Pick<SessionCallerRow, "assurance" | "provenAt" | "hasAuthenticator" | "hasPasskey"> | undefined> {
  const { rows } = await db.query<Pick<SessionCallerRow, "assurance" | "provenAt" | "hasAuthenticator" | "hasPasskey">>(
    `select s.assurance, s.proven_at as "provenAt",
       exists (select from two_factors f where f.user_id = s.user_id and f.enabled_at is not null) as "hasAuthenticator",
       exists (select from passkeys p where p.user_id = s.user_id) as "hasPasskey"
     from sessions s where s.id = $1`,
    [sessionId],
  );
  return rows[0];
}

/** Stores that the person has proven their identity to this session. */
export async function updateProof(
  tx: Transaction,
  sessionId: string,
  proof: { assurance: Assurance; at: Date },
): Promise<void> {
  await tx.query("update sessions set assurance = $2, proven_at = $3 where id = $1", [
    sessionId,
    proof.assurance,
    proof.at,
  ]);
}

/** Ends a session and all tokens of its family. An earlier end keeps its reason. */
export async function revokeSession(
  tx: Transaction,
  sessionId: string,
  revocation: { at: Date; because: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update sessions set revoked_at = $2, revoked_because = $3 where id = $1 and revoked_at is null",
    [sessionId, revocation.at, revocation.because],
  );
  return rowCount === 1;
}

/** Ends all sessions of a member. Returns their number. */
export async function revokeSessionsOfMember(
  tx: Transaction,
  memberId: string,
  revocation: { at: Date; because: string },
): Promise<number> {
  const { rowCount } = await tx.query(
    "update sessions set revoked_at = $2, revoked_because = $3 where member_id = $1 and revoked_at is null",
    [memberId, revocation.at, revocation.because],
  );
  return rowCount ?? 0;
}

/** Ends all sessions of a user with every merchant, except `except`. Returns their IDs. */
export async function revokeSessionsOfUser(
  tx: Transaction,
  userId: string,
  revocation: { at: Date; because: string; except: string | null },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update sessions set revoked_at = $2, revoked_because = $3
     where user_id = $1 and revoked_at is null and id is distinct from $4 returning id`,
    [userId, revocation.at, revocation.because, revocation.except],
  );
  return rows.map(({ id }) => id);
}

/** A session as its owner sees it. */
export type OwnSessionRow = {
  id: string;
  merchant: string;
  channel: "dashboard" | "api";
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastUsedAt: Date;
};

/** Returns the user's sessions that have not ended and can still refresh, most recently used first. */
export async function findSessionsOfUser(db: Queryable, userId: string, now: Date): Promise<OwnSessionRow[]> {
  const { rows } = await db.query<OwnSessionRow>(
    `select s.id, a.business_name as merchant, s.channel, s.address, s.user_agent as "userAgent",
       s.created_at as "createdAt", s.last_used_at as "lastUsedAt"
     from sessions s join merchants a on a.id = s.merchant_id join members m on m.id = s.member_id
     where s.user_id = $1 and s.revoked_at is null and m.removed_at is null and exists (
       select from session_tokens k where k.session_id = s.id and k.kind = 'refresh' and k.rotated_at is null and k.expires_at > $2
     )
     order by s.last_used_at desc, s.id desc`,
    [userId, now],
  );
  return rows;
}

/** Returns the addresses a user has signed in from, as far back as sessions are kept. */
export async function findSessionAddresses(db: Queryable, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>(
    "select distinct address from sessions where user_id = $1 and address is not null",
    [userId],
  );
  return rows.map(({ address }) => address);
}

/** Whether a session belongs to this user. */
export async function hasSession(db: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    "select exists (select from sessions where id = $2 and user_id = $1) as found",
    [userId, sessionId],
  );
  return rows[0]?.found ?? false;
}

/** Switches a session to another membership of the same user. */
export async function moveSession(
  tx: Transaction,
  sessionId: string,
  to: { memberId: string; merchantId: string; channel: "dashboard" | "api" },
): Promise<void> {
  await tx.query("update sessions set member_id = $2, merchant_id = $3, channel = $4 where id = $1", [
    sessionId,
    to.memberId,
    to.merchantId,
    to.channel,
  ]);
}

/** Deletes tokens that expired before `before`, then sessions without tokens. Returns the number of tokens. */
export async function deleteEndedTokens(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from session_tokens where expires_at < $1", [before]);
  await db.query(
    `delete from sessions s where created_at < $1
     and not exists (select from session_tokens k where k.session_id = s.id)`,
    [before],
  );
  return rowCount ?? 0;
}
