import { WebhookUrl } from "../../../../contract/values.ts";
import type { Session } from "../../../../lib/permissions.ts";
import { texts } from "./texts.ts";

/**
 * Checks a URL's form by the contract, and two rules that only the service's address check knows: no user name, and https: in live
 * mode. Whether the URL may be called is the service's decision. Webhooks 1, 9.
 */
export function urlProblem(text: string, mode: Session["mode"]): string | undefined {
  const { success, data } = WebhookUrl.safeParse(text.trim());
  if (!success) return texts.giveAWholeAddress;
  const url = new URL(data);
  if (url.username || url.password) return texts.leaveUserNameAnd;
  if (url.protocol === "http:" && mode === "PRODUCTION") return "http: works in the sandbox only. Use https:.";
  return undefined;
}
