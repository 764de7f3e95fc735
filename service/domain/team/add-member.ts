import type { BuiltInRole } from "../../../contract/permissions.ts";
import { hasMember, insertUserOrFindByEmail } from "../../db/auth/users.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { insertMember, type NewMember } from "../../db/team/members.ts";
import { dropFormerAccess } from "../auth/email/drop-former-access.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { type AuditContext, recordAudit } from "../record-audit.ts";

export type NewPerson = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  phoneNumber?: string | null;
};

export type AddMemberInput = NewPerson & { role: BuiltInRole; approvalLimitKobo?: bigint | null };
export type AddedMember = { memberId: string; userId: string };

/**
 * Adds a person to the merchant's team with the e-mail already confirmed. A person known from another merchant keeps
 * name and password. `approvalLimitKobo` null means no limit. API 2, Wire 5.
 * @throws `member_exists`
 */
export async function addMember(ctx: Context, input: AddMemberInput): Promise<AddedMember> {
  const passwordHash = await ctx.providers.passwords.hash(input.password);
  return inTransaction(ctx.db, (tx) => registerMember(tx, ctx, { ...input, passwordHash }));
}

/** The same inside a transaction; `passwordHash` is computed before it begins. */
export async function registerMember(
  tx: Transaction,
  ctx: AuditContext,
  input: Omit<AddMemberInput, "password"> & { passwordHash: string },
): Promise<AddedMember> {
  const at = ctx.clock.now();
  const email = input.email.toLowerCase();
  const { role, passwordHash, firstName, lastName } = input;
  const phoneNumber = input.phoneNumber ?? null;
  const approvalLimit = input.approvalLimitKobo ?? null;
  const newUserId = ctx.ids.next();
  const user = {
    id: newUserId,
    email,
    passwordHash,
    firstName,
    lastName,
    phoneNumber,
    verifiedAt: at,
    emailConfirmedAt: at,
    at,
  };
  const userId = await insertUserOrFindByEmail(tx, user);
  return await joinTeam(tx, ctx, { userId, email, role: { name: role }, roleName: role, approvalLimit });
}

/**
 * Makes a known person a member. One who is in no team keeps no second factor of an earlier time.
 * @throws `member_exists`
 */
export async function joinTeam(
  tx: Transaction,
  ctx: AuditContext,
  person: { userId: string; email: string; role: NewMember["role"]; roleName: string; approvalLimit: bigint | null },
): Promise<AddedMember> {
  const { userId, email, role, roleName, approvalLimit } = person;
  const { merchantId } = ctx.tenant;
  if (!(await hasMember(tx, email))) await dropFormerAccess(tx, ctx, userId);
  const member = { id: ctx.ids.next(), merchantId, userId, role, approvalLimit, at: ctx.clock.now() };
  const memberId = await insertMember(tx, member);
  if (!memberId) throw new Failure("member_exists");
  await recordAudit(tx, ctx, {
    action: "member.add",
    object: { kind: "member", id: memberId },
    after: { email, role: roleName, approvalLimit },
  });
  return { memberId, userId };
}
