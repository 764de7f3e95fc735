import type { FieldTexts } from "../ui/contract-resolver.ts";

const password = { missing: "Choose a password.", tooShort: "At least 8 characters." };
const mailedCode = { missing: "Enter the code from the e-mail." };

/** The messages of the fields before sign-in. The rules are those of the contract. */
export const FIELD_TEXTS = {
  firstName: { missing: "Enter your first name." },
  lastName: { missing: "Enter your last name." },
  businessName: { missing: "Enter the name of the business." },
  businessType: { missing: "Say what kind of business it is." },
  email: { missing: "Enter your e-mail.", invalid: "This is not an e-mail address." },
  phoneNumber: { missing: "Enter your phone number.", invalid: "Enter a mobile number such as 0803 123 4567." },
  password,
  activationCode: {
    missing: "Enter the code from the e-mail.",
    invalid: "The code has 12 digits in the e-mail and 6 in the text message.",
  },
  invitationCode: mailedCode,
  resetCode: mailedCode,
} as const satisfies Record<string, FieldTexts>;

export const LOGIN_TEXTS = {
  email: { missing: "Enter your e-mail." },
  password: { missing: "Enter your password." },
  code: { missing: "Enter the code." },
} as const satisfies Record<string, FieldTexts>;
