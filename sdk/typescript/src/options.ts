export type Tokens = { accessToken: string; refreshToken: string };

/** A private key of the merchant, a customer token, or the tokens of a member's session, which are refreshed when they end. */
export type Credential =
  | { privateKey: string }
  | { customerToken: string }
  | { session: Tokens; onRefresh?: (tokens: Tokens) => void | Promise<void> };

export type ClientOptions = {
  /** With the version, such as `https://wallet.example.com/v1`. */
  baseUrl: string;
  credential?: Credential;
  /** The expected account mode: a call is refused with 409 while the account is in the other mode. */
  accountMode?: "SANDBOX" | "PRODUCTION";
  /** How often a call is repeated. 4 by default. */
  retries?: number;
  /** For each attempt, in ms. 30,000 by default. */
  timeoutMs?: number;
  fetch?: typeof fetch;
};
