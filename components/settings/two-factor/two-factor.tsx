"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { type TwoFactor as State, twoFactorQuery } from "../../../lib/api/me.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { lazySheet } from "../../layout/lazy.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { When } from "../../ui/when.tsx";
import { SettingsSkeleton } from "../settings-skeleton.tsx";
import { texts } from "./texts.ts";
import type { TwoFactorTask } from "./two-factor-sheet.tsx";

// Loaded when it is opened.
const TwoFactorSheet = lazySheet(
  () => import("./two-factor-sheet.tsx").then((module) => module.TwoFactorSheet),
  ({ task }) => task !== undefined,
);

/** The second factor: a code from the user's phone. Dashboard 2.5. */
export function TwoFactor() {
  const session = useSession();
  const queries = useQueryClient();
  const [task, setTask] = useState<TwoFactorTask>();
  const read = useQuery(twoFactorQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  const close = () => {
    setTask(undefined);
    void queries.invalidateQueries(twoFactorQuery(session));
  };
  if (isLoading) return <SettingsSkeleton lines={2} what={texts.twoFactorSignIn2} />;
  if (!read.data) {
    return <LoadProblem what={texts.twoFactorSignIn2} error={read.error} onRetry={() => void read.refetch()} />;
  }
  return (
    <>
      <TwoFactorState state={read.data} onTask={setTask} />
      <TwoFactorSheet task={task} onClose={close} />
    </>
  );
}

function offText({ passkeys, recoveryCodesLeft, requiredForApprovals }: State): string {
  if (passkeys > 0) {
    const left = recoveryCodesLeft === 1 ? texts.oneIsLeft : texts.recoveryCodesLeftAre(recoveryCodesLeft);
    return texts.youHavePasskeysSigning(left);
  }
  return requiredForApprovals ? texts.thisMerchantAsksFor : texts.yourPasswordAloneOpensYour;
}

function TwoFactorState({ state, onTask }: { state: State; onTask: (task: TwoFactorTask) => void }) {
  const { passkeys } = state;
  if (!state.enabled) {
    return (
      <>
        <Callout
          tone={state.requiredForApprovals && passkeys === 0 ? "wait" : "mute"}
          icon={ShieldAlert}
          title={texts.off}
        >
          <p>{offText(state)}</p>
        </Callout>
        <div className="flex flex-wrap gap-2">
          <Button aria-haspopup="dialog" onClick={() => onTask("setup")}>
            {texts.switchOn}
          </Button>
          {passkeys > 0 && (
            <Button aria-haspopup="dialog" onClick={() => onTask("renew")}>
              {texts.newRecoveryCodes}
            </Button>
          )}
        </div>
      </>
    );
  }
  const { recoveryCodesLeft: left, enabledAt } = state;
  return (
    <>
      <Callout tone="ok" icon={ShieldCheck} title={texts.on}>
        <p>
          {enabledAt !== null && (
            <>
              {texts.since} <When at={enabledAt} isLong />.{" "}
            </>
          )}
          {left === 1 ? texts.oneRecoveryCodeIs : texts.leftRecoveryCodesAre(left)}
        </p>
      </Callout>
      <div className="flex flex-wrap gap-2">
        <Button aria-haspopup="dialog" onClick={() => onTask("renew")}>
          {texts.newRecoveryCodes}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => onTask("remove")}>
          {texts.switchOff}
        </Button>
      </div>
    </>
  );
}
