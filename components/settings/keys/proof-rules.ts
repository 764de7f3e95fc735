import { LoginBody } from "../../../contract/login-body.ts";
import type { FieldTexts } from "../../ui/contract-resolver.ts";
import type { ProofForm } from "../proof-fields.tsx";
import { texts } from "./texts.ts";

const { password, code } = LoginBody.shape;

/** The password, and the code once its field is shown: until then the form has no value for it. */
export const PROOF_SHAPE = { password, code: code.unwrap().min(1).optional() };
export const PROOF_TEXTS: Record<keyof ProofForm, FieldTexts> = {
  password: { missing: texts.enterYourPassword },
  code: { missing: texts.enterTheCode },
};

/** The request body of a form with these fields. */
export function proofOf({ password, code }: ProofForm): { password: string; code?: string } {
  return code ? { password, code: code.trim() } : { password };
}
