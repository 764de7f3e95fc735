/** Files that nobody has sent before: another `run` makes other people and other payments. */

/** Customers that the sandbox registry finds, in the columns of spec 2.3; `change` spoils some of them. */
export function customersFile(
  rows: number,
  run: number,
  change: (cells: string[], row: number) => string[] = (c) => c,
) {
  const header = "first_name,last_name,phone_number,date_of_birth,bvn,nin,email,address,tier";
  const lines = Array.from({ length: rows }, (_, index) => {
    const digits = String(Math.round(run * 100_000) + index)
      .padStart(8, "0")
      .slice(-8);
    return change(["Ngozi", "Eze", `080${digits}`, "1990-05-16", `2${digits}55`, "", "", "", ""], index + 1).join(",");
  });
  return `${header}\r\n${lines.join("\r\n")}\r\n`;
}

/** Payments to one account, each with a narration of its own. */
export function paymentsFile(rows: number, run: number, accountNumber: string, amount = "2.50") {
  const lines = Array.from({ length: rows }, (_, index) => `${accountNumber},${amount},run ${run} row ${index + 1}`);
  return `accountNumber,amount,narration\r\n${lines.join("\r\n")}\r\n`;
}

/** As a person chooses it. */
export const csvFile = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** What the page says of an upload whose line was cut: first that it waits for a moment, then that it goes again. */
export const SENT_AGAIN = /^The line was cut\. Sending again\.$|Sent again under the same key\.$/;
