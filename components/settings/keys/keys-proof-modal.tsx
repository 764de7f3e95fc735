"use client";

import type { KeyPair } from "../../../lib/api/keys.ts";
import { Modal } from "../../ui/overlay.tsx";
import { KeysProofForm } from "./keys-proof-form.tsx";

export type KeyPurpose = "reveal" | "copy";

const proofTexts = {
  reveal: {
    title: "Reveal the private key",
    about: "Make sure that nobody looks over your shoulder.",
    action: "Reveal key",
  },
  copy: {
    title: "Copy the private key",
    about: "It goes to the clipboard without being shown. Clear the clipboard afterwards.",
    action: "Copy key",
  },
} as const;

type KeysProofModalProps = { purpose: KeyPurpose | undefined; onPair: (pair: KeyPair) => void; onCancel: () => void };

/** Asks for the password before the private key is shown or copied. */
export function KeysProofModal({ purpose, onPair, onCancel }: KeysProofModalProps) {
  const { title, about, action } = proofTexts[purpose ?? "reveal"];
  return (
    <Modal title={title} description={about} isOpen={purpose !== undefined} onOpenChange={onCancel}>
      <KeysProofForm action={action} onPair={onPair} onCancel={onCancel} />
    </Modal>
  );
}
