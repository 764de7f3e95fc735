import type { Issuer, IssuerRequest } from "../../../providers/issuers/issuer.ts";
import type { Context, Mode, Services } from "../../context.ts";
import { Failure } from "../../failure.ts";

/** A request of an issuer: nobody has signed in, the signature decides. */
export type IssuerContext = Services & { requestId: string; address: string | null };
export type SignedRequest = { issuer: string } & Omit<IssuerRequest, "receivedAt">;

/**
 * Verifies and reads a signed request with `read`. Cards 2.
 * @throws `not_found` for an issuer that is not configured; `rail_signature_refused` for a signature that is missing, wrong or older than
 * five minutes, and for a body without meaning
 */
export function readIssuerRequest<T>(
  { providers, clock }: Services,
  { issuer: name, headers, body }: SignedRequest,
  read: (issuer: Issuer, request: IssuerRequest) => T | null,
): { value: T; mode: Mode } {
  for (const mode of ["SANDBOX", "PRODUCTION"] as const) {
    const issuer = providers.issuers[mode];
    if (issuer?.name !== name) continue;
    const value = read(issuer, { headers, body, receivedAt: clock.now() });
    if (value === null) throw new Failure("rail_signature_refused");
    return { value, mode };
  }
  throw new Failure("not_found");
}

/** The context of what an issuer or the worker books on a merchant's books: nobody's request. */
export function issuerContext(
  services: IssuerContext,
  { tenant: id, merchantId, mode }: { tenant: number; merchantId: string; mode: Mode },
): Context {
  const actor = { kind: "job", id: "card-issuer", name: "Card issuer" } as const;
  return { ...services, tenant: { id, merchantId, mode }, actor, pendingAnswer: null, money: "direct" };
}
