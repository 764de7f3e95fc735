"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import type { KeyPair } from "../../../lib/api/keys.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { accessKeysQuery } from "../../../lib/api/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Sheet, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { KeyText } from "./key-text.tsx";
import { KeysRotateForm } from "./keys-rotate-form.tsx";
import { texts } from "./texts.ts";

type KeysRotateSheetProps = { isOpen: boolean; onRotated: () => void; onClose: () => void };

/** Creates a new key pair and shows it until the sheet is closed. Dashboard 5.11. */
export function KeysRotateSheet({ isOpen, onRotated, onClose }: KeysRotateSheetProps) {
  const session = useSession();
  const queries = useQueryClient();
  const [pair, setPair] = useState<KeyPair>();
  const close = () => {
    setPair(undefined);
    onClose();
  };
  const invalidate = () => void queries.invalidateQueries(accessKeysQuery(session));
  return (
    <Sheet title={pair ? texts.keysRotated : texts.rotateKeys} isOpen={isOpen} onOpenChange={close}>
      {pair ? (
        <NewPair pair={pair} onDone={close} />
      ) : (
        <KeysRotateForm
          onPair={(made) => {
            setPair(made);
            onRotated();
            invalidate();
          }}
          onUnknown={invalidate}
          onCancel={close}
        />
      )}
    </Sheet>
  );
}

function NewPair({ pair, onDone }: { pair: KeyPair; onDone: () => void }) {
  return (
    <>
      <SheetBody>
        <Callout role="status" tone="ok" icon={CircleCheck} title={texts.theNewPairWorks}>
          <p>{texts.putThePrivateKey}</p>
        </Callout>
        <KeyText label={texts.publicKey} text={pair.publicKey} />
        <KeyText label={texts.privateKey} text={pair.privateKey} />
      </SheetBody>
      <SheetFoot>
        <Button variant="primary" autoFocus onClick={onDone}>
          {texts.done}
        </Button>
      </SheetFoot>
    </>
  );
}
