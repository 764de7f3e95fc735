import * as z from "zod";

// A file of its own: the sign-in page loads it, and the rest of `auth.ts` would add 4 kB to its script.

/** Plain text, or both fields in Base64, recognized by an `email` without `@`. API 2. */
export const LoginBody = z.object({
  email: z
    .string()
    .min(1)
    .max(512)
    .meta({ examples: ["owner@demo.example"] }),
  password: z
    .string()
    .min(1)
    .max(1024)
    .meta({ examples: ["demo-password"] }),
  code: z.string().max(100).optional(),
});
export type LoginBody = z.infer<typeof LoginBody>;
