"use client";

import { removeTwoFactor } from "../../lib/api/me.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { showToast } from "../ui/toast-store.ts";
import { TwoFactorProofForm } from "./two-factor-proof-form.tsx";

/** Switches the second factor off. */
export function TwoFactorRemoveForm({ onDone }: { onDone: () => void }) {
  const session = useSession();
  return (
    <TwoFactorProofForm
      about="Your password alone opens your account then."
      action="Switch off"
      variant="danger"
      onProof={async (proof) => {
        await removeTwoFactor(session, proof);
        showToast({ title: "Two-factor sign-in is off" });
        onDone();
      }}
      onCancel={onDone}
    />
  );
}
