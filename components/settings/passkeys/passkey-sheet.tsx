"use client";

import { useState } from "react";
import type { Passkey } from "../../../contract/passkeys.ts";
import { removePasskey, renamePasskey } from "../../../lib/api/me.ts";
import { addPasskey } from "../../../lib/api/passkeys.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Sheet, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { browserName } from "../me/browser-name.ts";
import { RecoveryCodes } from "../two-factor/recovery-codes.tsx";
import { PasskeyNameForm } from "./passkey-name-form.tsx";
import { texts } from "./texts.ts";

export type PasskeyTask = { kind: "add" } | { kind: "rename" | "remove"; passkey: Passkey };

const titles: Record<PasskeyTask["kind"], string> = {
  add: texts.addAPasskey,
  rename: texts.renamePasskey,
  remove: texts.removePasskey,
};

type PasskeySheetProps = {
  task: PasskeyTask | undefined;
  /** Whether only one passkey is left. */
  isLast: boolean;
  /** Reads the list again. */
  onDone: () => Promise<void>;
  onClose: () => void;
};

/** The open task of passkeys, if any, and the recovery codes that the first passkey returns. */
export function PasskeySheet({ task, isLast, onDone, onClose }: PasskeySheetProps) {
  const [codes, setCodes] = useState<string[]>([]);
  const close = () => {
    setCodes([]);
    onClose();
  };
  return (
    // A click outside must not close codes that are shown only once.
    <Sheet
      title={titles[task?.kind ?? "add"]}
      isOpen={task !== undefined}
      onOpenChange={close}
      isFixed={codes.length > 0}
    >
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        task && <Task task={task} isLast={isLast} onCodes={setCodes} onDone={onDone} onClose={close} />
      )}
    </Sheet>
  );
}

type TaskProps = {
  task: PasskeyTask;
  isLast: boolean;
  onCodes: (codes: string[]) => void;
  onDone: () => Promise<void>;
  onClose: () => void;
};

function Task({ task, isLast, onCodes, onDone, onClose }: TaskProps) {
  const session = useSession();
  if (task.kind === "add") {
    return (
      <PasskeyNameForm
        about={texts.theBrowserAsksFor}
        name={browserName(navigator.userAgent)}
        action={texts.createPasskey}
        onName={async (name) => {
          const { recoveryCodes } = await addPasskey(session, name);
          void onDone();
          showToast({ title: texts.passkeyAdded });
          if (recoveryCodes.length > 0) onCodes(recoveryCodes);
          else onClose();
        }}
        onCancel={onClose}
      />
    );
  }
  if (task.kind === "rename") {
    return (
      <PasskeyNameForm
        about={texts.theNameTellsYour}
        name={task.passkey.name}
        action={texts.renamePasskey}
        onName={async (name) => {
          await renamePasskey(session, task.passkey.id, name);
          void onDone();
          onClose();
        }}
        onCancel={onClose}
      />
    );
  }
  return <Removal passkey={task.passkey} isLast={isLast} onDone={onDone} onClose={onClose} />;
}

type RemovalProps = { passkey: Passkey; isLast: boolean; onDone: () => Promise<void>; onClose: () => void };

function Removal({ passkey, isLast, onDone, onClose }: RemovalProps) {
  const session = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const remove = async () => {
    setIsBusy(true);
    try {
      await removePasskey(session, passkey.id);
    } catch (error) {
      setIsBusy(false);
      return setProblem(error);
    }
    showToast({ title: texts.passkeyRemoved });
    // The pressed button leaves the page before the focus returns, so that it goes to the page instead.
    await onDone();
    onClose();
  };
  return (
    <>
      <SheetBody>
        <p>{texts.passkeyNameNoLonger(passkey.name)}</p>
        {isLast && <p className="text-fg-2">{texts.itIsYourLast}</p>}
        {problem !== undefined && <WriteProblem title={texts.thePasskeyWasNot} error={problem} />}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="danger" isBusy={isBusy} onClick={remove}>
          {texts.removePasskey}
        </Button>
      </SheetFoot>
    </>
  );
}
