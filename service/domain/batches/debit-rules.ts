import type { SettingsRow } from "../../db/merchant/settings.ts";
import { Failure } from "../failure.ts";

type Settings = Pick<SettingsRow, "canDebitCustomer" | "requirePinForDebit">;
/** Files, the dashboard and approvals take no PINs: staff hold none of their customers'. Api 3. */
type Channel = { takesPin: boolean };

/** Why nothing at all can be debited now: switched off, or a PIN is needed where none is taken. Pure. Spec 4.3, api 3. */
export function refusalOfDebits(
  operation: "credit" | "debit",
  { canDebitCustomer, requirePinForDebit }: Settings,
  { takesPin }: Channel,
): Failure | null {
  if (operation === "credit") return null;
  if (!canDebitCustomer) return new Failure("customer_debit_off");
  return requirePinForDebit && !takesPin ? new Failure("debit_pin_required") : null;
}

/** @throws `customer_debit_off`, `debit_pin_required` */
export function assertDebitsAllowed(operation: "credit" | "debit", settings: Settings, channel: Channel): void {
  const refusal = refusalOfDebits(operation, settings, channel);
  if (refusal) throw refusal;
}
