/** An e-mail or a text message; a text message ignores `subject`. The same `id` marks the same message, sent again. */
export type Message = { id: string; to: string; subject: string; text: string };

/**
 * Sends messages of one channel. Resolves when the provider has accepted the message; it may arrive twice, but is
 * never lost silently. Throws `MessageRefused` when a retry is pointless, any other error when a retry may succeed.
 */
export type Messenger = { send(message: Message): Promise<void> };

/** The provider will never accept this message. `reason` is safe to store: it holds no address and no text. */
export class MessageRefused extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`The message was refused: ${reason}.`);
    this.name = "MessageRefused";
    this.reason = reason;
  }
}
