import type { IdentityRegistry } from "./identity/identity-registry.ts";
import type { Messenger } from "./messenger.ts";
import type { Passwords } from "./passwords.ts";
import type { Secrets } from "./secrets.ts";
import type { WebhookClient } from "./webhook-client/webhook-client.ts";

/** The external systems and the keys to them, as the domain uses them; each has a fake for tests. */
export type Providers = {
  secrets: Secrets;
  passwords: Passwords;
  identity: IdentityRegistry;
  /** Queue a message that must not be lost: `domain/messages/queue-message.ts`. */
  sms: Messenger;
  email: Messenger;
  webhooks: WebhookClient;
};
