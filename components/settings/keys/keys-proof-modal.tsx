"use client";

import type { KeyPair } from "../../../lib/api/keys.ts";
import { Modal } from "../../ui/overlay.tsx";
import { KeysProofForm } from "./keys-proof-form.tsx";
import { texts } from "./texts.ts";

export type KeyPurpose = "reveal" | "copy";

const proofTexts = {
  reveal: {
    title: texts.revealThePrivateKey,
    about: texts.makeSureThatNobody,
    action: texts.revealKey,
  },
  copy: {
    title: texts.copyThePrivateKey,
    about: texts.itGoesToThe,
    action: texts.copyKey,
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
