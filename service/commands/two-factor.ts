import { resetTwoFactor } from "../domain/auth/two-factor/reset-two-factor.ts";
import { Failure } from "../domain/failure.ts";
import { assertNoMore, CommandRefused, oneOf, type PlatformCommand } from "./platform-command.ts";

const REFUSALS: Partial<Record<Failure["code"], string>> = {
  no_merchant: "Nobody with this e-mail belongs to a merchant.",
  email_unconfirmed: "Nobody has confirmed this e-mail. A password reset confirms it and removes the second factor.",
  two_factor_not_started: "This person has no second factor.",
};

/** Removes the second factor of a person who has lost it. Decision 0076. */
export const twoFactor: PlatformCommand = {
  usage: "two-factor reset <e-mail of a person>",
  summary:
    "remove a person's authenticator app, passkeys and recovery codes, and end their sessions, after you have made sure who asks",
  notes: ["The person gets a mail; the audit log of each of their merchants shows it."],
  async run({ services, actor, print }, [word, email = "", ...rest]) {
    oneOf(word, ["reset"], "action");
    assertNoMore(rest);
    const ctx = { ...services, actor, requestId: services.ids.next(), address: null };
    try {
      const { endedSessions } = await resetTwoFactor(ctx, email.toLowerCase());
      print(`${email}: second factor removed, ${endedSessions} sessions ended.`);
    } catch (error) {
      const refusal = error instanceof Failure ? REFUSALS[error.code] : undefined;
      if (refusal === undefined) throw error;
      throw new CommandRefused(refusal);
    }
  },
};
