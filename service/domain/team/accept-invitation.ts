import { deleteRegistrationsOf } from "../../db/auth/registrations.ts";
import { findUserForSignIn } from "../../db/auth/sign-in.ts";
import { confirmEmailOfUser, insertOrRenewUser } from "../../db/auth/users.ts";
import { findTenants } from "../../db/merchant/tenants.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { type InvitationRow, lockOpenInvitation, markInvitationAccepted } from "../../db/team/invitations.ts";
import { lockTeam } from "../../db/team/members.ts";
import { assertGoodPassword } from "../auth/passwords/check-new-password.ts";
import { hashOfToken } from "../auth/sessions/tokens.ts";
import { limitGuesses } from "../auth/sign-in/attempt-limit.ts";
import { guessPassword } from "../auth/sign-in/guess-password.ts";
import type { PublicContext } from "../context.ts";
import { Failure } from "../failure.ts";
import { normalisePhoneNumber } from "../phone-number.ts";
import { joinTeam } from "./add-member.ts";
import { canStillInvite, mayApprove } from "./team-rules.ts";
import { noticeApprovers } from "./update-member.ts";

const ATTEMPTS = 20;

export type AcceptInvitationInput = {
  invitationCode: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  password: string;
};

/**
 * Makes the holder of the mailed code a member, with the role and limit of the invitation. A person with an account
 * proves it with its password and keeps name and password. Returns the e-mail to sign in with. Wire 5.
 * @throws `validation_failed` for a new password that is easy to guess; `code_invalid`, also when the inviter could no longer grant as much; `member_exists` for a known e-mail with
 * another password; `login_locked`
 */
export async function acceptInvitation(ctx: PublicContext, input: AcceptInvitationInput): Promise<{ email: string }> {
  return await limitGuesses(ctx, "invitation", ATTEMPTS, () => accept(ctx, input));
}

async function accept(ctx: PublicContext, input: AcceptInvitationInput): Promise<{ email: string }> {
  const codeHash = hashOfToken(input.invitationCode);
  const invited = await inTransaction(ctx.db, (tx) => openInvitation(tx, ctx, codeHash));
  const known = await findUserForSignIn(ctx.db, invited.email);
  const userId = known?.verifiedAt ? await provenUser(ctx, invited.email, input.password) : null;
  if (!userId)
    await assertGoodPassword(input.password, { email: invited.email, businessNames: [invited.businessName] });
  const passwordHash = userId ? null : await ctx.providers.passwords.hash(input.password);
  await inTransaction(ctx.db, async (tx) => {
    // Locks the team first, as every change of the team does.
    const team = await lockTeam(tx, invited.merchantId);
    const invitation = await openInvitation(tx, ctx, codeHash);
    if (!canStillInvite(team, invitation)) throw new Failure("code_invalid");
    const at = ctx.clock.now();
    const memberId =
      userId ?? (await newUser(tx, ctx, invitation.email, { ...input, passwordHash: passwordHash ?? "" }));
    // The code came by mail.
    await confirmEmailOfUser(tx, memberId, at);
    await markInvitationAccepted(tx, invitation.id, at);
    const joining = await invitationContext(tx, ctx, invitation);
    if (mayApprove({ name: invitation.role, permissions: invitation.permissions })) {
      await noticeApprovers(tx, joining, invitation.email);
    }
    await joinTeam(tx, joining, {
      userId: memberId,
      email: invitation.email,
      role: { id: invitation.roleId },
      roleName: invitation.role,
      approvalLimit: invitation.approvalLimit,
    });
  });
  return { email: invited.email };
}

async function openInvitation(tx: Transaction, ctx: PublicContext, codeHash: Buffer): Promise<InvitationRow> {
  const invitation = await lockOpenInvitation(tx, { codeHash });
  if (!invitation || invitation.expiresAt <= ctx.clock.now()) throw new Failure("code_invalid");
  return invitation;
}

async function provenUser(ctx: PublicContext, email: string, password: string): Promise<string> {
  const user = await guessPassword(ctx, { email, password });
  if (!user) throw new Failure("member_exists");
  return user.id;
}

async function newUser(
  tx: Transaction,
  ctx: PublicContext,
  email: string,
  person: AcceptInvitationInput & { passwordHash: string },
): Promise<string> {
  const phoneNumber = normalisePhoneNumber(person.phoneNumber) ?? person.phoneNumber;
  const { firstName, lastName, passwordHash } = person;
  const at = ctx.clock.now();
  const user = {
    id: ctx.ids.next(),
    email,
    passwordHash,
    firstName,
    lastName,
    phoneNumber,
    verifiedAt: at,
    emailConfirmedAt: at,
    at,
  };
  const userId = await insertOrRenewUser(tx, user);
  if (!userId) throw new Failure("member_exists");
  await deleteRegistrationsOf(tx, email);
  return userId;
}

/** Acts in the merchant's sandbox, where every merchant starts; the inviter is the actor. */
async function invitationContext(tx: Transaction, ctx: PublicContext, invitation: InvitationRow) {
  const [tenant] = await findTenants(tx, invitation.merchantId);
  if (!tenant) throw new Error("a merchant without books");
  const actor = { kind: "platform" as const, id: invitation.id, name: `Invitation of ${invitation.email}` };
  return { ...ctx, tenant, actor };
}
