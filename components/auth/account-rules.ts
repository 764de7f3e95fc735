import { EMAIL, MOBILE } from "../../lib/format/contact.ts";

const tooLong = (most: number) => ({ value: most, message: "This is too long." });
const text = (message: string, most: number) => ({
  required: message,
  maxLength: tooLong(most),
  validate: (value: string) => value.trim() !== "" || message,
});

/**
 * What the pages before sign-in ask of a field: what the contract takes, which a test holds this against. As rules of the form
 * and not as a schema, for the reason that `login-rules.ts` gives.
 */
export const ACCOUNT_RULES = {
  firstName: text("Enter your first name.", 100),
  lastName: text("Enter your last name.", 100),
  businessName: text("Enter the name of the business.", 100),
  businessType: text("Say what kind of business it is.", 100),
  email: {
    required: "Enter your e-mail.",
    maxLength: tooLong(254),
    pattern: { value: EMAIL, message: "This is not an e-mail address." },
  },
  phoneNumber: {
    required: "Enter your phone number.",
    maxLength: tooLong(40),
    pattern: { value: MOBILE, message: "Enter a mobile number such as 0803 123 4567." },
  },
  password: {
    required: "Choose a password.",
    minLength: { value: 8, message: "At least 8 characters." },
    maxLength: tooLong(256),
  },
  activationCode: {
    required: "Enter the code from the e-mail.",
    pattern: { value: /^\s*\d{6}\s*$/, message: "The code has six digits." },
  },
  mailedCode: text("Enter the code from the e-mail.", 200),
} as const;
