import type { Rail, RailCallback } from "../../providers/rails/rail.ts";
import type { Services } from "../context.ts";
import { Failure } from "../failure.ts";

/** A signed request of a rail, with the account mode that the rail serves. */
export type RailRequest = {
  rail: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
};

/**
 * Verifies and reads a request of a rail. The signature decides; there is no other credential. Rails 2, 10.
 * @throws `not_found` for a rail that is not configured; `rail_signature_refused` for a signature that is missing, wrong or older than
 * five minutes, and for a body without meaning
 */
export function readRailRequest(
  { providers, clock }: Services,
  { rail: name, headers, body }: RailRequest,
): { rail: Rail; mode: "SANDBOX" | "PRODUCTION"; callback: RailCallback } {
  for (const mode of ["SANDBOX", "PRODUCTION"] as const) {
    const rail = providers.rails[mode].find((one) => one.name === name);
    if (!rail) continue;
    const callback = rail.readCallback({ headers, body, receivedAt: clock.now() });
    if (!callback) throw new Failure("rail_signature_refused");
    return { rail, mode, callback };
  }
  throw new Failure("not_found");
}
