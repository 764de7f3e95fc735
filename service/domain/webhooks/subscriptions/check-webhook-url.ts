import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";

/**
 * Rejects a URL that may not be called in the context's mode before it is stored; every send checks again. The message
 * names the rule, never an address. Webhooks 1, 9. @throws `validation_failed`
 */
export async function assertCallableUrl(
  ctx: Pick<Context, "providers" | "tenant">,
  field: string,
  url: string,
): Promise<void> {
  const refusal = await ctx.providers.webhooks.findRefusal(url, ctx.tenant.mode);
  if (!refusal) return;
  const { errorCode, message } = refusal;
  throw new Failure("validation_failed", {
    message: `${field} ${message} (${errorCode}).`,
    errors: [{ field, message, reason: errorCode }],
  });
}
