/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  day: "Day",
  credits: "Credits",
  count: "Count",
  debits: "Debits",
  transfers: "Transfers",
  walletsCreated: "Wallets created",
  showAllCountDays: (count: string | number) => `Show all ${count} days`,
  dayByDay: "Day by day",
  timesInLagosWat: "Times in Lagos (WAT)",
  addedUpUntil: ", updated",
  creditsDebitsTransfersAnd: "Credits, debits, transfers and new wallets by day, newest first",
  loadingDays: "Loading days",
  today: "Today",
  countDays: (count: string | number) => `${count} days`,
  daysShown: "Days shown",
  days: "days",
};
