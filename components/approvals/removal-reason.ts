import type { Problems } from "../ui/form-check.ts";

/** Why approvals are declined; the chosen one opens the stored reason, except `Other`. Dashboard 5.8. */
export const DECLINE_CAUSES = ["Wrong details", "Not authorised", "Suspected fraud", "Other"] as const;
/** Why people take back their own. */
export const WITHDRAW_CAUSES = ["Wrong details", "No longer needed", "Other"] as const;

const CAUSES = new Set<string>([...DECLINE_CAUSES, ...WITHDRAW_CAUSES]);
const LEAST = 10;
/** What the service keeps of a reason. */
const MOST = 500;

/** What the form holds; at first no cause is chosen. */
export type RemovalForm = { cause: string | null; story: string };

/** A named cause needs no story; `Other` is nothing without one. */
export function checkRemoval({ cause, story }: RemovalForm): Problems<RemovalForm> {
  const isTooShort = cause === "Other" && story.trim().length < LEAST;
  const isTooLong = removalReason({ cause, story }).length > MOST;
  return {
    cause: CAUSES.has(cause ?? "") ? undefined : "Choose a reason.",
    story: isTooShort
      ? `Say why in at least ${LEAST} characters.`
      : isTooLong
        ? "This is too long to be kept. Shorten it."
        : undefined,
  };
}

/** The reason as it is stored and shown: `Suspected fraud: caller could not…`. */
export function removalReason({ cause, story }: RemovalForm): string {
  const text = story.trim();
  if (cause === "Other") return text;
  return text === "" ? (cause ?? "") : `${cause}: ${text}`;
}
