import type { BuiltInRole } from "../../../contract/permissions.ts";
import {
  findMemberRecipients,
  findRoleRecipients,
  findUserRecipient,
  type NoticeRecipientRow,
} from "../../db/messages/notice-recipients.ts";
import type { Transaction } from "../../db/pool.ts";
import type { Services } from "../context.ts";
import { safeMailText } from "./mail-text.ts";
import { queueMessage } from "./queue-message.ts";

/**
 * The mails about changes that let somebody in or let money out. `what` completes "…" with one sentence; `advice` says
 * what to do if the reader did not expect it. Decision 0090.
 */
const notices = {
  new_device: {
    subject: "New sign-in to your account",
    what: "Someone signed in to your account from a new device.",
    advice: "change your password now and sign out all other sessions under Settings, Profile",
  },
  password_changed: {
    subject: "Your password was changed",
    what: "The password of your account was changed and all other sessions were ended.",
    advice: "set a new password with “Forgot password?” on the sign-in page now",
  },
  two_factor_on: {
    subject: "Two-factor sign-in is on",
    what: "Signing in to your account now asks for a code from an authenticator app.",
    advice: "ask your administrator to reset the second factor, and set a new password with “Forgot password?”",
  },
  two_factor_off: {
    subject: "Two-factor sign-in is off",
    what: "Signing in to your account no longer asks for a second factor.",
    advice: "set a new password with “Forgot password?” and turn two-factor sign-in on again",
  },
  recovery_codes_renewed: {
    subject: "New recovery codes",
    what: "New recovery codes were created for your account. The old ones no longer work.",
    advice: "change your password now and create new recovery codes under Settings, Profile",
  },
  passkey_added: {
    subject: "A passkey was added to your account",
    what: "A new passkey can now sign in to your account.",
    advice: "remove the passkey under Settings, Profile and change your password",
  },
  passkey_removed: {
    subject: "A passkey was removed from your account",
    what: "One of the passkeys of your account was removed.",
    advice: "change your password and check your passkeys under Settings, Profile",
  },
  email_confirmed: {
    subject: "Your e-mail address is confirmed",
    what: "The e-mail address of your account was confirmed with a code sent to it.",
    advice: "set a new password with “Forgot password?” on the sign-in page",
  },
  key_made: {
    subject: "A new API key was created",
    what: "A new API key was created. It can move money without approval if its permissions allow it.",
    advice: "rotate the keys under Settings, Keys, which stops the old ones",
  },
  restricted_key_made: {
    subject: "A new restricted API key was created",
    what: "A restricted API key was created or rolled. It can move money without approval if its permissions allow it.",
    advice: "revoke the key under Settings, Keys",
  },
  key_revealed: {
    subject: "An API key was shown",
    what: "The private API key was shown on a screen.",
    advice: "rotate the keys under Settings, Keys, which stops the old ones",
  },
  signing_secret_revealed: {
    subject: "A webhook signing secret was shown or changed",
    what: "The signing secret of a webhook subscription was shown or replaced.",
    advice: "roll the secret on the page of the subscription",
  },
  approver_added: {
    subject: "A new approver",
    what: "A member of your team may now approve transfers, or may approve higher amounts.",
    advice: "change the role or the limit of this member under Settings, Team",
  },
  access_change_waits: {
    subject: "A change to access needs your decision",
    what: "A change to who may approve or move money needs another approver. Agree to it or decline it under Approvals, Access.",
    advice: "decline it and talk to the person named above",
  },
  money_rules_changed: {
    subject: "The rules for moving money were changed",
    what: "A setting that decides who may move money without approval was changed.",
    advice: "check the settings under Settings, Account, and who may change them under Settings, Team",
  },
  review_passed: {
    subject: "Your business passed the review",
    what: "The platform has reviewed your business. You can now switch the account to live mode.",
    advice: "reply to this e-mail or call your contact at the platform",
  },
  document_accepted: {
    subject: "A business document was accepted",
    what: "The platform has accepted one of your business documents.",
    advice: "check your documents under Settings, Business verification",
  },
  document_refused: {
    subject: "A business document was not accepted",
    what: "The platform could not accept one of your business documents. Upload another one under Settings, Business verification, and submit it.",
    advice: "reply to this e-mail or call your contact at the platform",
  },
  merchant_suspended: {
    subject: "Your merchant account is suspended",
    what: "Nobody can sign in, keys are stopped and payments pause. You can still receive money.",
    advice: "reply to this e-mail or call your contact at the platform",
  },
  merchant_resumed: {
    subject: "Your merchant account works again",
    what: "The suspension has ended. Paused payments continue.",
    advice: "call your contact at the platform",
  },
  wallets_frozen: {
    subject: "All wallets are frozen",
    what: "All wallets were frozen in an emergency. No customer can pay or be paid until they are released.",
    advice: "talk to the person named above, then release all wallets under Settings, Account",
  },
  wallets_released: {
    subject: "All wallets were released",
    what: "The emergency freeze has ended. Wallets work as before.",
    advice: "freeze all wallets again under Settings, Account",
  },
} as const satisfies Record<string, { subject: string; what: string; advice: string }>;

