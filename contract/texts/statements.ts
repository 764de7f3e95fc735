/** Texts of PDF statements. */
export const statementTexts = {
  statement: "Statement of account",
  sandbox: "Sandbox: test money.",
  account: (name: string, number: string) => `${name} · ${number}`,
  merchantWallet: (merchant: string) => `Merchant wallet of ${merchant}`,
  period: (from: string | null, to: string | null) =>
    `${from === null ? "From the first entry" : `From ${from}`} ${to === null ? "to now" : `to ${to}`}, Lagos time`,
  openingBalance: "Opening balance",
  totalIn: "Total in",
  totalOut: "Total out",
  closingBalance: "Closing balance",
  time: "Time",
  details: "Details",
  in: "In",
  out: "Out",
  balance: "Balance",
  batch: "Batch payments",
  page: (page: number, of: number) => `Page ${page} of ${of}`,
  nothing: "No money moved in this period.",
  tooLong: (rows: string, most: string) =>
    `This statement has ${rows} entries. A PDF has at most ${most}: choose fewer days, or download it as CSV.`,
};
