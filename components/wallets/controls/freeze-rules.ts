import * as z from "zod";
import { EnableWalletBody, FreezeWalletBody } from "../../../contract/wallets.ts";
import { texts } from "./texts.ts";

/** Categories of freezes. The selected one begins the stored reason, except `Other`. Dashboard 5.2. */
export const FREEZE_CATEGORIES = [
  texts.fraudReport,
  texts.customerRequest,
  texts.courtOrder,
  texts.identityCheck,
  texts.other,
] as const;

const LEAST = 10;
const Reason = FreezeWalletBody.shape.reason;
const MOST = Reason.maxLength ?? Number.POSITIVE_INFINITY;

export type FreezeForm = { category: string | null; explanation: string };

/**
 * The form's values; initially no category is selected. The contract knows only the joined reason: the category and the minimum of
 * 10 characters are rules of the dashboard. Dashboard 5.2.
 */
export const FreezeForm = z
  .object({
    category: z
      .string()
      .nullable()
      .refine((category) => FREEZE_CATEGORIES.some((known) => known === category), texts.chooseAReason),
    explanation: z.string().trim().min(LEAST, texts.sayWhatHappenedIn(LEAST)),
  })
  .refine((form) => freezeReason(form).length <= MOST, {
    error: texts.thisIsTooLong,
    path: ["explanation"],
    when: () => true,
  });

/** The reason as it is stored and shown: `Fraud report: customer called…`. */
export function freezeReason({ category, explanation }: FreezeForm): string {
  const text = explanation.trim();
  return category === "Other" ? text : `${category}: ${text}`;
}

/** The maximum length of the explanation for a category. */
export function mostCharacters(category: string): number {
  return category === "" || category === "Other" ? MOST : MOST - category.length - 2;
}

/** The form for enabling a wallet; an empty reason is left out. */
export const EnableForm = z.object({
  reason: z
    .string()
    .trim()
    .transform((text) => text || undefined)
    .pipe(EnableWalletBody.shape.reason),
});
export const ENABLE_TEXTS = { reason: { missing: "", tooLong: texts.atMostCharacters(MOST) } };
