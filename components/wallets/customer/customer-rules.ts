import type { Customer, UpdateCustomerBody } from "../../../contract/customers.ts";
import type { PersonForm } from "../create/create-wallet-rules.ts";

/** The editable fields of a customer; email and date of birth are fixed. */
export function formOf({ firstName, lastName, phoneNumber, address }: Customer): PersonForm {
  return { firstName, lastName, phoneNumber, address: address ?? "" };
}

/** The changed fields only; an emptied address becomes null. */
export function changesOf(customer: Customer, form: PersonForm): UpdateCustomerBody {
  const before = formOf(customer);
  const after = {
    ...form,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    address: form.address.trim(),
  };
  const changed = (name: keyof PersonForm) => after[name] !== before[name];
  return {
    ...(changed("firstName") && { firstName: after.firstName }),
    ...(changed("lastName") && { lastName: after.lastName }),
    ...(changed("phoneNumber") && { phoneNumber: after.phoneNumber }),
    ...(changed("address") && { address: after.address === "" ? null : after.address }),
  };
}
