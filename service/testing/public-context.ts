import type { PublicContext, Services } from "../domain/context.ts";

/** The context of a call without a credential. */
export function publicContext(services: Services, overrides: Partial<PublicContext> = {}): PublicContext {
  return { ...services, requestId: services.ids.next(), address: "192.0.2.1", headers: {}, ...overrides };
}
