import type { MoneyKind } from "../../lib/api/transfers.ts";

export const kindLabels: Record<MoneyKind, string> = { transfer: "Transfer", credit: "Credit", debit: "Debit" };
