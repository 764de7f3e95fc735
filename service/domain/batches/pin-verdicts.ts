import type { Context } from "../context.ts";

/** A debit with the PIN that came with it and the hash of the one that its wallet has. */
export type PinToCheck = { pin: string | undefined; pinHash: string | null };

const MISSING = "Transaction PIN is required.";
const WRONG = "Transaction PIN is wrong.";

/**
 * Why each debit is rejected for its PIN, in their order; null where the PIN is right. The same PIN of the same wallet is
 * checked once. Api 3.
 */
export async function pinVerdicts(
  { providers }: Pick<Context, "providers">,
  items: readonly PinToCheck[],
): Promise<(string | null)[]> {
  const checks = new Map<string, Promise<string | null>>();
  return await Promise.all(
    items.map(({ pin, pinHash }) => {
      if (pin === undefined) return MISSING;
      if (pinHash === null) return WRONG;
      const name = `${pinHash} ${pin}`;
      const known = checks.get(name);
      if (known) return known;
      const check = providers.passwords.verify(pinHash, pin).then((isRight) => (isRight ? null : WRONG));
      checks.set(name, check);
      return check;
    }),
  );
}
