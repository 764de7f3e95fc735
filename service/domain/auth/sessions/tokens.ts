import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from "node:crypto";

const ACCESS_MINUTES = 60;
/** How long a rotated refresh token answers with its successor (API 2): parallel requests, lost answers. */
export const SUCCESSOR_SECONDS = 60;

const PREFIXES = { access: "at_", refresh: "rt_", customer: "ct_" } as const;
export type TokenKind = keyof typeof PREFIXES;

export type TokenPair = { accessToken: string; refreshToken: string; accessExpiresAt: Date; refreshExpiresAt: Date };

/** 256 random bits; the prefix only names the kind. */
export function newToken(kind: TokenKind): string {
  return PREFIXES[kind] + randomBytes(32).toString("base64url");
}

/** A pair of tokens, of which none outlives its session. */
export function newTokenPair(now: Date, sessionEndsAt: Date): TokenPair {
  const accessEndsAt = now.getTime() + ACCESS_MINUTES * 60_000;
  return {
    accessToken: newToken("access"),
    refreshToken: newToken("refresh"),
    accessExpiresAt: new Date(Math.min(accessEndsAt, sessionEndsAt.getTime())),
    refreshExpiresAt: sessionEndsAt,
  };
}

export function isTokenOf(kind: TokenKind, text: string): boolean {
  return text.startsWith(PREFIXES[kind]);
}

/** The lookup hash of a token; 256 random bits need no slow hash. */
export function hashOfToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Seals the next pair with the refresh token that it replaces: the database alone reveals nothing. */
export function sealSuccessor(refreshToken: string, pair: TokenPair): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", successorKey(refreshToken), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(pair), "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

export function openSuccessor(refreshToken: string, sealed: Buffer): TokenPair {
  const decipher = createDecipheriv("aes-256-gcm", successorKey(refreshToken), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
  const pair: Record<keyof TokenPair, string> = JSON.parse(text);
  return {
    accessToken: pair.accessToken,
    refreshToken: pair.refreshToken,
    accessExpiresAt: new Date(pair.accessExpiresAt),
    refreshExpiresAt: new Date(pair.refreshExpiresAt),
  };
}

function successorKey(refreshToken: string): Buffer {
  return Buffer.from(hkdfSync("sha256", refreshToken, "", "merchant-wallet:successor", 32));
}
