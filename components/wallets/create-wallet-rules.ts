import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { CreateWalletBody } from "../../contract/wallet-creation.ts";

const name = z
  .string()
  .check(z.trim(), z.minLength(1, { error: "Enter a name." }), z.maxLength(100, { error: "At most 100 characters." }));

/** What the form holds; its verdicts are those of the contract's body, which a test compares over one corpus. Dashboard 4. */
export const CreateWalletForm = z.object({
  firstName: name,
  lastName: name,
  phoneNumber: z.string().check(
    z.regex(/^[\s().-]*(\+?2[\s().-]*3[\s().-]*4|0)([\s().-]*\d){10}[\s().-]*$/, {
      error: "Enter a mobile number such as 08012345678.",
    }),
    z.maxLength(40, { error: "At most 40 characters." }),
  ),
  dateOfBirth: z.iso.date({ error: "Enter the date of birth." }),
  document: z.pipe(z.string(), z.enum(["bvn", "nin"])),
  digits: z.string().check(z.regex(/^\d{11}$/, { error: "Enter exactly 11 digits." })),
  email: z.union([
    z.literal(""),
    z.email({ error: "Enter an e-mail address, or leave it empty." }).check(z.maxLength(254, { error: "Too long." })),
  ]),
  address: z.string().check(z.trim(), z.maxLength(500, { error: "At most 500 characters." })),
});
export type CreateWalletForm = z.infer<typeof CreateWalletForm>;
export type CreateForm = UseFormReturn<z.input<typeof CreateWalletForm>, unknown, CreateWalletForm>;

/** The body of `POST /wallet`; what was left empty is left out. */
export function bodyOf({ document, digits, email, address, ...person }: CreateWalletForm): CreateWalletBody {
  return { ...person, [document]: digits, ...(email !== "" && { email }), ...(address !== "" && { address }) };
}

/** Which input a problem of the service belongs to. */
export function fieldOf(problem: string | undefined): keyof CreateWalletForm | undefined {
  if (problem === "bvn" || problem === "nin") return "digits";
  const names = ["firstName", "lastName", "phoneNumber", "dateOfBirth", "email", "address"] as const;
  return names.find((name) => name === problem);
}
