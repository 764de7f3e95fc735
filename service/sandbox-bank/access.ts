import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The one client of the bank. */
const CLIENT_ID = "wallet-service";
const TOKEN_SECONDS = 3_600;

/** Checks the client's credentials and issues tokens, which stay valid when the bank restarts. */
export function createAccess(options: { clientSecret: string; now(): Date }) {
  const { clientSecret } = options;
  const seconds = () => Math.floor(options.now().getTime() / 1000);
  const sign = (expiry: string) => createHmac("sha256", clientSecret).update(`token ${expiry}`).digest("hex");
  return {
    isClient: (id: string, secret: string) => isSame(id, CLIENT_ID) && isSame(secret, clientSecret),
    issueToken() {
      const expiry = String(seconds() + TOKEN_SECONDS);
      return { access_token: `${expiry}.${sign(expiry)}`, token_type: "Bearer", expires_in: TOKEN_SECONDS };
    },
    hasToken(authorization: string | undefined): boolean {
      const [expiry = "", signature = ""] = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1]?.split(".") ?? [];
      return isSame(signature, sign(expiry)) && Number(expiry) > seconds();
    },
    hasPassword(authorization: string | undefined): boolean {
      const expected = `Basic ${Buffer.from(`${CLIENT_ID}:${clientSecret}`).toString("base64")}`;
      return isSame(authorization ?? "", expected);
    },
  };
}

/** Compares two texts in a time that does not depend on their contents. */
export function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