export type NoticeKind = keyof typeof notices;

/**
 * The reader: one person, some members, or the merchant's current members with one of the roles (by default its MainMerchant). A
 * removed member gets nothing.
 */
export type NoticeReader =
  | { userId: string }
  | { memberIds: readonly string[] }
  | { merchantId: string; roles?: readonly BuiltInRole[] };

/** No `tenant`: the person is not signed in. */
type NoticeContext = Pick<Services, "ids" | "clock" | "providers" | "dashboardUrl"> & {
  tenant?: { id: number };
  address: string | null;
  actor?: { name: string } | undefined;
};

const WORTH_SENDING_MS = 3 * 86_400_000;

/**
 * Queues the mail in the transaction of the change, so that it is sent if and only if that commits. `detail` names the
 * thing, such as the key or the member: one line, without secrets; text typed by people is made safe here. Decision 0090.
 */
export async function queueSecurityNotice(
  tx: Transaction,
  ctx: NoticeContext,
  notice: { kind: NoticeKind; to: NoticeReader; detail?: string },
): Promise<void> {
  const readers = await findReaders(tx, notice.to);
  const { subject } = notices[notice.kind];
  const goodUntil = new Date(ctx.clock.now().getTime() + WORTH_SENDING_MS);
  for (const { email, firstName } of readers) {
    const text = noticeText(ctx, notice, firstName);
    await queueMessage(tx, ctx, { tenant: ctx.tenant ?? null, channel: "email", to: email, subject, text, goodUntil });
  }
}

async function findReaders(tx: Transaction, to: NoticeReader): Promise<NoticeRecipientRow[]> {
  if ("userId" in to) return await findUserRecipient(tx, to.userId);
  if ("memberIds" in to) return await findMemberRecipients(tx, to.memberIds);
  return await findRoleRecipients(tx, to.merchantId, to.roles ?? ["MainMerchant"]);
}

function noticeText(ctx: NoticeContext, { kind, detail }: { kind: NoticeKind; detail?: string }, name: string): string {
  const { what, advice } = notices[kind];
  const at = ctx.clock.now().toISOString();
  const facts = [
    detail && `Details: ${safeMailText(detail)}`,
    `Time: ${at.slice(0, 10)} ${at.slice(11, 16)} UTC`,
    ctx.actor && `By: ${safeMailText(ctx.actor.name)}`,
    ctx.address && `From: ${ctx.address}`,
  ].filter(Boolean);
  const link = ctx.dashboardUrl ? `\n\n${ctx.dashboardUrl}` : "";
  return `Hello ${safeMailText(name)},\n\n${what}\n\n${facts.join("\n")}\n\nIf you did not expect this, ${advice}.${link}`;
}
