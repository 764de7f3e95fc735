"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type NewRestrictedKey,
  type RestrictedKey,
  restrictedKeysQuery,
  useRevokeRestrictedKey,
} from "../../../../lib/api/keys.ts";
import { useSession } from "../../../../lib/api/session-provider.tsx";
import { WriteProblem } from "../../../layout/page/write-problem.tsx";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Modal, Sheet, SheetBody, SheetFoot } from "../../../ui/overlay.tsx";
import { showToast } from "../../../ui/toast-store.ts";
import { KeyText } from "../key-text.tsx";
import { RestrictedKeyForm } from "./restricted-key-form.tsx";
import { RollKeyForm } from "./roll-key-form.tsx";
import { texts } from "./texts.ts";

export type KeyTask = { kind: "create" } | { kind: "roll" | "revoke"; restrictedKey: RestrictedKey };

type SheetsProps = { task: KeyTask | null; onClose: () => void };

/** The open task of a restricted key. A new key is shown until its sheet is closed. Decision 0087. */
export function RestrictedKeysSheets({ task, onClose }: SheetsProps) {
  const session = useSession();
  const queries = useQueryClient();
  const [made, setMade] = useState<NewRestrictedKey>();
  const reload = () => void queries.invalidateQueries(restrictedKeysQuery(session));
  const close = () => {
    setMade(undefined);
    onClose();
  };
  const take = (key: NewRestrictedKey) => {
    setMade(key);
    reload();
  };
  const isSheet = task?.kind === "create" || task?.kind === "roll";
  const title = made
    ? texts.madeNameTheNew(made.name)
    : task?.kind === "roll"
      ? texts.rollTheKey
      : texts.newRestrictedKey;
  return (
    <>
      <Sheet title={title} isOpen={isSheet} onOpenChange={close} isFixed={made !== undefined}>
        {made && <NewKey made={made} onDone={close} />}
        {!made && task?.kind === "create" && <RestrictedKeyForm onKey={take} onUnknown={reload} onCancel={close} />}
        {!made && task?.kind === "roll" && (
          <RollKeyForm restrictedKey={task.restrictedKey} onKey={take} onUnknown={reload} onCancel={close} />
        )}
      </Sheet>
      <RevokeModal restrictedKey={task?.kind === "revoke" ? task.restrictedKey : null} onClose={close} />
    </>
  );
}

const CURL = texts.curlWalletServiceUrl;

function NewKey({ made, onDone }: { made: NewRestrictedKey; onDone: () => void }) {
  return (
    <>
      <SheetBody>
        <Callout role="status" tone="ok" icon={CircleCheck} title={texts.theKeyWorksNow}>
          <p>{texts.putItWhereYour}</p>
        </Callout>
        <KeyText label={texts.restrictedKey} text={made.key} />
        <CodeBlock label={texts.tryIt} text={CURL} note={texts.sentLikeThePrivate} />
        <p className="text-fg-2 text-xs">
          {texts.secretScannersRecogniseIt} <code className="font-mono">{texts.mwkSandboxLive0}</code>
          {texts.theLastSixCharacters}
        </p>
      </SheetBody>
      <SheetFoot>
        <Button variant="primary" onClick={onDone}>
          {texts.iHaveSavedIt}
        </Button>
      </SheetFoot>
    </>
  );
}

function RevokeModal({ restrictedKey, onClose }: { restrictedKey: RestrictedKey | null; onClose: () => void }) {
  const revoke = useRevokeRestrictedKey();
  const close = () => {
    revoke.reset();
    onClose();
  };
  const submit = () => {
    if (!restrictedKey || revoke.isPending) return;
    revoke.mutate(restrictedKey.id, {
      onSuccess: () => {
        close();
        showToast({ title: texts.restrictedKeyNameRevoked(restrictedKey.name) });
      },
    });
  };
  const calls = restrictedKey?.callsLastDay ?? 0;
  return (
    <Modal
      title={texts.revoke2(restrictedKey?.name ?? texts.theKey)}
      isOpen={restrictedKey !== null}
      onOpenChange={close}
      description={texts.callsWithThisKey(calls.toLocaleString("en-NG"))}
    >
      <div className="p-pad empty:hidden">{revoke.isError && <WriteProblem error={revoke.error} />}</div>
      <SheetFoot>
        <Button onClick={close}>{texts.keepIt}</Button>
        <Button variant="danger" icon={Trash2} isBusy={revoke.isPending} onClick={submit}>
          {texts.revokeKey}
        </Button>
      </SheetFoot>
    </Modal>
  );
}
