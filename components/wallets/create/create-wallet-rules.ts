import type { UseFormReturn } from "react-hook-form";
import type { CreateWalletBody } from "../../../contract/wallet-creation.ts";
import { EMAIL, MOBILE } from "../../../lib/format/contact-patterns.ts";
import type { Problems } from "../../ui/form-check.ts";

export type PersonForm = { firstName: string; lastName: string; phoneNumber: string; address: string };
export type CreateWalletForm = PersonForm & {
  dateOfBirth: string;
  document: string;
  digits: string;
  /** Empty if there is none. */
  email: string;
};
export type CreateForm = UseFormReturn<CreateWalletForm>;

/** The form's field errors. They agree with the contract's request body; a test compares both over one corpus. Dashboard 4. */
export function checkCreateWallet(form: CreateWalletForm): Problems<CreateWalletForm> {
  const { dateOfBirth, digits, email } = form;
  return {
    ...checkPerson(form),
    dateOfBirth: isDay(dateOfBirth) ? undefined : "Enter the date of birth.",
    digits: /^\d{11}$/.test(digits) ? undefined : "Enter exactly 11 digits.",
    email: email === "" || EMAIL.test(email) ? tooLong(email, 254) : "Enter an e-mail address, or leave it empty.",
  };
}

/** The fields that can be changed later. */
export function checkPerson({ firstName, lastName, phoneNumber, address }: PersonForm): Problems<PersonForm> {
  return {
    firstName: firstName.trim() === "" ? "Enter a name." : tooLong(firstName.trim(), 100),
    lastName: lastName.trim() === "" ? "Enter a name." : tooLong(lastName.trim(), 100),
    phoneNumber: MOBILE.test(phoneNumber) ? tooLong(phoneNumber, 40) : "Enter a mobile number such as 08012345678.",
    address: tooLong(address.trim(), 500),
  };
}

function tooLong(text: string, most: number): string | undefined {
  return text.length > most ? `At most ${most} characters.` : undefined;
}

/** A calendar day such as `1992-02-29`; there is no year 0. */
function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The body of `POST /wallet`; empty fields are left out. */
export function bodyOf(form: CreateWalletForm): CreateWalletBody {
  const { document, digits, email, phoneNumber, dateOfBirth } = form;
  const address = form.address.trim();
  return {
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    phoneNumber,
    dateOfBirth,
    [document]: digits,
    ...(email !== "" && { email }),
    ...(address !== "" && { address }),
  };
}

/** The input that a service error belongs to. */
export function fieldOf(problem: string | undefined): keyof CreateWalletForm | undefined {
  if (problem === "bvn" || problem === "nin") return "digits";
  const names = ["firstName", "lastName", "phoneNumber", "dateOfBirth", "email", "address"] as const;
  return names.find((name) => name === problem);
}
