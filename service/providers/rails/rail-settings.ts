import * as z from "zod";
import type { HttpIssuerOptions } from "../issuers/http-issuer.ts";
import type { ProductionRail } from "./create-rails.ts";
import type { SandboxBankAddress } from "./sandbox-bank.ts";

const SixDigits = z.string().regex(/^\d{6}$/, "must have six digits");
const Secret = z.string().min(32, "must have at least 32 characters");

/** The variables of the rails, as parts of the environment. `url` is the form of a gateway's address. */
export const railVariables = (url: z.ZodType<string>) => ({
  SANDBOX_BANK_URL: url.optional(),
  SANDBOX_BANK_CLIENT_SECRET: Secret.optional(),
  SANDBOX_BANK_CALLBACK_SECRET: Secret.optional(),
  RAILS: z
    .string()
    .regex(/^$|^(easypay|paystack)(,(?!\1)(easypay|paystack))?$/, "must be a list of rails: easypay, paystack")
    .default(""),
  EASYPAY_URL: url.optional(),
  EASYPAY_CLIENT_ID: z.string().optional(),
  EASYPAY_CLIENT_SECRET: z.string().optional(),
  EASYPAY_SCOPE: z.string().optional(),
  EASYPAY_SENDER_CODE: SixDigits.optional(),
  EASYPAY_SOURCE_BANK_CODE: SixDigits.optional(),
  EASYPAY_SOURCE_ACCOUNT_NUMBER: z
    .string()
    .regex(/^\d{10}$/, "must have ten digits")
    .optional(),
  EASYPAY_SOURCE_ACCOUNT_NAME: z.string().optional(),
  EASYPAY_SOURCE_BVN: z
    .string()
    .regex(/^\d{11}$/, "must have eleven digits")
    .optional(),
  EASYPAY_BILLER_ID: z.string().optional(),
  EASYPAY_MANDATE_REFERENCE: z.string().optional(),
  PAYSTACK_URL: url.default("https://api.paystack.co"),
  PAYSTACK_SECRET_KEY: z.string().optional(),
  CARD_ISSUER_URL: url.optional(),
  CARD_ISSUER_KEY: Secret.optional(),
  CARD_ISSUER_CALLBACK_SECRET: Secret.optional(),
});

type RailValues = z.infer<z.ZodObject<ReturnType<typeof railVariables>>>;

export type RailSettings = {
  /** Null: no bank transfers in sandbox. */
  sandboxBank: SandboxBankAddress | null;
  /** In the order of routing. Empty: no payouts in production. */
  rails: readonly ProductionRail[];
  /** Null: no cards in production. */
  cardIssuer: Omit<HttpIssuerOptions, "name"> | null;
};

/** The rails and the card issuer of the environment, each complete; a problem is added for each variable that is missing. Rails 1. */
export function readRailSettings(values: RailValues, problems: string[]): RailSettings {
  const sandboxBank = readTogether(values, problems, {
    url: "SANDBOX_BANK_URL",
    clientSecret: "SANDBOX_BANK_CLIENT_SECRET",
    callbackSecret: "SANDBOX_BANK_CALLBACK_SECRET",
  });
  const names = values.RAILS.split(",").filter((name) => name !== "");
  const read = (name: string) => (name === "paystack" ? readPaystack(values, problems) : readEasyPay(values, problems));
  const cardIssuer = readTogether(values, problems, {
    baseUrl: "CARD_ISSUER_URL",
    key: "CARD_ISSUER_KEY",
    callbackSecret: "CARD_ISSUER_CALLBACK_SECRET",
  });
  return { sandboxBank, rails: names.flatMap((name) => read(name) ?? []), cardIssuer };
}

function readPaystack(values: RailValues, problems: string[]): ProductionRail | null {
  const found = readTogether(values, problems, { name: "RAILS", secretKey: "PAYSTACK_SECRET_KEY" });
  return found && { name: "paystack", baseUrl: values.PAYSTACK_URL, secretKey: found.secretKey };
}

function readEasyPay(values: RailValues, problems: string[]): ProductionRail | null {
  const found = readTogether(values, problems, {
    name: "RAILS",
    baseUrl: "EASYPAY_URL",
    clientId: "EASYPAY_CLIENT_ID",
    clientSecret: "EASYPAY_CLIENT_SECRET",
    scope: "EASYPAY_SCOPE",
    senderCode: "EASYPAY_SENDER_CODE",
    sourceBankCode: "EASYPAY_SOURCE_BANK_CODE",
    accountNumber: "EASYPAY_SOURCE_ACCOUNT_NUMBER",
    accountName: "EASYPAY_SOURCE_ACCOUNT_NAME",
    bvn: "EASYPAY_SOURCE_BVN",
    billerId: "EASYPAY_BILLER_ID",
    mandateReference: "EASYPAY_MANDATE_REFERENCE",
  });
  if (!found) return null;
  const { accountNumber, accountName, bvn, ...rest } = found;
  return { ...rest, name: "easypay", source: { accountNumber, accountName, bvn } };
}

/** The values of variables that are set together or not at all; null if none is set. */
function readTogether<Key extends string>(
  values: RailValues,
  problems: string[],
  names: Record<Key, keyof RailValues>,
): Record<Key, string> | null {
  const list = Object.entries(names) as [Key, keyof RailValues][];
  const given = list.find(([, name]) => values[name] !== undefined);
  if (!given) return null;
  for (const [, name] of list) {
    if (values[name] === undefined) problems.push(`${name}: is required with ${given[1]}`);
  }
  return Object.fromEntries(list.map(([key, name]) => [key, String(values[name])])) as Record<Key, string>;
}
