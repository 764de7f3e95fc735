/** Texts of payouts with values. */
export const payoutTexts = {
  nameMismatch: (name: string) => `The bank says that this account belongs to ${name}. Check the account number.`,
  namePartial: (given: string, name: string) => `You wrote ${given}; the bank says ${name}.`,
  checkDigit:
    "This is not the usual form of an account number at this bank. Numbers made from phone numbers look like this.",
  failed: (reason: string) =>
    `The bank did not accept this transfer: ${reason.replace(/\.?$/, ".")} The money is back in the wallet.`,
  partlyProcessing: ({ accepted, rejected }: { accepted: number; rejected: number }) =>
    `${accepted} of ${accepted + rejected} transactions are processing, ${rejected} rejected.`,
  namesChanged: ({ changed, checked }: { changed: number; checked: number }) =>
    `${changed} of the ${checked} accounts that were checked ${changed === 1 ? "has" : "have"} another holder now. They are not paid.`,
  description: (name: string, bank: string) => `Bank transfer to ${name}, ${bank}`,
};
