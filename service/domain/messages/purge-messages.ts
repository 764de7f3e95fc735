import { deleteEndedCustomerTokens, deleteEndedPhoneCodes } from "../../db/customers/customer-tokens.ts";
import { deleteOutboxMessagesBefore } from "../../db/messages/development-outbox.ts";
import { deleteFailedMessagesBefore } from "../../db/messages/messages.ts";
import type { Services } from "../context.ts";

const OUTBOX_DAYS = 2;
const FAILED_DAYS = 30;

/**
 * Deletes ended customer tokens and codes, read messages of the development outbox, and old failures. Returns the
 * number.
 */
export async function purgeMessages(services: Pick<Services, "db" | "clock">): Promise<Record<string, number>> {
  const now = services.clock.now();
  return {
    tokens: await deleteEndedCustomerTokens(services.db, now),
    codes: await deleteEndedPhoneCodes(services.db, { countedBefore: daysBefore(now, 1), now }),
    outbox: await deleteOutboxMessagesBefore(services.db, daysBefore(now, OUTBOX_DAYS)),
    failed: await deleteFailedMessagesBefore(services.db, daysBefore(now, FAILED_DAYS)),
  };
}

function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * 86_400_000);
}
