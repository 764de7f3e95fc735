"use client";

import { useState } from "react";
import { renewRecoveryCodes } from "../../lib/api/me.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TwoFactorProofForm } from "./two-factor-proof-form.tsx";

/** New recovery codes in place of the old ones. */
export function TwoFactorRenew({ onDone }: { onDone: () => void }) {
  const session = useSession();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <TwoFactorProofForm
      about="The codes you have stop working at once."
      action="Make new codes"
      variant="primary"
      onProof={async (proof) => setCodes(await renewRecoveryCodes(session, proof))}
      onCancel={onDone}
    />
  );
}
