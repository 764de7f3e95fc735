/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  deliveriesOverTime: "Deliveries over time",
  shortInstantToShort: (shortInstant: string | number, shortInstant2: string | number) =>
    `${shortInstant} to ${shortInstant2}`,
  failedAttempts: "Failed attempts:",
  theChartCouldNot: "The chart couldn’t be refreshed.",
  partOfTheTime: "Part of the time; Enter shows only its deliveries",
  deliveredAndFailedOver: "Delivered and failed over time",
  from: "From",
  delivered: "Delivered",
  failed: "Failed",
  successDelivered: (success: string | number) => `${success} delivered`,
  shortInstantToUntil: (
    shortInstant: string | number,
    until: string | number,
    delivered: string | number,
    faileds: string | number,
  ) => `${shortInstant} to ${until}: ${delivered}, ${faileds}`,
};
