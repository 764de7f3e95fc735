export const texts = {
  accountNumber: "Account number",
};
