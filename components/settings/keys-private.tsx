"use client";

import { Copy, Eye } from "lucide-react";
import { useState } from "react";
import type { KeyPair } from "../../lib/api/keys.ts";
import { Button } from "../ui/button.tsx";
import { Modal } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { KeysProofForm } from "./keys-proof-form.tsx";
import { KeysShown } from "./keys-shown.tsx";

type Wish = "reveal" | "copy";
const wishes = { reveal: "Reveal the private key", copy: "Copy the private key" } as const;

/** Shows the private key for a while, or copies it unseen; either asks for the password. Dashboard 5.11. */
export function KeysPrivate() {
  const [wish, setWish] = useState<Wish>();
  const [pair, setPair] = useState<KeyPair>();
  const [isBack, setIsBack] = useState(false);
  const take = (given: KeyPair) => {
    const isShown = wish === "reveal";
    setWish(undefined);
    if (isShown) setPair(given);
    else void copyUnseen(given.privateKey);
  };
  return (
    <>
      {pair ? (
        <KeysShown
          pair={pair}
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
            <Button icon={Copy} aria-haspopup="dialog" onClick={() => setWish("copy")}>
              Copy
            </Button>
            <Button icon={Eye} autoFocus={isBack} aria-haspopup="dialog" onClick={() => setWish("reveal")}>
              Reveal
            </Button>
          </span>
        </div>
      )}
      <Modal
        title={wishes[wish ?? "reveal"]}
        description={
          wish === "copy"
            ? "It goes to the clipboard without being shown. Clear the clipboard afterwards."
            : "Make sure that nobody looks over your shoulder."
        }
        isOpen={wish !== undefined}
        onOpenChange={() => setWish(undefined)}
      >
        <KeysProofForm
          action={wish === "copy" ? "Copy key" : "Reveal key"}
          onPair={take}
          onCancel={() => setWish(undefined)}
        />
      </Modal>
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
