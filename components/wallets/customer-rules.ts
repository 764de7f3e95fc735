import * as z from "zod/mini";
import type { Customer, UpdateCustomerBody } from "../../contract/customers.ts";
import { CreateWalletForm } from "./create-wallet-rules.ts";

const { firstName, lastName, phoneNumber, address } = CreateWalletForm.shape;

/** What of a customer can be edited; a test holds it against the contract. E-mail and date of birth stay as they are. */
export const EditCustomerForm = z.object({ firstName, lastName, phoneNumber, address });
export type EditCustomerForm = z.infer<typeof EditCustomerForm>;

export function formOf({ firstName, lastName, phoneNumber, address }: Customer): EditCustomerForm {
  return { firstName, lastName, phoneNumber, address: address ?? "" };
}

/** Only what was changed; an emptied address is none. */
export function changesOf(customer: Customer, form: EditCustomerForm): UpdateCustomerBody {
  const before = formOf(customer);
  const changed = (name: keyof EditCustomerForm) => form[name] !== before[name];
  return {
    ...(changed("firstName") && { firstName: form.firstName }),
    ...(changed("lastName") && { lastName: form.lastName }),
    ...(changed("phoneNumber") && { phoneNumber: form.phoneNumber }),
    ...(changed("address") && { address: form.address === "" ? null : form.address }),
  };
}
