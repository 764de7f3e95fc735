import { holdsPermission, type Permission } from "../../../contract/permissions.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

const PERMISSIONS = {
  credit: "WALLET_CREDIT_DEBIT",
  debit: "WALLET_CREDIT_DEBIT",
  transfer: "MANAGE_TRANSFER",
} as const satisfies Record<string, Permission>;

/** Whoever undoes a payment of this kind must be able to make one. @throws `permission_missing` */
export function assertMayPay({ actor }: Pick<Context, "actor">, kind: keyof typeof PERMISSIONS): void {
  if (actor.kind !== "member" && actor.kind !== "key") return;
  const needed = PERMISSIONS[kind];
  if (holdsPermission(actor.permissions, needed)) return;
  const holder = actor.kind === "member" ? "caller" : actor.isRestricted ? "restricted key" : "private key";
  throw new Failure("permission_missing", { message: requestTexts.permissionsRequired(holder, [needed]) });
}
