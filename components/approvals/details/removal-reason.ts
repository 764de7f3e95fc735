import type { Problems } from "../../ui/form-check.ts";

/** Categories for declining. The selected one begins the stored reason, except `Other`. Dashboard 5.8. */
export const DECLINE_CAUSES = ["Wrong details", "Not authorised", "Suspected fraud", "Other"] as const;
/** Categories for withdrawing the user's own request. */
export const WITHDRAW_CAUSES = ["Wrong details", "No longer needed", "Other"] as const;

const CAUSES = new Set<string>([...DECLINE_CAUSES, ...WITHDRAW_CAUSES]);
const LEAST = 10;
/** The service's limit for a reason. */
const MOST = 500;

/** The form's values. Initially no category is selected. */
export type RemovalForm = { cause: string | null; story: string };

/** A category needs no explanation, except `Other`. */
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
