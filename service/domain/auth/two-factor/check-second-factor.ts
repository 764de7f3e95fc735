import type { FailureCode } from "../../../../contract/errors.ts";
import {
  deleteLoginFailures,
  findLoginFailures,
  insertLoginFailure,
  lockLoginTarget,
} from "../../../db/auth/login-failures.ts";
import {
  findSecondFactors,
  lockTwoFactor,
  type TwoFactorRow,
  takeRecoveryCode,
  updateLastStep,
} from "../../../db/auth/two-factors.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import type { PublicContext } from "../../context.ts";
import { Failure } from "../../failure.ts";
import {
  assertNotLocked,
  assertNotPaused,
  COUNTED_FAILURES,
  dayStart,
  type GuessContext,
  knownCaller,
  MAX_FAILURES,
  windowStart,
} from "../sign-in/login-throttle.ts";
import { plainRecoveryCode, stepOfCode } from "./authenticator.ts";

const SIGNING_IN = { missing: "two_factor_required", wrong: "two_factor_wrong" } as const;
/** 400 instead of 401 for a signed-in caller: a 401 would mean that the session has ended. */
export const SIGNED_IN = { missing: "code_missing", wrong: "code_wrong" } as const;

/**
 * Requires the second factor where the person has an authenticator app or a passkey: a code of the app or a recovery
 * code, each valid once. With passkeys alone only a recovery code is left here: a passkey signs in by itself (decision
 * 0080). Returns whether they have one. Five wrong codes in fifteen minutes lock it, and more than
 * twenty in a day pause it (decision 0077). @throws `two_factor_required` without a code, `two_factor_wrong`,
 * `login_locked`
 */
export async function checkSecondFactor(
  ctx: GuessContext,
  user: { id: string; email?: string },
  code: string | undefined,
  refusals: { missing: FailureCode; wrong: FailureCode } = SIGNING_IN,
): Promise<boolean> {
  const result = await inTransaction(ctx.db, async (tx) => {
    const factor = await lockTwoFactor(tx, user.id);
    const app = factor?.enabledAt ? factor : undefined;
    if (!app && (await findSecondFactors(tx, user.id)).passkeys === 0) return "none";
    if (!code) throw new Failure(refusals.missing);
    // Counted by account over all addresses: the caller already knows the password. Known devices count apart.
    const address = knownCaller(ctx, user.email) ?? "any";
    const target = { emailHash: ctx.providers.secrets.keyedHash(user.id, "second_factor"), address };
    await lockLoginTarget(tx, target);
    const now = ctx.clock.now();
    assertNotLocked(await findLoginFailures(tx, target, { since: windowStart(now), limit: MAX_FAILURES }), now);
    assertNotPaused(await findLoginFailures(tx, target, { since: dayStart(now), limit: COUNTED_FAILURES }), now);
    const isOfApp = app !== undefined && (await takeCode(tx, ctx, user.id, app, code));
    const taken = isOfApp || (await takeRecovery(tx, ctx, user.id, code));
    await (taken ? deleteLoginFailures(tx, target) : insertLoginFailure(tx, target, now));
    return taken ? "right" : "wrong";
  });
  if (result === "wrong") throw new Failure(refusals.wrong);
  return result === "right";
}

/** Whether this is the app's code and newer than the last accepted one. */
export async function takeCode(
  tx: Transaction,
  ctx: Pick<PublicContext, "clock" | "providers">,
  userId: string,
  factor: TwoFactorRow,
  code: string,
): Promise<boolean> {
  const secret = ctx.providers.secrets.open(factor.secretSealed, "two_factors.secret_sealed", userId);
  const step = stepOfCode(secret, code.replace(/\s/g, ""), ctx.clock.now(), factor.lastStep);
  if (step === undefined) return false;
  await updateLastStep(tx, userId, step);
  return true;
}

export function hashOfRecoveryCode(ctx: Pick<PublicContext, "providers">, code: string): Buffer {
  return ctx.providers.secrets.keyedHash(plainRecoveryCode(code), "recovery_code");
}

function takeRecovery(
  tx: Transaction,
  ctx: Pick<PublicContext, "clock" | "providers">,
  userId: string,
  code: string,
): Promise<boolean> {
  return takeRecoveryCode(tx, userId, hashOfRecoveryCode(ctx, code), ctx.clock.now());
}
