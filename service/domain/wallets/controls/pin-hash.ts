import type { Providers } from "../../../providers/providers.ts";

type Ctx = { providers: Pick<Providers, "secrets" | "passwords"> };

/**
 * The argon2id hash of a PIN keyed under `SECRETS_KEY`: with the database alone, the 10,000 possible PINs cannot be
 * tried. API 3.
 */
export function hashPin({ providers }: Ctx, pin: string): Promise<string> {
  return providers.passwords.hash(keyed(providers, pin));
}

/** Whether `pin` matches the hash. `isKeyed` is false for PINs that were set before hashes were keyed. */
export function verifyPin({ providers }: Ctx, stored: { pinHash: string; isKeyed: boolean }, pin: string) {
  return providers.passwords.verify(stored.pinHash, stored.isKeyed ? keyed(providers, pin) : pin);
}

function keyed({ secrets }: Ctx["providers"], pin: string): string {
  return secrets.keyedHash(pin, "transaction_pin").toString("base64");
}
