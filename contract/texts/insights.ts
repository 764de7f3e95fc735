/** Reasons of failures that have no other text. Dashboard 9. */
export const insightTexts = {
  rowInvalid: "A cell of the row is not valid.",
  alreadyPaid: "The same payment was made before with this reference.",
  cancelled: "Cancelled before it was sent to the bank.",
  takenBack: "The bank took it back.",
  refusedByBank: "The bank refused it.",
  bankCode: (code: string) => `The bank answered with code ${code}.`,
  unknown: "No reason is recorded.",
} as const;
