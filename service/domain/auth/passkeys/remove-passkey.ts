import { deletePasskey, lockUser } from "../../../db/auth/passkeys.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { queueSecurityNotice } from "../../messages/security-notice.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";
import { dropUnneededRecoveryCodes } from "../two-factor/drop-second-factors.ts";

/** Removes one of the caller's passkeys; with the last second factor the recovery codes too. @throws `passkey_not_found` */
export async function removePasskey(ctx: Context, input: { id: string }): Promise<void> {
  const { userId } = memberActor(ctx);
  await inTransaction(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    const name = await deletePasskey(tx, input.id, userId);
    if (name === undefined) throw new Failure("passkey_not_found");
    await dropUnneededRecoveryCodes(tx, userId);
    await recordAudit(tx, ctx, {
      action: "passkey.remove",
      object: { kind: "passkey", id: input.id },
      before: { name },
    });
    await queueSecurityNotice(tx, ctx, { kind: "passkey_removed", to: { userId }, detail: name });
  });
}
