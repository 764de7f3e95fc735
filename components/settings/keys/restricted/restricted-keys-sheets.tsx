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
  const title = made ? `${made.name}: the new key` : task?.kind === "roll" ? "Roll the key" : "New restricted key";
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

const CURL = `curl "$WALLET_SERVICE_URL/merchant/settings" \\
  -H "Authorization: Bearer $WALLET_KEY"`;

function NewKey({ made, onDone }: { made: NewRestrictedKey; onDone: () => void }) {
  return (
    <>
      <SheetBody>
        <Callout role="status" tone="ok" icon={CircleCheck} title="The key works now. Copy it: it is shown only once.">
          <p>
            Put it where your server reads its secrets, such as the variable WALLET_KEY. The service keeps only a hash
            of it.
          </p>
        </Callout>
        <KeyText label="Restricted key" text={made.key} />
        <CodeBlock
          label="Try it"
          text={CURL}
          note="Sent like the private key, as a bearer token. Settings can be read with every key."
        />
        <p className="text-fg-2 text-xs">
          Secret scanners recognise it by <code className="font-mono">mwk_(sandbox|live)_[0-9A-Za-z]{"{49}"}</code>; the
          last six characters are a checksum.
        </p>
      </SheetBody>
      <SheetFoot>
        <Button variant="primary" onClick={onDone}>
          I have saved it
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
        showToast({ title: `${restrictedKey.name} revoked` });
      },
    });
  };
  const calls = restrictedKey?.callsLastDay ?? 0;
  return (
    <Modal
      title={`Revoke ${restrictedKey?.name ?? "the key"}`}
      isOpen={restrictedKey !== null}
      onOpenChange={close}
      description={`Calls with this key are refused from now on. It was used ${calls.toLocaleString("en-NG")} times in the last 24 hours. A revoked key cannot be brought back.`}
    >
      <div className="p-pad empty:hidden">{revoke.isError && <WriteProblem error={revoke.error} />}</div>
      <SheetFoot>
        <Button onClick={close}>Keep it</Button>
        <Button variant="danger" icon={Trash2} isBusy={revoke.isPending} onClick={submit}>
          Revoke key
        </Button>
      </SheetFoot>
    </Modal>
  );
}
