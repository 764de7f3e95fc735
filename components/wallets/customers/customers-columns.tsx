"use client";

import type { ListedCustomer } from "../../../contract/customers.ts";
import { formatPhone } from "../../../lib/format/names.ts";
import type { TableColumn } from "../../ui/data-table.tsx";
import { Link } from "../../ui/link.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { When } from "../../ui/when.tsx";
import { tierNames } from "../controls/wallet-status.ts";
import { Email } from "../page/wallet-facts.tsx";
import { texts } from "./texts.ts";

const fullName = ({ firstName, lastName }: Pick<ListedCustomer, "firstName" | "lastName">) =>
  `${firstName} ${lastName}`;

export const customersColumns: TableColumn<ListedCustomer>[] = [
  {
    id: "name",
    header: texts.name,
    cell: ({ row: { original: customer } }) => (
      <RowLink
        rowId={customer.id}
        variant="frame"
        href={`/customers/${customer.id}`}
        title={fullName(customer)}
        className="font-medium"
      >
        {fullName(customer)}
      </RowLink>
    ),
    meta: { skeletonWidth: "w-40" },
  },
  {
    id: "phone",
    header: texts.phone,
    cell: ({ row }) => formatPhone(row.original.phoneNumber),
    meta: { width: "148px", phoneWidth: "132px", ends: "phone", skeletonWidth: "w-24" },
  },
  {
    id: "email",
    header: texts.eMail,
    cell: ({ row }) => <Email address={row.original.email} />,
    meta: { width: "24%", hides: "narrow", isSoft: true, skeletonWidth: "w-32" },
  },
  {
    id: "tier",
    header: texts.tier,
    cell: ({ row }) => tierNames[row.original.tier],
    meta: { width: "76px", hides: "phone", isSoft: true, skeletonWidth: "w-10" },
  },
  {
    id: "wallet",
    header: texts.wallet,
    cell: ({ row: { original: customer } }) => (
      <Link
        href={`/wallets/${customer.id}`}
        aria-label={texts.openWallet(customer.accountNumber)}
        className="relative rounded-small font-mono text-id underline-offset-2 hover:underline"
      >
        {customer.accountNumber}
      </Link>
    ),
    meta: { width: "128px", hides: "phone", skeletonWidth: "w-20" },
  },
  {
    id: "since",
    header: texts.since,
    cell: ({ row }) => <When at={row.original.createdAt} />,
    meta: { width: "136px", hides: "narrow", align: "end", isSoft: true, skeletonWidth: "w-20" },
  },
];
