"use client";

import { endStepUp, useStepUp } from "../../lib/api/step-up.ts";
import { Modal } from "../ui/overlay.tsx";
import { StepUpForm } from "./step-up-form.tsx";

/**
 * Asks for the password or the code over the page when the service wants a recent proof of identity. Afterwards the
 * refused calls are repeated; input behind the dialog stays. Dashboard 2.5, decision 0078.
 */
export function StepUpDialog() {
  const field = useStepUp();
  return (
    <Modal
      title="Confirm that it is you"
      description="Your last sign-in or confirmation is more than 10 minutes old. What you have entered stays and is sent afterwards."
      isOpen={field !== undefined}
      onOpenChange={() => endStepUp(false)}
    >
      {field && <StepUpForm asked={field} />}
    </Modal>
  );
}
