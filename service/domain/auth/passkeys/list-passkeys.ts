import type { Passkey } from "../../../../contract/passkeys.ts";
import { findPasskeys } from "../../../db/auth/passkeys.ts";
import type { Context } from "../../context.ts";
import { memberActor } from "../member-actor.ts";
import { passkeyReply } from "./add-passkey.ts";

/** The caller's passkeys, the oldest first. */
export async function listPasskeys(ctx: Context): Promise<Passkey[]> {
  return (await findPasskeys(ctx.db, memberActor(ctx).userId)).map(passkeyReply);
}
