"use client";

import { LoginForm } from "./login-form.tsx";

/** The sign-in page's form; afterwards the whole page is loaded anew, at `returnTo`, a path of our own. */
export function SignIn({ returnTo }: { returnTo: string }) {
  return <LoginForm onSignedIn={() => window.location.assign(returnTo)} />;
}
