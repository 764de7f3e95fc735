import type { MoneyKind } from "../../lib/api/transfers.ts";

export const kindWords: Record<MoneyKind, string> = { transfer: "Transfer", credit: "Credit", debit: "Debit" };
