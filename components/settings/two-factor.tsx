"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { removeTwoFactor, renewRecoveryCodes, type TwoFactor as State, twoFactorQuery } from "../../lib/api/me.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { LoadProblem } from "../layout/load-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Sheet } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { When } from "../ui/when.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SettingsBones } from "./settings-bones.tsx";
import { TwoFactorProofForm } from "./two-factor-proof-form.tsx";
import { TwoFactorSetup } from "./two-factor-setup.tsx";

type Task = "setup" | "renew" | "remove";
const titles: Record<Task, string> = {
  setup: "Switch two-factor sign-in on",
  renew: "New recovery codes",
  remove: "Switch two-factor sign-in off",
};

/** A code of one's phone besides the password. Dashboard 2.5. */
export function TwoFactor() {
  const session = useSession();
  const queries = useQueryClient();
  const [task, setTask] = useState<Task>();
  // What is in the sheet stays while it closes.
  const [shown, setShown] = useState<Task>("setup");
  const [codes, setCodes] = useState<string[]>();
  const read = useQuery(twoFactorQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  const open = (next: Task) => {
    setShown(next);
    setTask(next);
  };
  const close = () => {
    setTask(undefined);
    setCodes(undefined);
    void queries.invalidateQueries(twoFactorQuery(session));
  };
  if (isLoading) return <SettingsBones lines={2} what="two-factor sign-in" />;
  if (!read.data) {
    return <LoadProblem what="two-factor sign-in" error={read.error} onRetry={() => void read.refetch()} />;
  }
  return (
    <>
      <TwoFactorState state={read.data} onTask={open} />
      {/* Codes that are shown once do not go with a click beside them. */}
      <Sheet title={titles[shown]} isOpen={task !== undefined} onOpenChange={close} isFixed={codes !== undefined}>
        {codes ? (
          <RecoveryCodes codes={codes} onDone={close} />
        ) : (
          <TaskForm task={shown} onCodes={setCodes} onCancel={close} />
        )}
      </Sheet>
    </>
  );
}

type TaskFormProps = { task: Task; onCodes: (codes: string[]) => void; onCancel: () => void };

function TaskForm({ task, onCodes, onCancel }: TaskFormProps) {
  const session = useSession();
  if (task === "setup") return <TwoFactorSetup onCodes={onCodes} onCancel={onCancel} />;
  if (task === "renew") {
    return (
      <TwoFactorProofForm
        about="The codes you have stop working at once."
        action="Make new codes"
        onProof={async (proof) => onCodes(await renewRecoveryCodes(session, proof))}
        onCancel={onCancel}
      />
    );
  }
  return (
    <TwoFactorProofForm
      about="Your password alone opens your account then."
      action="Switch off"
      variant="danger"
      onProof={async (proof) => {
        await removeTwoFactor(session, proof);
        showToast({ title: "Two-factor sign-in is off" });
        onCancel();
      }}
      onCancel={onCancel}
    />
  );
}

function TwoFactorState({ state, onTask }: { state: State; onTask: (task: Task) => void }) {
  if (!state.enabled) {
    return (
      <>
        <Callout tone={state.requiredForApprovals ? "wait" : "mute"} icon={ShieldAlert} title="Off">
          <p>
            {state.requiredForApprovals
              ? "This merchant asks for it before one may approve: without it you can approve nothing."
              : "Your password alone opens your account."}
          </p>
        </Callout>
        <Button className="justify-self-start" aria-haspopup="dialog" onClick={() => onTask("setup")}>
          Switch on
        </Button>
      </>
    );
  }
  const { recoveryCodesLeft: left, enabledAt } = state;
  return (
    <>
      <Callout tone="ok" icon={ShieldCheck} title="On">
        <p>
          {enabledAt !== null && (
            <>
              Since <When at={enabledAt} isLong />.{" "}
            </>
          )}
          {left === 1 ? "One recovery code is left." : `${left} recovery codes are left.`}
        </p>
      </Callout>
      <div className="flex flex-wrap gap-2">
        <Button aria-haspopup="dialog" onClick={() => onTask("renew")}>
          New recovery codes
        </Button>
        <Button aria-haspopup="dialog" onClick={() => onTask("remove")}>
          Switch off
        </Button>
      </div>
    </>
  );
}
