import { findLedgerCheck } from "../../../db/ledger/trial-balance.ts";
import { takeHeadMail } from "../../../db/merchant/merchants.ts";
import { findRoleRecipients } from "../../../db/messages/notice-recipients.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { lagosDay } from "../../../ledger/lagos-day.ts";
import type { Mode, Services } from "../../context.ts";
import { safeMailText } from "../../messages/mail-text.ts";
import { queueMessage } from "../../messages/queue-message.ts";
import { readSealState, type SealState } from "./read-seal-state.ts";

/** The next day's mail replaces it. */
const WORTH_SENDING_MS = 86_400_000;

type Head = NonNullable<SealState["head"]>;

/**
 * Queues the newest hash of the chain for the confirmed MainMerchants of every merchant that subscribes, once a Lagos day. The mail
 * commits with the mark of its day: several workers or a crash neither repeat nor lose it. Returns the number of merchants if there was
 * one. Ledger 6, decision 0093.
 */
export async function mailHeads(services: Services): Promise<{ merchants: number } | undefined> {
  const state = await readSealState(services);
  const { head } = state;
  if (!head) return undefined;
  const day = lagosDay(services.clock.now());
  let merchants = 0;
  while (await inTransaction(services.db, (tx) => mailNext(tx, services, day, { ...state, head }))) merchants += 1;
  return merchants > 0 ? { merchants } : undefined;
}

async function mailNext(
  tx: Transaction,
  services: Services,
  day: string,
  state: SealState & { head: Head },
): Promise<boolean> {
  const merchant = await takeHeadMail(tx, day);
  if (!merchant) return false;
  const books = [
    await booksLine(tx, "SANDBOX", merchant.sandboxId),
    await booksLine(tx, "PRODUCTION", merchant.productionId),
  ];
  const problems = state.problems.filter(
    ({ tenant }) => tenant === null || tenant === merchant.sandboxId || tenant === merchant.productionId,
  );
  const readers = await findRoleRecipients(tx, merchant.id, ["MainMerchant"]);
  for (const { email, firstName } of readers.filter(({ isConfirmed }) => isConfirmed)) {
    await queueMessage(tx, services, {
      tenant: { id: merchant.productionId },
      channel: "email",
      to: email,
      subject: `Hash of the books, ${day}`,
      text: mailText(services, { name: firstName, state: { ...state, problems }, books }),
      goodUntil: new Date(services.clock.now().getTime() + WORTH_SENDING_MS),
    });
  }
  return true;
}

async function booksLine(tx: Transaction, mode: Mode, tenant: number): Promise<string> {
  const check = await findLedgerCheck(tx, tenant);
  if (!check) return `${mode}: not checked yet`;
  const result = check.balanced ? "balanced" : "NOT BALANCED";
  return `${mode}: ${check.entries} entries in ${check.accounts} accounts, ${result} at ${minuteOf(check.checkedAt)}`;
}

function mailText(
  { dashboardUrl }: Pick<Services, "dashboardUrl">,
  { name, state, books }: { name: string; state: SealState & { head: Head }; books: readonly string[] },
): string {
  const { head, verifiedThrough, verifiedAt, problems } = state;
  const verified = verifiedAt ? `through seal ${verifiedThrough}, at ${minuteOf(verifiedAt)}` : "not yet";
  const found = problems.length === 0 ? "none" : `${problems.length}; the page Ledger names yours`;
  const link = dashboardUrl ? `\n\n${dashboardUrl}/reconciliation/ledger` : "";
  return `Hello ${safeMailText(name)},

Every entry and every audit row is part of one chain of hashes. This is its newest hash. Keep this mail: it proves later that nothing before it was changed.

Seal: ${head.number}
Hash: ${head.hash}
Sealed: ${minuteOf(head.at)}
Verified: ${verified}
Rows that do not match: ${found}
${books.join("\n")}

How to compare:
- The page Ledger and GET /v1/ledger/trial-balance show the newest seal. Its number never becomes smaller, and a seal keeps its hash.
- For an older seal, ask the operator of the platform to run: npm run platform -- verify-books ${head.number} ${head.hash}

You get this mail because it is switched on under Settings, Account.${link}`;
}

function minuteOf(instant: Date): string {
  const text = instant.toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
}
