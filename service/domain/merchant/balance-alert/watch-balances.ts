import { type CrossedAlert, takeCrossedAlert } from "../../../db/merchant/balance-alerts.ts";
import { findMemberRecipients, findRoleRecipients } from "../../../db/messages/notice-recipients.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { nairaText } from "../../../providers/rails/naira-text.ts";
import type { Services } from "../../context.ts";
import { safeMailText } from "../../messages/mail-text.ts";
import { queueMessage } from "../../messages/queue-message.ts";

const ROLES = ["Admin", "MainMerchant"] as const;
/** Later the balance is another one, and the dashboard shows it. */
const WORTH_SENDING_MS = 86_400_000;

/**
 * Mails the chosen members when the balance of a merchant wallet has fallen below its alert: once per fall, and not again until it rose to
 * the amount. The mail commits with the mark: several workers or a crash neither repeat nor lose it. Returns the number of falls if there
 * was one. Decision 0102.
 */
export async function watchBalances(services: Services): Promise<{ fell: number } | undefined> {
  let fell = 0;
  for (;;) {
    const crossed = await inTransaction(services.db, async (tx) => {
      const found = await takeCrossedAlert(tx, services.clock.now());
      if (found?.isBelow) await mailFall(tx, services, found);
      return found;
    });
    if (!crossed) return fell > 0 ? { fell } : undefined;
    if (crossed.isBelow) fell += 1;
  }
}

async function mailFall(tx: Transaction, services: Services, alert: CrossedAlert): Promise<void> {
  const chosen = alert.members
    ? await findMemberRecipients(tx, alert.members)
    : await findRoleRecipients(tx, alert.merchantId, ROLES);
  const amounts = { balance: nairaOf(alert.balance), threshold: nairaOf(alert.threshold) };
  for (const { email, firstName } of chosen.filter(({ isConfirmed }) => isConfirmed)) {
    await queueMessage(tx, services, {
      tenant: { id: alert.tenant },
      channel: "email",
      to: email,
      subject: `Low balance: ${amounts.balance}${alert.mode === "SANDBOX" ? " (sandbox)" : ""}`,
      text: textOf(services, alert, { ...amounts, name: firstName }),
      goodUntil: new Date(services.clock.now().getTime() + WORTH_SENDING_MS),
    });
  }
}

function textOf(
  { dashboardUrl }: Pick<Services, "dashboardUrl">,
  { businessName, mode }: CrossedAlert,
  { name, balance, threshold }: { name: string; balance: string; threshold: string },
): string {
  const link = dashboardUrl ? `\n\n${dashboardUrl}/settings/account` : "";
  return `Hello ${safeMailText(name)},

The merchant wallet of ${safeMailText(businessName)} (${mode}) has ${balance}. That is below your alert of ${threshold}.

Payments from the merchant wallet fail when its balance is too low. Pay money in to its account number.

You get this mail once each time the balance falls below the amount. Change the alert under Settings, Account.${link}`;
}

function nairaOf(kobo: bigint): string {
  const [whole = "0", rest = "00"] = nairaText(kobo).split(".");
  return `NGN ${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}
