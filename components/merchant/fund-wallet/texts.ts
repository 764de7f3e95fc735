/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  addSandboxFunds: "Add sandbox funds",
  notRealMoneyIt: "Test funds, added to your sandbox merchant wallet immediately.",
  amount: "Amount",
  inNaira250000: "e.g. 250,000, 20k or 1.5m",
  nothingWasAdded: "Nothing was added",
  weDoNotKnow: "Confirming… It won’t be added twice.",
  youAreOffline: "You are offline.",
  cancel: "Cancel",
  askAgainSamePayment: "Retry safely",
  addFunds: "Add funds",
  enterAnAmountAbove: "Enter an amount above zero.",
  amountAddedNowAvailable: (amount: string | number, availableBalance: string | number) =>
    `${amount} added. Now ${availableBalance}`,
};
