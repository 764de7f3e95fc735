import * as z from "zod/mini";

/** What the sign-in form asks for; it takes exactly what the contract's `LoginBody` takes. */
export const LoginInput = z.object({
  email: z.string().check(z.minLength(1, "Enter your e-mail."), z.maxLength(512, "This is too long.")),
  password: z.string().check(z.minLength(1, "Enter your password."), z.maxLength(1024, "This is too long.")),
});
export type LoginInput = z.infer<typeof LoginInput>;
