import type { Sent } from "./attempt.ts";
import type { ClientOptions, Tokens } from "./options.ts";

/** Adds the credential to requests, and refreshes the tokens of a session. */
export function createSession({ credential, baseUrl }: ClientOptions, attemptOnce: (sent: Sent) => Promise<unknown>) {
  let tokens = credential && "session" in credential ? credential.session : undefined;
  let refreshing: Promise<void> | undefined;

  function token(): string | undefined {
    if (!credential) return undefined;
    if ("privateKey" in credential) return credential.privateKey;
    return "customerToken" in credential ? credential.customerToken : tokens?.accessToken;
  }

  async function exchange({ refreshToken }: Tokens): Promise<void> {
    const headers = { "x-refresh-token": refreshToken, accept: "application/json" };
    const url = `${baseUrl.replace(/\/+$/, "")}/auth/refresh/token`;
    const { data } = (await attemptOnce({ url, init: { method: "POST", headers } })) as {
      data: Tokens;
    };
    tokens = { accessToken: data.accessToken, refreshToken: data.refreshToken };
    if (credential && "onRefresh" in credential) await credential.onRefresh?.(tokens);
  }

  return {
    authorized(sent: Sent): Sent {
      const value = token();
      const headers = new Headers(sent.init.headers);
      if (value) headers.set("authorization", `Bearer ${value}`);
      return { ...sent, init: { ...sent.init, headers } };
    },
    /** False without tokens. Calls that find the token ended together share one exchange: a refresh token works once. */
    async refresh(): Promise<boolean> {
      if (!tokens) return false;
      refreshing ??= exchange(tokens).finally(() => {
        refreshing = undefined;
      });
      await refreshing;
      return true;
    },
  };
}
