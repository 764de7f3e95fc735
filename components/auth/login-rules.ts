import type { LoginBody } from "../../contract/auth.ts";

const tooLong = (most: number) => ({ value: most, message: "This is too long." });

/**
 * What the sign-in form asks for: exactly what the contract's `LoginBody` takes. As rules of the form and not as a schema,
 * because even the small zod would be an eighth of the script of this page, which is the first that anybody loads.
 */
export const LOGIN_RULES = {
  email: { required: "Enter your e-mail.", maxLength: tooLong(512) },
  password: { required: "Enter your password.", maxLength: tooLong(1024) },
  code: { required: "Enter the code.", maxLength: tooLong(100) },
} satisfies Record<keyof LoginBody, object>;
