import { type IssuerContext, readIssuerRequest, type SignedRequest } from "./issuer-requests.ts";
import { bookIssuerEvent } from "./record-card-event.ts";

/**
 * Receives an event of an issuer. Resolves once it is committed; the issuer repeats an event until then, and a repetition changes
 * nothing. Cards 2, 3.
 * @throws what `readIssuerRequest` and `bookIssuerEvent` throw
 */
export async function receiveIssuerEvent(services: IssuerContext, signed: SignedRequest): Promise<void> {
  const { value: event, mode } = readIssuerRequest(services, signed, (issuer, request) => issuer.readEvent(request));
  if (event.kind === "status") return;
  await bookIssuerEvent(services, { name: signed.issuer, mode }, event);
}
