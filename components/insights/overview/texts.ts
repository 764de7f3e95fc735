/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  cashPosition: "Cash position",
  opening: "Opening",
  moneyIn: "In",
  moneyOut: "Out",
  closing: "Closing",
  activeWallets: "Active wallets",
  thisWeekSoFar: "This week so far",
  newOfThem: "New",
  returning: "Returning",
  lastWeek: "Last week",
  largestCustomers: (month: string) => `Largest customers, ${month}`,
  shareOfAll: (share: string) => `${share}%`,
  noCustomerMoved: "No customer moved money in this month.",
  openInsights: "Open insights",
  showTop20: "Show the top 20",
};
