"use client";

import { useState } from "react";
import { renewRecoveryCodes } from "../../lib/api/me.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { PasswordStep } from "./password-step.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** New recovery codes in place of the old ones. */
export function TwoFactorRenew({ onDone }: { onDone: () => void }) {
  const session = useSession();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <PasswordStep
      about="The codes you have stop working at once."
      action="Make new codes"
      onPassword={async (password) => setCodes(await renewRecoveryCodes(session, password))}
      onCancel={onDone}
    />
  );
}
