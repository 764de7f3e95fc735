import { createHash, randomBytes } from "node:crypto";
import { decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import { type ChallengePurpose, insertChallenge, takeChallenge } from "../../../db/auth/passkeys.ts";
import type { Services } from "../../context.ts";
import { Failure } from "../../failure.ts";

/** How long the browser's dialog may stay open, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000;

type Ctx = Pick<Services, "db" | "clock">;
/** `userId`: the only person who may use the challenge; null for a sign-in. */
type Use = { purpose: ChallengePurpose; userId: string | null };

/** Creates a challenge of 256 random bits and stores its hash. */
export async function newChallenge(ctx: Ctx, use: Use): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  const expiresAt = new Date(ctx.clock.now().getTime() + CHALLENGE_MS);
  const hash = hashOfChallenge(Buffer.from(challenge).toString("base64url"));
  await insertChallenge(ctx.db, { ...use, hash, expiresAt });
  return challenge;
}

/**
 * Returns the challenge that the browser signed, in Base64URL, and invalidates it before anything else is verified: no
 * response can be tried twice. @throws `passkey_expired` for a challenge that is unknown, used, too old, or of another
 * person or purpose
 */
export async function useChallenge(ctx: Ctx, clientDataJSON: string, use: Use): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  const hash = hashOfChallenge(challenge);
  if (!(await takeChallenge(ctx.db, { ...use, hash, now: ctx.clock.now() }))) throw new Failure("passkey_expired");
  return challenge;
}

function challengeIn(clientDataJSON: string): string {
  try {
    return String(decodeClientDataJSON(clientDataJSON).challenge);
  } catch {
    throw new Failure("passkey_expired");
  }
}

function hashOfChallenge(challenge: string): Buffer {
  return createHash("sha256").update(challenge).digest();
}
