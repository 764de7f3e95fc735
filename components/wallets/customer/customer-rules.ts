import type { Customer, UpdateCustomerBody } from "../../../contract/customers.ts";
import type { PersonForm } from "../create/create-wallet-rules.ts";

/** What of a customer can be edited; e-mail and date of birth stay as they are. */
export function formOf({ firstName, lastName, phoneNumber, address }: Customer): PersonForm {
  return { firstName, lastName, phoneNumber, address: address ?? "" };
}

/** Only what was changed; an emptied address is none. */
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
