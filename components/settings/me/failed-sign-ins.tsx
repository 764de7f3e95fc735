"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { type FailedSignIn, failedSignInsQuery } from "../../../lib/api/me.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { When } from "../../ui/when.tsx";
import { SettingsSkeleton } from "../settings-skeleton.tsx";
import { browserName } from "./browser-name.ts";
import { texts } from "./texts.ts";

const REASONS: Record<FailedSignIn["reason"], string> = {
  password: texts.wrongPassword,
  code: texts.rightPasswordWrongCode,
  passkey: texts.passkeyNotAccepted,
  passkey_copied: texts.passkeyThatMayHave,
};

/** Refused sign-ins to the user's account, the newest first. Dashboard 2.5, decision 0081. */
export function FailedSignIns() {
  const session = useSession();
  const [shown, setShown] = useState(5);
  const read = useQuery(failedSignInsQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  if (isLoading) return <SettingsSkeleton lines={2} what={texts.failedSignIns} />;
  if (!read.data) {
    return <LoadProblem what={texts.failedSignIns} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (read.data.length === 0) return <p className="text-fg-2">{texts.nobodyFailedToSign}</p>;
  const reasons = new Set(read.data.map(({ reason }) => reason));
  return (
    <>
      {reasons.has("code") && (
        <Callout tone="wait" icon={TriangleAlert} title={texts.somebodyEnteredYourRight}>
          <p>{texts.ifItWasNot}</p>
        </Callout>
      )}
      {reasons.has("passkey_copied") && (
        <Callout tone="wait" icon={TriangleAlert} title={texts.aPasskeyMayHave}>
          <p>{texts.removeItAndAdd}</p>
        </Callout>
      )}
      <ul aria-label={texts.failedSignIns2}>
        {read.data.slice(0, shown).map((one) => (
          <li key={`${one.at} ${one.reason} ${one.address}`} className="border-b py-2.5 last:border-b-0">
            <p className="font-medium">{REASONS[one.reason]}</p>
            <p className="text-fg-2 text-xs" title={one.userAgent ?? undefined}>
              <When at={one.at} /> · {one.address ?? texts.addressNotKnown} · {browserName(one.userAgent)}
            </p>
          </li>
        ))}
      </ul>
      {read.data.length > shown && (
        <Button className="justify-self-start" onClick={() => setShown(read.data.length)}>
          {texts.showAllCount(read.data.length)}
        </Button>
      )}
    </>
  );
}
