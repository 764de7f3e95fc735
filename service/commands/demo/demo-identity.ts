import type { Context } from "../../domain/context.ts";
import { completePhoneVerification } from "../../domain/customers/phone/complete-phone-verification.ts";
import { startPhoneVerification } from "../../domain/customers/phone/start-phone-verification.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import type { DemoCustomer } from "./demo-people.ts";

/** An invented number of a customer; its ending decides the sandbox registry's answer. */
export function demoNumber(kind: "bvn" | "nin", index: number, ending: string): string {
  return `${kind === "bvn" ? "22200" : "77700"}${String(index + 1).padStart(4, "0")}${ending}`;
}

/** The numbers that a customer is created with. */
export function demoNumbers(customer: DemoCustomer, index: number): { bvn?: string; nin?: string } {
  const hasNin = customer.nin !== undefined || customer.tier === 3 || customer.bvn === "none";
  return {
    ...(customer.bvn === "none" ? {} : { bvn: demoNumber("bvn", index, customer.bvn ?? "55") }),
    ...(hasNin ? { nin: demoNumber("nin", index, customer.nin ?? "66") } : {}),
  };
}

/** Whether the wallet is created frozen. */
export function isCreatedFrozen({ bvn, nin }: DemoCustomer): boolean {
  return bvn === "00" || bvn === "01" || nin === "00";
}

/** Verifies the phone with the code that the sandbox answers; the message is discarded, as the number is invented. */
export async function verifyDemoPhone(by: Context, customerId: string): Promise<void> {
  const discard = { send: async () => undefined };
  const ctx: Context = {
    ...by,
    actor: { kind: "customer", id: customerId, name: "Customer" },
    providers: { ...by.providers, sandboxMessages: { sms: discard, email: discard } },
  };
  const { code = "" } = await startPhoneVerification(ctx);
  await deliverMessages(ctx);
  await completePhoneVerification(ctx, { code });
}
