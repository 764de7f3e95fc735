import { deleteEndedCustomerTokens, deleteEndedPhoneCodes } from "../../db/customers/customer-tokens.ts";
import { deleteLookupsBefore } from "../../db/customers/identity-lookups.ts";
import { deleteOutboxMessagesBefore } from "../../db/messages/development-outbox.ts";
import { deleteFailedMessagesBefore } from "../../db/messages/messages.ts";
import { deleteSmsCountsBefore } from "../../db/messages/sms-counts.ts";
import type { Services } from "../context.ts";

const OUTBOX_DAYS = 2;
const FAILED_DAYS = 30;
const LOOKUP_DAYS = 90;

/**
 * Deletes ended customer tokens and codes, read messages of the development outbox, old failures, and counts of past
 * days. Returns the number of each.
 */
export async function purgeMessages(services: Pick<Services, "db" | "clock">): Promise<Record<string, number>> {
  const now = services.clock.now();
  return {
    tokens: await deleteEndedCustomerTokens(services.db, now),
    codes: await deleteEndedPhoneCodes(services.db, { countedBefore: daysBefore(now, 1), now }),
    outbox: await deleteOutboxMessagesBefore(services.db, daysBefore(now, OUTBOX_DAYS)),
    counts: await deleteSmsCountsBefore(services.db, daysBefore(now, 1)),
    lookups: await deleteLookupsBefore(services.db, daysBefore(now, LOOKUP_DAYS)),
    failed: await deleteFailedMessagesBefore(services.db, daysBefore(now, FAILED_DAYS)),
  };
}

function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * 86_400_000);
}
