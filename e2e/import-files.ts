/** Files that were never sent before: a different `run` gives different people and payments. */

/** Customers that the sandbox registry knows, in the columns of spec 2.3; `change` makes some rows invalid. */
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

/** Payments to one account, each with its own narration. */
export function paymentsFile(rows: number, run: number, accountNumber: string, amount = "2.50") {
  const lines = Array.from({ length: rows }, (_, index) => `${accountNumber},${amount},run ${run} row ${index + 1}`);
  return `accountNumber,amount,narration\r\n${lines.join("\r\n")}\r\n`;
}

/** A file in the shape that a file input takes. */
export const csvFile = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** The page's messages after a broken upload: waiting, then retrying. */
export const RETRY_MESSAGES = /^Connection lost\. Sending again\.$|Sent again; it is accepted only once\.$/;
