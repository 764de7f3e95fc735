import type { Customer, UpdateCustomerBody } from "../../../contract/customers.ts";
import type { PersonForm } from "../create/create-wallet-rules.ts";

/** The editable fields of a customer; email and date of birth are fixed. */
export function formOf({ firstName, lastName, phoneNumber, address }: Customer): PersonForm {
  return { firstName, lastName, phoneNumber, address: address ?? "" };
}

/** The changed fields of a validated form only; an emptied address becomes null. */
export function changesOf(customer: Customer, form: PersonForm): UpdateCustomerBody {
  const before = formOf(customer);
  const changed = (name: keyof PersonForm) => form[name] !== before[name];
  return {
    ...(changed("firstName") && { firstName: form.firstName }),
    ...(changed("lastName") && { lastName: form.lastName }),
    ...(changed("phoneNumber") && { phoneNumber: form.phoneNumber }),
    ...(changed("address") && { address: form.address === "" ? null : form.address }),
  };
}
