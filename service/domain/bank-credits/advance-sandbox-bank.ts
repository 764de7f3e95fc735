import { RailUnavailable } from "../../providers/rails/rail.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/**
 * Moves the clock of the sandbox bank, which all merchants of the sandbox share, by at most two days. Returns the bank's time. Rails 7.
 * @throws `sandbox_only`, `rail_missing`, `rail_unavailable`
 */
export async function advanceSandboxBank(ctx: Context, { seconds }: { seconds: number }): Promise<{ now: string }> {
  if (ctx.tenant.mode !== "SANDBOX") throw new Failure("sandbox_only");
  const bank = ctx.providers.sandboxBank;
  if (!bank) throw new Failure("rail_missing");
  const now = await bank.advance(seconds).catch((error: unknown) => {
    throw error instanceof RailUnavailable ? new Failure("rail_unavailable") : error;
  });
  return { now: now.toISOString() };
}
