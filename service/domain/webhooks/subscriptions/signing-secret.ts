import { randomBytes } from "node:crypto";
import type { SubscriptionSecretsRow } from "../../../db/webhooks/webhook-subscriptions.ts";
import type { Secrets } from "../../../providers/secrets.ts";

/** A new signing secret of a subscription, 256 random bits: its text in clear, and sealed for the row. Decision 0088. */
export function newSigningSecret(secrets: Secrets, id: string): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString("base64url")}`;
  return { secret, sealed: secrets.seal(secret, "webhook_subscriptions.secret_sealed", id) };
}

/** Opens the current secret of a subscription; null when it has none. @throws when it was sealed under another key */
export function openSecret(secrets: Secrets, row: SubscriptionSecretsRow & { id: string }): string | null {
  return row.secretSealed && secrets.open(row.secretSealed, "webhook_subscriptions.secret_sealed", row.id);
}

/**
 * The secrets that sign now: the current one and, after a roll, the former one for the chosen time. Empty for callbacks
 * and for subscriptions without a secret. Never store or log them. @throws as `openSecret`
 */
export function openSigningSecrets(
  secrets: Secrets,
  row: SubscriptionSecretsRow & { id: string | null },
  now: Date,
): string[] {
  const { id, previousSecretSealed: previous, previousSecretUntil: until } = row;
  if (id === null) return [];
  const current = openSecret(secrets, { ...row, id });
  if (current === null) return [];
  if (!previous || !until || until <= now) return [current];
  return [current, secrets.open(previous, "webhook_subscriptions.previous_secret_sealed", id)];
}
