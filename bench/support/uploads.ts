/** Sends a file of payments as the dashboard does, and resolves when it is accepted. `customerOf` gives the payee of each row. */
export async function uploadPayments(
  service: { address: string; key: string },
  file: { rows: number; amount: number; reference: string; customerOf(row: number): string },
): Promise<void> {
  const parts: string[] = ["customerId,amount\n"];
  for (let row = 0; row < file.rows; row += 1) parts.push(`${file.customerOf(row)},${file.amount}\n`);
  const form = new FormData();
  form.append("operation", "credit");
  form.append("batchReference", file.reference);
  form.append("file", new Blob(parts), "bench.csv");
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
