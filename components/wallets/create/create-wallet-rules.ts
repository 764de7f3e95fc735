import type { UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { ElevenDigits } from "../../../contract/values.ts";
import { type CreateWalletBody, walletCreationEndpoints } from "../../../contract/wallet-creation.ts";
import type { FieldTexts } from "../../ui/contract-resolver.ts";
import { texts } from "./texts.ts";

const { shape } = walletCreationEndpoints.createWallet.body;
const person = {
  firstName: shape.firstName,
  lastName: shape.lastName,
  phoneNumber: shape.phoneNumber,
  address: shape.address.unwrap(),
};

/** The fields that can be changed later. */
export const PersonForm = z.object(person);
export type PersonForm = z.infer<typeof PersonForm>;

/** The contract's fields, with BVN and NIN in one input; an empty e-mail is left out. */
export const CreateWalletForm = z.object({
  ...person,
  dateOfBirth: shape.dateOfBirth,
  document: z.enum(["bvn", "nin"]),
  digits: ElevenDigits,
  email: z
    .string()
    .transform((text) => text || undefined)
    .pipe(shape.email),
});
export type CreateWalletForm = z.input<typeof CreateWalletForm>;
export type CreateForm = UseFormReturn<CreateWalletForm, unknown, z.output<typeof CreateWalletForm>>;

const NAME: FieldTexts = { missing: texts.enterAName, tooLong: texts.atMost100Characters };
const NO_MOBILE = texts.enterAMobileNumber;
export const PERSON_TEXTS: Record<keyof PersonForm, FieldTexts> = {
  firstName: NAME,
  lastName: NAME,
  phoneNumber: { missing: NO_MOBILE, invalid: NO_MOBILE, tooLong: texts.atMost40Characters },
  address: { missing: "", tooLong: texts.atMost500Characters },
};
const DIGITS = texts.enterExactly11Digits;
const DATE = texts.enterTheDateOf;
export const CREATE_TEXTS: Partial<Record<keyof CreateWalletForm, FieldTexts>> = {
  ...PERSON_TEXTS,
  dateOfBirth: { missing: DATE, invalid: DATE },
  digits: { missing: DIGITS, invalid: DIGITS },
  email: {
    missing: "",
    invalid: texts.enterAnEMail,
    tooLong: texts.atMost254Characters,
  },
};

/** The body of `POST /wallet`; empty fields are left out. */
export function bodyOf({
  document,
  digits,
  email,
  address,
  ...rest
}: z.output<typeof CreateWalletForm>): CreateWalletBody {
  return { ...rest, [document]: digits, ...(email && { email }), ...(address !== "" && { address }) };
}

/** The input that a service error belongs to. */
export function fieldOf(problem: string | undefined): keyof CreateWalletForm | undefined {
  if (problem === "bvn" || problem === "nin") return "digits";
  const names = ["firstName", "lastName", "phoneNumber", "dateOfBirth", "email", "address"] as const;
  return names.find((name) => name === problem);
}
