/** A mail or a text message; a text message has no use for `subject`. The same `id` is the same message, sent again. */
export type Message = { id: string; to: string; subject: string; text: string };

/**
 * Carries messages of one channel. Resolves when the other side has taken the message; it may still arrive twice, never
 * silently not at all. Throws `MessageRefused` when sending again is pointless, anything else when it may help.
 */
export type Messenger = { send(message: Message): Promise<void> };

/** The other side will never take this message. `reason` is safe to store: no address, no text. */
export class MessageRefused extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`The message was refused: ${reason}.`);
    this.name = "MessageRefused";
    this.reason = reason;
  }
}
