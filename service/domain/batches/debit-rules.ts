import { Failure } from "../failure.ts";

type Operation = "credit" | "debit";

/** @throws `customer_debit_off` */
export function assertMayDebit(operation: Operation, settings: { canDebitCustomer: boolean }): void {
  if (operation === "debit" && !settings.canDebitCustomer) throw new Failure("customer_debit_off");
}

/**
 * The same for debits that carry no PINs, those of files and of the dashboard: staff hold none of their customers'. Api 3.
 * @throws `customer_debit_off`, `debit_pin_required`
 */
export function assertDebitsAllowed(
  operation: Operation,
  settings: { canDebitCustomer: boolean; requirePinForDebit: boolean },
): void {
  assertMayDebit(operation, settings);
  if (operation === "debit" && settings.requirePinForDebit) throw new Failure("debit_pin_required");
}
