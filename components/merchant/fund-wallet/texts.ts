/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  addSandboxFunds: "Add sandbox funds",
  notRealMoneyIt: "Not real money. It is added to your sandbox merchant wallet at once.",
  amount: "Amount",
  inNaira250000: "In naira: 250,000 or 20k or 1.5m",
  nothingWasAdded: "Nothing was added",
  weDoNotKnow: "We do not know yet. It cannot happen twice.",
  youAreOffline: "You are offline.",
  cancel: "Cancel",
  askAgainSamePayment: "Ask again, same payment",
  addFunds: "Add funds",
  enterAnAmountAbove: "Enter an amount above zero.",
  amountAddedNowAvailable: (amount: string | number, availableBalance: string | number) =>
    `${amount} added. Now ${availableBalance}`,
};
