"use client";

import { KeyRound } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { ServiceError } from "../../lib/api/service-error.ts";
import { useHydrated } from "../layout/hooks/use-hydrated.ts";
import { Button } from "../ui/button.tsx";
import { FieldError } from "../ui/field.tsx";

const load = () => import("../../lib/api/passkeys.ts");
/** Shorter than the service's five minutes: a suggestion must not offer a challenge that has expired. */
const RENEW_MS = 4 * 60_000;

type PasskeySignInProps = {
  label: string;
  /** Whether the browser may also offer passkeys in the suggestions of the e-mail field. */
  isSuggested: boolean;
  onSignedIn: (email: string) => void;
};

/** Signs in with a passkey, by the button or from the suggestions of the e-mail field. Dashboard 2.5, decision 0080. */
export function PasskeySignIn({ label, isSuggested, onSignedIn }: PasskeySignInProps) {
  const isHydrated = useHydrated();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const done = useRef(onSignedIn);
  done.current = onSignedIn;
  const refuse = useCallback((error: unknown) => {
    if (error instanceof ServiceError) setProblem(error.message);
    else if (!(error instanceof DOMException)) throw error;
  }, []);
  // A browser has one request for passkeys at a time: the button replaces the suggestions.
  const isOffering = isSuggested && isHydrated && !isBusy;
  useEffect(() => {
    if (!isOffering) return;
    const ending = new AbortController();
    void suggestPasskeys(ending.signal).then((email) => email !== undefined && done.current(email), refuse);
    return () => ending.abort();
  }, [isOffering, refuse]);
  const press = async () => {
    setProblem(undefined);
    setIsBusy(true);
    try {
      const { signInWithPasskey } = await load();
      done.current(await signInWithPasskey());
    } catch (error) {
      setIsBusy(false);
      refuse(error);
    }
  };
  return (
    <div className="grid gap-2">
      <Button icon={KeyRound} className="w-full" disabled={!isHydrated} isBusy={isBusy} onClick={press}>
        {label}
      </Button>
      {problem !== undefined && <FieldError>{problem}</FieldError>}
    </div>
  );
}

/** Offers passkeys with a fresh challenge until one is picked or `signal` aborts. */
async function suggestPasskeys(signal: AbortSignal): Promise<string | undefined> {
  const { canSuggestPasskeys, signInWithPasskey } = await load();
  if (!(await canSuggestPasskeys())) return undefined;
  while (!signal.aborted) {
    const renewal = AbortSignal.timeout(RENEW_MS);
    try {
      return await signInWithPasskey({ mediation: "conditional", signal: AbortSignal.any([signal, renewal]) });
    } catch (error) {
      // Nobody asked for this offer: only a passkey that was picked and then refused is worth a text.
      if (renewal.aborted) continue;
      if (error instanceof ServiceError && error.code.startsWith("passkey_") && error.code !== "passkey_browser")
        throw error;
      return undefined;
    }
  }
  return undefined;
}
