"use client";

import { useState } from "react";
import { signIn } from "../../lib/api/auth.ts";
import { ServiceError } from "../../lib/api/service-error.ts";
import { forgetNewcomer, type Newcomer } from "./newcomer.ts";

/**
 * The last step of registering or joining: signs in with the known e-mail and password. If they are unknown or sign-in
 * fails (for example because a second factor is required), `arrived` holds the initial values of the sign-in form.
 */
export function useArrival() {
  const [arrived, setArrived] = useState<Partial<Newcomer>>();
  const arrive = async (known: Partial<Newcomer>) => {
    const { email, password } = known;
    if (email === undefined || password === undefined || !(await isSignedIn({ email, password }))) {
      setArrived(known);
      return;
    }
    enter();
  };
  return { arrived, arrive };
}

/** Continues as the signed-in person with a full page load. */
export function enter(): void {
  forgetNewcomer();
  window.location.assign("/");
}

async function isSignedIn(credentials: { email: string; password: string }): Promise<boolean> {
  try {
    await signIn(credentials);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}
