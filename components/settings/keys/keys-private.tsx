"use client";

import { Copy, Eye } from "lucide-react";
import { useState } from "react";
import type { KeyPair } from "../../../lib/api/keys.ts";
import { Button } from "../../ui/button.tsx";
import { SecretShown } from "../../ui/secret-shown.tsx";
import { showToast } from "../../ui/toast-store.ts";
import type { KeyPurpose } from "./keys-proof-modal.tsx";
import { KeysProofModal } from "./keys-sheets.tsx";
import { texts } from "./texts.ts";

/** Reveals the private key for a while, or copies it hidden; both require the password. Dashboard 5.11. */
export function KeysPrivate() {
  const [purpose, setPurpose] = useState<KeyPurpose>();
  const [pair, setPair] = useState<KeyPair>();
  const [isBack, setIsBack] = useState(false);
  const take = (given: KeyPair) => {
    const isShown = purpose === "reveal";
    setPurpose(undefined);
    if (isShown) setPair(given);
    else void copyUnseen(given.privateKey);
  };
  return (
    <>
      {pair ? (
        <SecretShown
          secret={pair.privateKey}
          label={texts.privateKey2}
          onHide={(isAsked) => {
            setIsBack(isAsked);
            setPair(undefined);
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-mono text-id">
            <span aria-hidden>{texts.sk}</span>
            <span className="sr-only">{texts.thePrivateKeyIs}</span>
          </span>
          <span className="flex gap-2">
            <Button icon={Copy} aria-haspopup="dialog" onClick={() => setPurpose("copy")}>
              {texts.copy}
            </Button>
            <Button icon={Eye} autoFocus={isBack} aria-haspopup="dialog" onClick={() => setPurpose("reveal")}>
              {texts.reveal}
            </Button>
          </span>
        </div>
      )}
      <KeysProofModal purpose={purpose} onPair={take} onCancel={() => setPurpose(undefined)} />
    </>
  );
}

async function copyUnseen(privateKey: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(privateKey);
    showToast({ title: texts.privateKeyCopied });
  } catch {
    showToast({ tone: "bad", title: texts.theBrowserDidNot });
  }
}
