"use client";

import { useState } from "react";
import { removeTwoFactor, renewRecoveryCodes } from "../../../lib/api/me.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Sheet } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TwoFactorProofForm } from "./two-factor-proof-form.tsx";
import { TwoFactorSetup } from "./two-factor-setup-form.tsx";

export type TwoFactorTask = "setup" | "renew" | "remove";

const titles: Record<TwoFactorTask, string> = {
  setup: "Switch two-factor sign-in on",
  renew: "New recovery codes",
  remove: "Switch two-factor sign-in off",
};

/** The open second-factor task, if any, and the recovery codes it returns. */
export function TwoFactorSheet({ task, onClose }: { task: TwoFactorTask | undefined; onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  const close = () => {
    setCodes(undefined);
    onClose();
  };
  return (
    // A click outside must not close codes that are shown only once.
    <Sheet
      title={titles[task ?? "setup"]}
      isOpen={task !== undefined}
      onOpenChange={close}
      isFixed={codes !== undefined}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        <TaskForm task={task ?? "setup"} onCodes={setCodes} onCancel={close} />
      )}
    </Sheet>
  );
}

type TaskFormProps = { task: TwoFactorTask; onCodes: (codes: string[]) => void; onCancel: () => void };

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
