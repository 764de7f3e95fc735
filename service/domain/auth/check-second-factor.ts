import { inTransaction, type Transaction } from "../../db/pool.ts";
import { lockTwoFactor, type TwoFactorRow, takeRecoveryCode, updateLastStep } from "../../db/two-factors.ts";
import type { PublicContext } from "../context.ts";
import { Failure } from "../failure.ts";
import { plainRecoveryCode, stepOfCode } from "./authenticator.ts";
import { countLoginFailure } from "./guess-password.ts";

/** What the secret is sealed for. */
export const TWO_FACTOR_PURPOSE = "two_factor";

/**
 * Asks for the second factor where the person has one: a code of the authenticator app, or a recovery code; each works once. Wrong
 * ones count as failed sign-ins. @throws `two_factor_required` without a code, `two_factor_wrong`
 */
export async function checkSecondFactor(
  ctx: Pick<PublicContext, "db" | "clock" | "providers" | "address">,
  user: { id: string; email: string },
  code: string | undefined,
): Promise<void> {
  const isRight = await inTransaction(ctx.db, async (tx) => {
    const factor = await lockTwoFactor(tx, user.id);
    if (!factor?.enabledAt) return true;
    if (!code) throw new Failure("two_factor_required");
    return (await takeCode(tx, ctx, user.id, factor, code)) || (await takeRecovery(tx, ctx, user.id, code));
  });
  if (isRight) return;
  await countLoginFailure(ctx, user.email);
  throw new Failure("two_factor_wrong");
}

/** Whether this is the app's code and newer than the last one that was taken. */
export async function takeCode(
  tx: Transaction,
  ctx: Pick<PublicContext, "clock" | "providers">,
  userId: string,
  factor: TwoFactorRow,
  code: string,
): Promise<boolean> {
  const secret = ctx.providers.secrets.open(factor.secretSealed, TWO_FACTOR_PURPOSE);
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
