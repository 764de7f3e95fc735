import type { Problems } from "../../ui/form-check.ts";

/** Categories of freezes. The selected one begins the stored reason, except `Other`. Dashboard 5.2. */
export const FREEZE_CAUSES = ["Fraud report", "Customer request", "Court order", "Identity check", "Other"] as const;

const LEAST = 10;
/** The service's limit for a reason. */
const MOST = 500;

/** The form's values. Initially no category is selected. */
export type FreezeForm = { cause: string | null; story: string };

export function checkFreeze({ cause, story }: FreezeForm): Problems<FreezeForm> {
  const isTooShort = story.trim().length < LEAST;
  const isTooLong = freezeReason({ cause, story }).length > MOST;
  return {
    cause: FREEZE_CAUSES.some((known) => known === cause) ? undefined : "Choose a reason.",
    story: isTooShort
      ? `Say what happened in at least ${LEAST} characters.`
      : isTooLong
        ? "This is too long to be kept. Shorten it."
        : undefined,
  };
}

/** The reason as it is stored and shown: `Fraud report: customer called…`. */
export function freezeReason({ cause, story }: FreezeForm): string {
  const text = story.trim();
  return cause === "Other" ? text : `${cause}: ${text}`;
}

/** The maximum length of the explanation for a category. */
export function mostCharacters(cause: string): number {
  return cause === "" || cause === "Other" ? MOST : MOST - cause.length - 2;
}

/** The optional reason for enabling a wallet. */
export function checkEnable({ reason }: { reason: string }): Problems<{ reason: string }> {
  return { reason: reason.trim().length > MOST ? `At most ${MOST} characters.` : undefined };
}
