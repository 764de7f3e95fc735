/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  cannotCreateWallets: "can’t create wallets.",
  canSeeWalletsBut: "can see wallets but not freeze them.",
  cannotEnableWalletsAsk: "can’t enable wallets. Ask the main merchant or an admin.",
  cannotDoThisOnly: "can’t do this. Only MainMerchant or Admin can block or allow credits.",
  cannotSetTransactionPins: "can’t set transaction PINs. Ask the main merchant or an admin.",
  cannotCheckIdentitiesOr: "can’t check identities or change tiers. Ask the main merchant or an admin.",
  cannotEditCustomersAsk: "can’t edit customers. Ask the main merchant or an admin.",
  cannotSubmitCreditsOr: "can’t submit credits or debits. Ask the main merchant or an admin.",
  cannotSubmitTransfers: "can’t submit transfers.",
  cannotSendMoneyTo: "can’t send money to banks. Ask the main merchant or an admin.",
  yourRoleRoleRefusal: (role: string | number, refusal: string | number) => `Your role (${role}) ${refusal}`,
};
