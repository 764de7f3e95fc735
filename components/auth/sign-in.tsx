"use client";

import { useRouter } from "next/navigation";
import { AuthLink } from "./auth-form.tsx";
import { LoginForm } from "./login-form.tsx";
import { savePendingAccount } from "./pending-account.ts";

/** The form of the sign-in page. Afterwards the browser loads `returnTo`, a path of the dashboard. */
export function SignIn({ returnTo }: { returnTo: string }) {
  const router = useRouter();
  return (
    <>
      <LoginForm
        onSignedIn={() => window.location.assign(returnTo)}
        onUnverified={(account) => {
          savePendingAccount(account);
          router.push("/activate");
        }}
      />
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        <AuthLink href="/forgot">Forgot your password?</AuthLink>
        <AuthLink href="/register">Create an account</AuthLink>
      </div>
    </>
  );
}
