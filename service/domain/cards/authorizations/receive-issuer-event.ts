import { recordIssuerStatus } from "../record-issuer-status.ts";
import { type IssuerContext, readIssuerRequest, type SignedRequest } from "./issuer-requests.ts";
import { bookIssuerEvent } from "./record-card-event.ts";

/**
 * Receives an event of an issuer. Resolves once it is committed; the issuer repeats an event until then, and a repetition changes
 * nothing. Cards 2, 3.
 * @throws what `readIssuerRequest` and `bookIssuerEvent` throw
 */
export async function receiveIssuerEvent(services: IssuerContext, signed: SignedRequest): Promise<void> {
  const { value: event, mode } = readIssuerRequest(services, signed, (issuer, request) => issuer.readEvent(request));
  const issuer = { name: signed.issuer, mode };
  if (event.kind === "status") await recordIssuerStatus(services, issuer, event);
  else await bookIssuerEvent(services, issuer, event);
}
