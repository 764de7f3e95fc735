/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  somethingWentWrongMerchant: "Something went wrong · Merchant wallets",
  notFound: "Not found",
  thereIsNoSuch: "There is no such page",
  goToTheOverview: "Go to the overview",
  theAddressMayBe: "The address may be mistyped, or what it showed is gone.",
};
