/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  somethingWentWrongMerchant: "Something went wrong · Merchant wallets",
  notFound: "Not found",
  thereIsNoSuch: "Page not found",
  goToTheOverview: "Go to the overview",
  theAddressMayBe: "Check the address. The page may have been removed.",
};
