/** Texts of reversals. */
export const reversalTexts = {
  /** What the customer reads about the payment back. */
  narration: (reference: string) => `Reversal of ${reference}`,
  /** Some of the items went back after the request, so others would go back now. */
  changed: "More money would go back now than was submitted for approval. Nothing was done. Submit it again.",
};
