"use client";

import { useState } from "react";
import { removeTwoFactor, renewRecoveryCodes } from "../../../lib/api/me.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Sheet } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { texts } from "./texts.ts";
import { TwoFactorProofForm } from "./two-factor-proof-form.tsx";
import { TwoFactorSetup } from "./two-factor-setup-form.tsx";

export type TwoFactorTask = "setup" | "renew" | "remove";

const titles: Record<TwoFactorTask, string> = {
  setup: texts.switchTwoFactorSign,
  renew: texts.newRecoveryCodes,
  remove: texts.switchTwoFactorSignIn,
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
        about={texts.theCodesYouHave}
        action={texts.makeNewCodes}
        onProof={async (proof) => onCodes(await renewRecoveryCodes(session, proof))}
        onCancel={onCancel}
      />
    );
  }
  return (
    <TwoFactorProofForm
      about={texts.yourPasswordAloneOpens}
      action={texts.switchOff}
      variant="danger"
      onProof={async (proof) => {
        await removeTwoFactor(session, proof);
        showToast({ title: texts.twoFactorSignIn });
        onCancel();
      }}
      onCancel={onCancel}
    />
  );
}
