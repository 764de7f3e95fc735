import { failures } from "../../../contract/errors.ts";
import { permissionsOfKeys } from "../../../contract/permissions.ts";
import { signInTexts } from "../../../contract/texts/sign-in.ts";
import { parseAddressList } from "../../../contract/trusted-proxies.ts";
import { findKeyCaller, type KeyCallerRow } from "../../db/auth/keys.ts";
import { findSessionCaller, touchSession } from "../../db/auth/sessions.ts";
import { findCustomerCaller } from "../../db/customers/customer-tokens.ts";
import type { Caller, Services } from "../context.ts";
import { Failure } from "../failure.ts";
import { channelOf, roleOf } from "./membership.ts";
import { hashOfKey } from "./merchant-keys.ts";
import { hasValidChecksum, isRestrictedKey } from "./restricted-key.ts";
import { mustRecordUse, sessionEnd } from "./sessions/session-end.ts";
import { hashOfToken, isTokenOf } from "./sessions/tokens.ts";

export type Credentials = {
  authorization: string | undefined;
  accessToken: string | undefined;
  /** Reads the account's mode from the database even when the caller is cached. */
  isFresh: boolean;
};

/**
 * Identifies the caller by its credentials. `Authorization` counts first; when it is missing or does not authenticate,
 * `X-Access-Token` decides. API 2, Wire 1.1.
 * @throws `unauthenticated`, or `wrong_mode_key` for a key of the other account mode
 */
export async function authenticate(services: Services, credentials: Credentials): Promise<Caller> {
  const bearer = /^Bearer +(\S+) *$/i.exec(credentials.authorization ?? "")?.[1];
  const first =
    bearer === undefined
      ? refusalOfHeader(credentials.authorization)
      : await tryCredential(services, bearer, credentials.isFresh);
  if (!(first instanceof Failure)) return first;
  if (!credentials.accessToken) throw first;
  const second = await tryCredential(services, credentials.accessToken, credentials.isFresh);
  if (second instanceof Failure) throw credentials.authorization ? first : second;
  return second;
}

function refusalOfHeader(authorization: string | undefined): Failure {
  return unauthenticated(authorization ? signInTexts.malformedHeader : signInTexts.noCredential);
}

async function tryCredential(services: Services, credential: string, isFresh: boolean): Promise<Caller | Failure> {
  const cacheKey = hashOfToken(credential).toString("base64url");
  const known = isFresh ? undefined : services.callers?.find(cacheKey);
  if (known) return known;
  const found = await callerOf(services, credential);
  if (found instanceof Failure) return found;
  services.callers?.keep(cacheKey, found.caller, found.validUntil);
  return found.caller;
}

type Found = { caller: Caller; validUntil: Date };

function callerOf(services: Services, credential: string): Promise<Found | Failure> {
  if (credential.startsWith("sk_") || isRestrictedKey(credential)) return callerOfKey(services, credential);
  if (isTokenOf("customer", credential)) return callerOfCustomerToken(services, credential);
  return callerOfToken(services, credential);
}

async function callerOfToken(services: Services, token: string): Promise<Found | Failure> {
  if (isTokenOf("refresh", token)) return unauthenticated(signInTexts.refreshTokenOnly);
  if (token.startsWith("pk_")) return unauthenticated(signInTexts.publicKey);
  const now = services.clock.now();
  const row = await findSessionCaller(services.db, hashOfToken(token), now);
  if (!row || sessionEnd(row) <= now) return unauthenticated(signInTexts.unknownAccessToken);
  if (mustRecordUse(row.lastUsedAt, now)) await touchSession(services.db, row.sessionId, now);
  const { role, permissions } = roleOf(row);
  return {
    caller: {
      tenant: { id: row.tenantId, merchantId: row.merchantId, mode: row.mode },
      actor: {
        kind: "member",
        id: row.memberId,
        userId: row.userId,
        name: row.name,
        role,
        permissions,
        channel: channelOf(role, row.channel),
        mayMoveMoney: row.mayMoveMoney,
        approvalLimit: row.approvalLimit,
        rules: { noApprovalBelow: row.noApprovalBelow, twoApproversFrom: row.twoApproversFrom },
        sessionId: row.sessionId,
      },
      proof: {
        assurance: row.assurance,
        provenAt: row.provenAt,
        hasSecondFactor: row.hasAuthenticator || row.hasPasskey,
        hasPasskey: row.hasPasskey,
      },
      ...suspensionOf(row),
    },
    validUntil: earliest(row.expiresAt, sessionEnd(row)),
  };
}

function earliest(one: Date, other: Date): Date {
  return one < other ? one : other;
}

const END_OF_TIME = new Date(8.64e15);

async function callerOfKey(services: Services, key: string): Promise<Found | Failure> {
  const isRestricted = isRestrictedKey(key);
  if (isRestricted && !hasValidChecksum(key)) return unauthenticated(signInTexts.brokenRestrictedKey);
  const row = await findKeyCaller(services.db, hashOfKey(key), services.clock.now());
  if (!row) return unauthenticated(isRestricted ? signInTexts.unknownRestrictedKey : signInTexts.unknownPrivateKey);
  if (row.mode !== row.accountMode) {
    return new Failure("wrong_mode_key", {
      message: signInTexts.keyOfOtherMode(row.mode, row.accountMode),
    });
  }
  const tenant = { id: row.tenantId, merchantId: row.merchantId, mode: row.mode };
  return { caller: { tenant, ...holderOf(row), ...suspensionOf(row) }, validUntil: row.stopsAt ?? END_OF_TIME };
}

function holderOf({ keyId, restriction }: KeyCallerRow): Omit<Caller, "tenant"> {
  if (!restriction) {
    return { actor: { kind: "key", id: keyId, name: "Private key", permissions: permissionsOfKeys } };
  }
  const { name, permissions, allowedAddresses } = restriction;
  // A permission that keys may no longer hold is ignored, even if the row lists it.
  const held = permissionsOfKeys.filter((permission) => permissions.includes(permission));
  const actor = { kind: "key", id: keyId, name, permissions: held, isRestricted: true } as const;
  return allowedAddresses.length === 0 ? { actor } : { actor, allowedAddresses: parseAddressList(allowedAddresses) };
}

async function callerOfCustomerToken(services: Services, token: string): Promise<Found | Failure> {
  const row = await findCustomerCaller(services.db, hashOfToken(token), services.clock.now());
  if (!row) return unauthenticated(signInTexts.unknownCustomerToken);
  if (row.mode !== row.accountMode) {
    return new Failure("wrong_mode_key", {
      message: signInTexts.customerTokenOfOtherMode(row.mode, row.accountMode),
    });
  }
  return {
    caller: {
      tenant: { id: row.tenantId, merchantId: row.merchantId, mode: row.mode },
      actor: { kind: "customer", id: row.customerId, name: row.name },
      // Customers are not told why.
      ...(row.suspendedAt && { suspension: failures.merchant_suspended.message }),
    },
    validUntil: row.expiresAt,
  };
}

function suspensionOf(row: { suspendedAt: Date | null; suspendedReason: string | null }): Pick<Caller, "suspension"> {
  return row.suspendedAt ? { suspension: signInTexts.suspended(row.suspendedReason) } : {};
}

function unauthenticated(reason: string): Failure {
  return new Failure("unauthenticated", { message: signInTexts.unauthenticated(reason) });
}
