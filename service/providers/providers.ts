import type { IdentityRegistry } from "./identity/identity-registry.ts";
import type { Issuers } from "./issuers/create-issuers.ts";
import type { Messenger } from "./messenger.ts";
import type { Passwords } from "./passwords.ts";
import type { Rails } from "./rails/create-rails.ts";
import type { Secrets } from "./secrets.ts";
import type { WebhookClient } from "./webhook-client/webhook-client.ts";

/** The external systems and the keys to them, as the domain uses them; each has a fake for tests. */
export type Providers = {
  secrets: Secrets;
  passwords: Passwords;
  /** By account mode: SANDBOX never reaches a real registry. API 3. */
  identity: Record<"SANDBOX" | "PRODUCTION", IdentityRegistry>;
  /** Queue a message that must not be lost: `domain/messages/queue-message.ts`. */
  sms: Messenger;
  email: Messenger;
  /** Messages to customers of sandbox tenants: they never leave through `sms` or `email`. */
  sandboxMessages: Record<"sms" | "email", Messenger>;
  webhooks: WebhookClient;
  /** By account mode, in the order of routing; empty where payouts of the mode are not possible. Rails 1. */
  rails: Rails["rails"];
  /** Null where no sandbox bank is configured. Rails 7. */
  sandboxBank: Rails["sandboxBank"];
  /** By account mode; null where cards are not possible. Cards 1. */
  issuers: Issuers["issuers"];
  /** Null where no sandbox issuer is configured. */
  cardNetwork: Issuers["cardNetwork"];
};
