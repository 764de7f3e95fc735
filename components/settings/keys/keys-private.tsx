"use client";

import { Copy, Eye } from "lucide-react";
import { useState } from "react";
import type { KeyPair } from "../../../lib/api/keys.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { SecretShown } from "../../ui/secret-shown.tsx";
import { showToast } from "../../ui/toast-store.ts";
import type { KeyPurpose } from "./keys-proof-modal.tsx";

// Loaded when it is opened.
const KeysProofModal = lazySheet(
  () => import("./keys-proof-modal.tsx").then((module) => module.KeysProofModal),
  ({ purpose }) => purpose !== undefined,
);

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
          label="private key"
          onHide={(isAsked) => {
            setIsBack(isAsked);
            setPair(undefined);
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-mono text-id">
            <span aria-hidden>sk_••••••••••••••••</span>
            <span className="sr-only">The private key is hidden.</span>
          </span>
          <span className="flex gap-2">
            <Button icon={Copy} aria-haspopup="dialog" onClick={() => setPurpose("copy")}>
              Copy
            </Button>
            <Button icon={Eye} autoFocus={isBack} aria-haspopup="dialog" onClick={() => setPurpose("reveal")}>
              Reveal
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
    showToast({ title: "Private key copied" });
  } catch {
    showToast({ tone: "bad", title: "The browser did not let it be copied. Reveal it instead." });
  }
}
