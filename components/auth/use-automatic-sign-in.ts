"use client";

import { useState } from "react";
import { signIn } from "../../lib/api/auth.ts";
import { ServiceError } from "../../lib/api/service-error.ts";
import { clearPendingAccount, type PendingAccount } from "./pending-account.ts";

/**
 * The last step of registering or joining: signs in with the known e-mail and password. If they are unknown or sign-in
 * fails (for example because a second factor is required), `signInStart` holds the initial values of the sign-in form.
 */
export function useAutomaticSignIn() {
  const [signInStart, setSignInStart] = useState<Partial<PendingAccount>>();
  const signInOrAsk = async (known: Partial<PendingAccount>) => {
    const { email, password } = known;
    if (email === undefined || password === undefined || !(await trySignIn({ email, password }))) {
      setSignInStart(known);
      return;
    }
    openDashboard();
  };
  return { signInStart, signInOrAsk };
}

/** Continues as the signed-in person with a full page load of `path`, the overview by default. */
export function openDashboard(path = "/"): void {
  clearPendingAccount();
  window.location.assign(path);
}

async function trySignIn(credentials: { email: string; password: string }): Promise<boolean> {
  try {
    await signIn(credentials);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}
