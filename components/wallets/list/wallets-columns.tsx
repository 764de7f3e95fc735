"use client";

import type { Wallet } from "../../../contract/wallets.ts";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import type { TableColumn } from "../../ui/data-table.tsx";
import { IdText } from "../../ui/facts.tsx";
import { Money } from "../../ui/money.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { When } from "../../ui/when.tsx";
import { PageCheckbox, RowCheckbox } from "../bulk/selection.tsx";
import { creditsBlocked, statusAppearance, tierNames } from "../controls/wallet-status.ts";
import { texts } from "./texts.ts";

/** Selects rows; shown to those who may change wallets. */
export const selectColumn: TableColumn<Wallet> = {
  id: "select",
  header: () => <PageCheckbox />,
  cell: ({ row: { original: wallet } }) => <RowCheckbox customerId={wallet.customerId} name={wallet.accountName} />,
  meta: { width: "60px", phoneWidth: "48px", skeletonWidth: "w-4" },
};

export const walletsColumns: TableColumn<Wallet>[] = [
  {
    id: "name",
    header: texts.name,
    cell: ({ row: { original: wallet } }) => (
      <RowLink
        rowId={wallet.customerId}
        variant="frame"
        href={`/wallets/${wallet.customerId}`}
        title={wallet.accountName}
        className="font-medium"
      >
        {wallet.accountName}
      </RowLink>
    ),
    meta: { skeletonWidth: "w-40" },
  },
  {
    id: "status",
    header: texts.status,
    cell: ({ row: { original: wallet } }) => {
      const { tone, icon, word } = statusAppearance(wallet);
      return (
        <Chip tone={tone} icon={icon} isShortOnPhone>
          {word}
        </Chip>
      );
    },
    meta: { width: "156px", phoneWidth: "60px", skeletonWidth: "w-16" },
  },
  {
    id: "credits",
    header: texts.credits,
    cell: ({ row: { original: wallet } }) =>
      wallet.postNoCredit ? (
        <Chip tone={creditsBlocked.tone} icon={creditsBlocked.icon}>
          {creditsBlocked.word}
        </Chip>
      ) : (
        <span className="text-fg-3">{texts.allowed}</span>
      ),
    meta: { width: "148px", hides: "narrow", skeletonWidth: "w-16" },
  },
  {
    id: "tier",
    header: texts.tier,
    cell: ({ row }) => tierNames[row.original.tier],
    meta: { width: "76px", hides: "narrow", isSoft: true, skeletonWidth: "w-10" },
  },
  {
    id: "number",
    header: texts.number,
    cell: ({ row }) => (
      <IdText text={row.original.accountNumber}>
        <CopyButton
          value={row.original.accountNumber}
          label={texts.accountNumberAccountNumber(row.original.accountNumber)}
          className="relative opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        />
      </IdText>
    ),
    meta: { width: "148px", hides: "phone", skeletonWidth: "w-20" },
  },
  {
    id: "tags",
    header: texts.tags,
    cell: ({ row }) => <span title={row.original.tags.join(", ") || undefined}>{row.original.tags.join(", ")}</span>,
    meta: { width: "112px", hides: "narrow", isSoft: true, skeletonWidth: "w-12" },
  },
  {
    id: "available",
    header: texts.available,
    cell: ({ row }) => <Money kobo={row.original.availableBalance} />,
    meta: { width: "144px", phoneWidth: "136px", align: "end", ends: "narrow", skeletonWidth: "w-20" },
  },
  {
    id: "created",
    header: texts.created,
    cell: ({ row }) => <When at={row.original.createdAt} />,
    meta: { width: "136px", hides: "narrow", align: "end", isSoft: true, skeletonWidth: "w-20" },
  },
];

/** Columns that can be hidden; the name always stays. */
export const OPTIONAL_COLUMNS = walletsColumns.flatMap(({ id, header }) =>
  id === undefined || id === "name" || typeof header !== "string" ? [] : [{ id, label: header }],
);
