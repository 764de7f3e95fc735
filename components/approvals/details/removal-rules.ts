import * as z from "zod";
import { approvalEndpoints } from "../../../contract/approvals.ts";
import { texts } from "./texts.ts";

/** Categories for declining. The selected one begins the stored reason, except `Other`. Dashboard 5.8. */
export const DECLINE_CATEGORIES = [texts.wrongDetails, texts.notAuthorised, texts.suspectedFraud, texts.other] as const;
/** Categories for withdrawing the user's own request. */
export const WITHDRAW_CATEGORIES = [texts.wrongDetails, texts.noLongerNeeded, texts.other] as const;

const CATEGORIES = new Set<string>([...DECLINE_CATEGORIES, ...WITHDRAW_CATEGORIES]);
const LEAST = 10;
const MOST = approvalEndpoints.removeTransaction.body.shape.reason.unwrap().maxLength ?? Number.POSITIVE_INFINITY;

export type RemovalForm = { category: string | null; explanation: string };

/**
 * The form's values; initially no category is selected. The contract knows only the joined reason: the category, and the explanation
 * that `Other` requires, are rules of the dashboard. Dashboard 5.8.
 */
export const RemovalForm = z
  .object({
    category: z
      .string()
      .nullable()
      .refine((category) => CATEGORIES.has(category ?? ""), texts.chooseAReason),
    explanation: z.string().trim(),
  })
  .refine(({ category, explanation }) => category !== "Other" || explanation.length >= LEAST, {
    error: texts.sayWhyInAt(LEAST),
    path: ["explanation"],
    when: () => true,
  })
  .refine((form) => removalReason(form).length <= MOST, {
    error: texts.thisIsTooLong,
    path: ["explanation"],
    when: () => true,
  });

/** The reason as it is stored and shown: `Suspected fraud: caller could not…`. */
export function removalReason({ category, explanation }: RemovalForm): string {
  const text = explanation.trim();
  if (category === "Other") return text;
  return text === "" ? (category ?? "") : `${category}: ${text}`;
}
