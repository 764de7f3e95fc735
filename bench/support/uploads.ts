const PART_ROWS = 10_000;

/** A file of payments; `customerOf` gives the payee of each row. Few parts: a blob of a million takes half a second for some of its reads. */
export function paymentsFile(file: { rows: number; amount: number; customerOf(row: number): string }): Blob {
  const parts = ["customerId,amount\n"];
  for (let from = 0; from < file.rows; from += PART_ROWS) {
    const rows = Math.min(PART_ROWS, file.rows - from);
    parts.push(Array.from({ length: rows }, (_, at) => `${file.customerOf(from + at)},${file.amount}\n`).join(""));
  }
  return new Blob(parts);
}

/** Sends a file of payments as the dashboard does, and resolves when it is accepted. */
export async function uploadPayments(
  service: { address: string; key: string },
  { file, reference }: { file: Blob; reference: string },
): Promise<void> {
  const form = new FormData();
  form.append("operation", "credit");
  form.append("batchReference", reference);
  form.append("file", file, "bench.csv");
  await askService(service, "/wallet/bulk-credit-customer", form);
}

/** @throws for a reply that is not a success, with its text */
export async function askService(
  { address, key }: { address: string; key: string },
  path: string,
  body: string | FormData,
): Promise<void> {
  const json = typeof body === "string" ? { "content-type": "application/json" } : undefined;
  const headers = { authorization: `Bearer ${key}`, ...json };
  const reply = await fetch(`${address}/v1${path}`, { method: "POST", body, headers });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.status} ${text}`);
}
