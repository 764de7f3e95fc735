import * as z from "zod/mini";

/** Why wallets are frozen; the chosen one opens the stored reason, except `Other`. Dashboard 5.2. */
export const FREEZE_CAUSES = ["Fraud report", "Customer request", "Court order", "Identity check", "Other"] as const;

const LEAST = 10;
/** What the service keeps of a reason. */
const MOST = 500;

/** What the form holds. */
export const FreezeForm = z
  .object({
    // Nothing is chosen at first.
    cause: z.pipe(z.nullable(z.string()), z.enum(FREEZE_CAUSES, { error: "Choose a reason." })),
    story: z
      .string()
      .check(z.trim(), z.minLength(LEAST, { error: `Say what happened in at least ${LEAST} characters.` })),
  })
  .check(
    z.refine((form) => freezeReason(form).length <= MOST, {
      path: ["story"],
      error: "This is too long to be kept. Shorten it.",
    }),
  );
export type FreezeForm = z.infer<typeof FreezeForm>;

/** The reason as it is stored and shown later: `Fraud report: customer called…`. */
export function freezeReason({ cause, story }: FreezeForm): string {
  const text = story.trim();
  return cause === "Other" ? text : `${cause}: ${text}`;
}

/** How long the story may be for this cause. */
export function mostCharacters(cause: string): number {
  return cause === "" || cause === "Other" ? MOST : MOST - cause.length - 2;
}

/** What a person may add when enabling a wallet; nothing is fine. */
export const EnableForm = z.object({
  reason: z.string().check(z.trim(), z.maxLength(MOST, { error: `At most ${MOST} characters.` })),
});
export type EnableForm = z.infer<typeof EnableForm>;
