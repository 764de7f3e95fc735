import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { failures } from "../../../contract/errors.ts";
import { holdsPermission, type Permission } from "../../../contract/permissions.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import { authenticate } from "../../domain/auth/authenticate.ts";
import { isProven, stepUpRequired } from "../../domain/auth/sessions/session-proof.ts";
import type { Actor, Caller, Services } from "../../domain/context.ts";
import { Failure } from "../../domain/failure.ts";

/**
 * Authenticates the caller and checks, in this order: credential, rate limit, address of a restricted key, suspended merchant, kind of
 * caller, expected account mode, role, permission, recent proof of identity. API 2.
 * @throws a failure that names the missing credential, role or permission
 */
export async function authorizeCaller(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const seenMode = headerOf(request, "x-account-mode");
  const caller = await authenticateRequest(services, endpoint, request, seenMode !== undefined);
  countRequest(services, caller, reply);
  assertAddress(services, caller, request.address);
  assertNotSuspended(caller, endpoint);
  assertCredentialType(caller.actor, endpoint);
  assertMode(caller, seenMode);
  assertRole(caller.actor, endpoint);
  assertPermission(caller.actor, endpoint);
  if (endpoint.stepUp) await assertProven(services, endpoint, request, caller);
  if (caller.actor.kind === "key") services.keyUse?.note(caller.actor.id, request);
  return caller;
}

/** @throws `rate_limited` for a request above the limit of its key or merchant. Decision 0086. */
function countRequest({ rateLimits }: Services, caller: Caller, reply: FastifyReply): void {
  if (!rateLimits) return;
  const { headers, refused } = rateLimits.take(caller);
  reply.headers(headers);
  if (!refused) return;
  throw new Failure("rate_limited", {
    message: requestTexts.rateLimited(refused),
    headers: { "retry-after": String(refused.retryAfterSeconds) },
  });
}

/** A header as one text. Node joins repeated headers. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

async function authenticateRequest(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  isFresh: boolean,
): Promise<Caller> {
  try {
    return await authenticate(services, {
      authorization: headerOf(request, "authorization"),
      accessToken: headerOf(request, "x-access-token"),
      isFresh,
    });
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.code !== "unauthenticated") throw failure;
    throw new Failure("unauthenticated", {
      message: `${failure.message} ${requestTexts.acceptedCredentials(endpoint.callers)}`,
      headers: CHALLENGE,
    });
  }
}

/** Refused calls are counted, so that a leaked key shows on the page of keys. Decision 0087. */
function assertAddress(services: Services, { actor, allowedAddresses }: Caller, address: string | null): void {
  if (!allowedAddresses || (address !== null && allowedAddresses(address))) return;
  services.keyUse?.note(actor.id, { address, isRefused: true });
  throw new Failure("key_address_refused", { message: requestTexts.keyAddressRefused(address) });
}

const CHALLENGE = { "www-authenticate": "Bearer" };

/** A person of a suspended merchant may still sign out and switch to another merchant. Decision 0074. */
function assertNotSuspended({ suspension }: Caller, endpoint: Endpoint): void {
  if (suspension === undefined || endpoint.whileSuspended) return;
  throw new Failure("merchant_suspended", { message: suspension });
}

/** 401 for a customer token on other endpoints, and for other credentials on a customer's; otherwise 403. Spec 7, API 2. */
function assertCredentialType(actor: Actor, endpoint: Endpoint): void {
  const kind = actor.kind === "member" ? "session" : actor.kind;
  if (endpoint.callers.some((caller) => caller === kind)) return;
  const message = `${failures.wrong_credential.message} ${requestTexts.acceptedCredentials(endpoint.callers)}`;
  if (kind === "customer" || endpoint.callers.includes("customer")) {
    throw new Failure("wrong_credential", { message, headers: CHALLENGE });
  }
  throw new Failure("permission_missing", { message });
}

function assertMode(caller: Caller, seenMode: string | undefined): void {
  const { mode } = caller.tenant;
  if (seenMode === undefined || seenMode === mode) return;
  const seen = seenMode === "SANDBOX" || seenMode === "PRODUCTION" ? seenMode : "another";
  throw new Failure("mode_changed", {
    message: requestTexts.modeChanged(mode, seen),
  });
}

function assertRole(actor: Actor, endpoint: Endpoint): void {
  if (!endpoint.roles || (actor.kind === "member" && endpoint.roles.some((role) => role === actor.role))) return;
  throw new Failure("role_missing", { message: requestTexts.rolesRequired(endpoint.roles) });
}

/** A cached caller may lack a proof that another process has recorded since, so the database decides. */
async function assertProven(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  { proof }: Caller,
): Promise<void> {
  const now = services.clock.now();
  if (!proof || isProven(proof, now)) return;
  const fresh = await authenticateRequest(services, endpoint, request, true);
  if (fresh.proof && !isProven(fresh.proof, now)) throw stepUpRequired(fresh.proof);
}

function assertPermission(actor: Actor, endpoint: Endpoint): void {
  const held = actor.kind === "member" || actor.kind === "key" ? actor.permissions : [];
  if (holdsPermission(held, endpoint.permission)) return;
  const needed: readonly Permission[] =
    typeof endpoint.permission === "string" ? [endpoint.permission] : (endpoint.permission ?? []);
  const holder = actor.kind !== "key" ? "caller" : actor.isRestricted ? "restricted key" : "private key";
  throw new Failure("permission_missing", { message: requestTexts.permissionsRequired(holder, needed) });
}
