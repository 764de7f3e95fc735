import * as z from "zod/mini";

/** Why approvals are declined; the chosen one opens the stored reason, except `Other`. Dashboard 5.8. */
export const DECLINE_CAUSES = ["Wrong details", "Not authorised", "Suspected fraud", "Other"] as const;
/** Why people take back their own. */
export const WITHDRAW_CAUSES = ["Wrong details", "No longer needed", "Other"] as const;
export type RemovalCause = (typeof DECLINE_CAUSES | typeof WITHDRAW_CAUSES)[number];

const CAUSES = [...new Set<RemovalCause>([...DECLINE_CAUSES, ...WITHDRAW_CAUSES])];
const LEAST = 10;
/** What the service keeps of a reason. */
const MOST = 500;

/** What the form holds. A named cause needs no story; `Other` is nothing without one. */
export const RemovalForm = z
  .object({
    // Nothing is chosen at first.
    cause: z.pipe(z.nullable(z.string()), z.enum(CAUSES, { error: "Choose a reason." })),
    story: z.string().check(z.trim()),
  })
  .check(
    z.refine(({ cause, story }) => cause !== "Other" || story.length >= LEAST, {
      path: ["story"],
      error: `Say why in at least ${LEAST} characters.`,
    }),
    z.refine((fields) => removalReason(fields).length <= MOST, {
      path: ["story"],
      error: "This is too long to be kept. Shorten it.",
    }),
  );
export type RemovalForm = z.infer<typeof RemovalForm>;

/** The reason as it is stored and shown: `Suspected fraud: caller could not…`. */
export function removalReason({ cause, story }: RemovalForm): string {
  const text = story.trim();
  if (cause === "Other") return text;
  return text === "" ? cause : `${cause}: ${text}`;
}
