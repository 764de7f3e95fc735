import type { Passkey } from "../../../../contract/passkeys.ts";
import { renamePasskey as renamePasskeyRow } from "../../../db/auth/passkeys.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { memberActor } from "../member-actor.ts";
import { passkeyReply } from "./add-passkey.ts";

/** Renames one of the caller's passkeys. @throws `passkey_not_found` */
export async function renamePasskey(ctx: Context, input: { id: string; name: string }): Promise<Passkey> {
  const { userId } = memberActor(ctx);
  return await inTransaction(ctx.db, async (tx) => {
    const row = await renamePasskeyRow(tx, { ...input, userId });
    if (!row) throw new Failure("passkey_not_found");
    await recordAudit(tx, ctx, {
      action: "passkey.rename",
      object: { kind: "passkey", id: row.id },
      after: { name: row.name },
    });
    return passkeyReply(row);
  });
}
