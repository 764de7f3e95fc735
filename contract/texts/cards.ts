import { formatNaira } from "./naira.ts";

/** Texts about cards that the service sends. */
export const cardTexts = {
  closedCardOwes: (owed: bigint) => `The card is closed. It takes no more than the ${formatNaira(owed)} that it owes.`,
};
