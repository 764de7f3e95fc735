/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  cannotCreateWallets: "cannot create wallets.",
  canSeeWalletsBut: "can see wallets but not freeze them.",
  cannotEnableWalletsAsk: "cannot enable wallets. Ask the main merchant or an admin.",
  cannotDoThisOnly: "cannot do this. Only MainMerchant or Admin can block or allow credits.",
  cannotSetTransactionPins: "cannot set transaction PINs. Ask the main merchant or an admin.",
  cannotCheckIdentitiesOr: "cannot check identities or change tiers. Ask the main merchant or an admin.",
  cannotEditCustomersAsk: "cannot edit customers. Ask the main merchant or an admin.",
  cannotSubmitCreditsOr: "cannot submit credits or debits. Ask the main merchant or an admin.",
  cannotSubmitTransfers: "cannot submit transfers.",
  cannotSendMoneyTo: "cannot send money to banks. Ask the main merchant or an admin.",
  yourRoleRoleRefusal: (role: string | number, refusal: string | number) => `Your role (${role}) ${refusal}`,
};
