import { findOutboxMessages, insertOutboxMessage, type OutboxMessage } from "../../db/messages/development-outbox.ts";
import type { Channel } from "../../db/messages/messages.ts";
import type { Messenger } from "../../providers/messenger.ts";
import type { Services } from "../context.ts";
import { normalisePhoneNumber } from "../phone-number.ts";

const MOST_SHOWN = 100;

/** The messenger of a machine without SMTP or SMS: developers and tests read the sent messages. API 3. */
export function createDevelopmentOutbox(services: Pick<Services, "db" | "clock">, channel: Channel): Messenger {
  return {
    async send({ id, to, subject, text }) {
      const createdAt = services.clock.now();
      await insertOutboxMessage(services.db, {
        id,
        channel,
        to: addressOf(to),
        subject: channel === "email" ? subject : null,
        text,
        createdAt,
      });
    },
  };
}

/** Sent messages to an e-mail address or phone number in any notation, or to all; newest first. */
export function readDevelopmentOutbox(
  services: Pick<Services, "db">,
  to: string | undefined,
): Promise<OutboxMessage[]> {
  return findOutboxMessages(services.db, to === undefined ? null : addressOf(to), MOST_SHOWN);
}

function addressOf(text: string): string {
  return normalisePhoneNumber(text) ?? text.trim().toLowerCase();
}
