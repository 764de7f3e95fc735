import { randomBytes, timingSafeEqual } from "node:crypto";
import type { PublicContext } from "../../context.ts";

const DAYS = 180;
const PREFIX = "dv_";

type Ctx = Pick<PublicContext, "clock" | "providers">;

/**
 * A token for a device that has just signed in as the person with this e-mail (lower case). Sent with the next sign-in,
 * it gives the device a count of failures of its own: failures of strangers do not lock it. It opens nothing and is not
 * stored; the service signs it under `SECRETS_KEY`. Valid for 180 days from the last sign-in; `previous` keeps its ID.
 * Decision 0077.
 */
export function newDeviceToken(ctx: Ctx, email: string, previous?: string): string {
  const id = (previous && deviceOf(ctx, email, previous)) || randomBytes(16).toString("base64url");
  const expires = Math.floor(ctx.clock.now().getTime() / 1000) + DAYS * 86_400;
  return `${PREFIX}${id}.${expires}.${signature(ctx, email, id, String(expires))}`;
}

/** The ID of a device whose token is valid for this e-mail (lower case); undefined for any other text. */
export function deviceOf(ctx: Ctx, email: string, token: string): string | undefined {
  const [, id, expires, given] = /^dv_([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  if (id === undefined || expires === undefined || given === undefined) return undefined;
  const isOurs = timingSafeEqual(Buffer.from(given), Buffer.from(signature(ctx, email, id, expires)));
  return isOurs && Number(expires) * 1000 > ctx.clock.now().getTime() ? id : undefined;
}

function signature({ providers }: Ctx, email: string, id: string, expires: string): string {
  return providers.secrets.keyedHash(`${id}.${expires}.${email}`, "device").toString("base64url");
}
