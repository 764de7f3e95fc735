/** The columns that a statement can have. `wallet` is the one whose balance the row changes, `counterparty` the other side. */
export const STATEMENT_COLUMNS = [
  "id",
  "reference",
  "type",
  "status",
  "amount",
  "fee",
  "vat",
  "total",
  "currency",
  "category",
  "description",
  "narration",
  "note",
  "wallet",
  "walletNumber",
  "customerId",
  "counterparty",
  "counterpartyNumber",
  "balanceBefore",
  "balanceAfter",
  "createdAt",
] as const;
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];

/** The columns of a statement whose caller chooses none (wire 5). */
export const PUBLISHED_COLUMNS: readonly StatementColumn[] = [
  "id",
  "reference",
  "type",
  "status",
  "amount",
  "fee",
  "vat",
  "total",
  "currency",
  "category",
  "description",
  "createdAt",
];
