import type { IdentityRegistry } from "./identity/identity-registry.ts";
import type { Messenger } from "./messenger.ts";
import type { Passwords } from "./passwords.ts";
import type { Secrets } from "./secrets.ts";

/** The outside world and the keys to it, as the rules see them; each has a fake for tests. */
export type Providers = {
  secrets: Secrets;
  passwords: Passwords;
  identity: IdentityRegistry;
  /** To send something that must not be lost, queue it: `domain/messages/queue-message.ts`. */
  sms: Messenger;
  email: Messenger;
};
