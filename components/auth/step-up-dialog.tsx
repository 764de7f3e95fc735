"use client";

import { endStepUp, useStepUp } from "../../lib/api/step-up.ts";
import { Modal } from "../ui/overlay.tsx";
import { StepUpForm } from "./step-up-form.tsx";
import { texts } from "./texts.ts";

/**
 * Asks for the password, the code or a passkey over the page when the service wants a recent proof of identity. Afterwards the
 * refused calls are repeated; input behind the dialog stays. Dashboard 2.5, decision 0078.
 */
export function StepUpDialog() {
  const proof = useStepUp();
  return (
    <Modal
      title={texts.confirmThatItIs}
      description={texts.yourLastSignIn}
      isOpen={proof !== undefined}
      onOpenChange={() => endStepUp(false)}
    >
      {proof && <StepUpForm asked={proof} />}
    </Modal>
  );
}
