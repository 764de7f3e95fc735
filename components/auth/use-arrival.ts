"use client";

import { useState } from "react";
import { signIn } from "../../lib/api/auth.ts";
import { ServiceError } from "../../lib/api/service-error.ts";
import { forgetNewcomer, type Newcomer } from "./newcomer.ts";

/**
 * The last step of a way in: signs the person in where e-mail and password are known. Otherwise, and where that does not work
 * (a second factor is asked for, the line is cut), `arrived` says what the sign-in form may begin with.
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

/** Goes in as whoever has signed in: the whole page is loaded anew. */
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
