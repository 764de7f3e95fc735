"use client";

import { useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";
import { readSuspension } from "../../lib/api/browser-storage.ts";
import { AuthLink } from "./auth-form.tsx";
import { LoginForm } from "./login-form.tsx";
import { SuspendedCallout } from "./login-refusal.tsx";
import { savePendingAccount } from "./pending-account.ts";
import { texts } from "./texts.ts";

const NEVER_CHANGES = () => () => undefined;

/** The form of the sign-in page, with the reason when a suspension ended the session. Afterwards the browser loads `returnTo`, a path of the dashboard. */
export function SignIn({ returnTo }: { returnTo: string }) {
  const router = useRouter();
  const suspension = useSyncExternalStore(NEVER_CHANGES, readSuspension, () => undefined);
  return (
    <>
      <LoginForm
        notice={suspension !== undefined && <SuspendedCallout reason={suspension} />}
        onSignedIn={() => window.location.assign(returnTo)}
        onUnverified={(account) => {
          savePendingAccount(account);
          router.push("/activate");
        }}
      />
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        <AuthLink href="/forgot">{texts.forgotYourPassword}</AuthLink>
        <AuthLink href="/register">{texts.createAnAccount}</AuthLink>
      </div>
    </>
  );
}
