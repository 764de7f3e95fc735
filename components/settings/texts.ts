/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  yourPassword: "Your password",
  codeOfYourAuthenticator: "Code from your authenticator app",
  sixDigitsOrOne: "Six digits, or one of your recovery codes.",
  loadingWhat: (what: string | number) => `Loading ${what}`,
};
