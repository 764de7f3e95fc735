import { logIn } from "../domain/auth/sign-in/log-in.ts";
import type { PublicContext, Services } from "../domain/context.ts";
import { TEST_PASSWORD } from "./factories.ts";

/** Signs in a member of a test merchant and returns the Authorization header. */
export async function bearerOf(
  services: Services,
  email: string,
  channel: "dashboard" | "api" = "api",
): Promise<{ authorization: string }> {
  const reply = await logIn(publicContext(services), { email, password: TEST_PASSWORD, channel, userAgent: null });
  if ("requiresVerification" in reply) throw new Error(`${email} is not verified`);
  return { authorization: `Bearer ${reply.data.accessToken}` };
}

/** The context of a call without a credential. */
export function publicContext(services: Services, overrides: Partial<PublicContext> = {}): PublicContext {
  return { ...services, requestId: services.ids.next(), address: "192.0.2.1", headers: {}, ...overrides };
}
