"use client";

import { CircleCheck } from "lucide-react";
import { Callout } from "../ui/callout.tsx";
import { LoginForm } from "./login-form.tsx";
import type { PendingAccount } from "./pending-account.ts";
import { openDashboard } from "./use-automatic-sign-in.ts";

type SignInToContinueProps = { title: string; text: string; start: Partial<PendingAccount>; path?: string };

/** Everything is done except signing in. Afterwards the browser loads `path`, the overview by default. */
export function SignInToContinue({ title, text, start, path }: SignInToContinueProps) {
  return (
    <>
      <Callout role="status" tone="ok" icon={CircleCheck} title={title}>
        <p>{text}</p>
      </Callout>
      <LoginForm start={start} onSignedIn={() => openDashboard(path)} />
    </>
  );
}
