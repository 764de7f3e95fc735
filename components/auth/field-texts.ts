import type { FieldTexts } from "../ui/contract-resolver.ts";
import { texts } from "./texts.ts";

const password = { missing: texts.chooseAPassword, tooShort: texts.atLeast8Characters };
const mailedCode = { missing: texts.enterTheCodeFrom };

/** The messages of the fields before sign-in. The rules are those of the contract. */
export const FIELD_TEXTS = {
  firstName: { missing: texts.enterYourFirstName },
  lastName: { missing: texts.enterYourLastName },
  businessName: { missing: texts.enterTheNameOf },
  businessType: { missing: texts.sayWhatKindOf },
  email: { missing: texts.enterYourEMail, invalid: texts.thisIsNotAn },
  phoneNumber: { missing: texts.enterYourPhoneNumber, invalid: texts.enterAMobileNumber },
  password,
  activationCode: {
    missing: texts.enterTheCodeFrom,
    invalid: texts.theCodeHas12,
  },
  invitationCode: mailedCode,
  resetCode: mailedCode,
} as const satisfies Record<string, FieldTexts>;

export const LOGIN_TEXTS = {
  email: { missing: texts.enterYourEMail },
  password: { missing: texts.enterYourPassword },
  code: { missing: texts.enterTheCode },
} as const satisfies Record<string, FieldTexts>;
