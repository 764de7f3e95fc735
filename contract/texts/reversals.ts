/** Texts of reversals. */
export const reversalTexts = {
  /** What the customer reads about the payment back. */
  narration: (reference: string) => `Reversal of ${reference}`,
};
