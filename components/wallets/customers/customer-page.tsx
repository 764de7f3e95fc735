"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { Customer } from "../../../contract/customers.ts";
import { customerQuery } from "../../../lib/api/customers.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletQuery } from "../../../lib/api/wallets.ts";
import { formatPhone } from "../../../lib/format/names.ts";
import { can, refusalOf } from "../../../lib/permissions.ts";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { PageSkeleton } from "../../layout/page/page-skeleton.tsx";
import { usePageTitle } from "../../layout/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Chip } from "../../ui/chip.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { Money } from "../../ui/money.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { When } from "../../ui/when.tsx";
import { CustomerTab } from "../customer/customer-tab.tsx";
import { WalletNotes } from "../notes/wallet-notes.tsx";
import { WalletChips } from "../page/wallet-chips.tsx";
import { Email } from "../page/wallet-facts.tsx";
import { texts } from "./texts.ts";

const BACK = { href: "/customers", label: texts.customers };

/** A customer apart from the money: their wallets, their identity and record, and the notes of staff. Dashboard 2.5. */
export function CustomerPage({ customerId }: { customerId: string }) {
  const read = useQuery(customerQuery(useSession(), customerId));
  const isLoading = useSteadyLoading(read.isPending);
  const name = read.data && `${read.data.firstName} ${read.data.lastName}`;
  usePageTitle(name);
  if (isLoading) return <PageSkeleton />;
  if (!read.data) {
    const isMissing = read.error instanceof ServiceError && (read.error.status === 400 || read.error.status === 404);
    return (
      <>
        <PageHead back={BACK} title={<span className="sr-only">{texts.customer}</span>} />
        {isMissing ? (
          <EmptyState
            icon={SearchX}
            title={texts.noSuchCustomer}
            action={<ButtonLink href="/customers">{texts.findCustomer}</ButtonLink>}
          >
            <p>{texts.checkTheId}</p>
          </EmptyState>
        ) : (
          <LoadProblem what={texts.theCustomer} error={read.error} onRetry={() => void read.refetch()} />
        )}
      </>
    );
  }
  return <LoadedCustomer customer={read.data} name={name ?? ""} />;
}

function LoadedCustomer({ customer, name }: { customer: Customer; name: string }) {
  const session = useSession();
  const mayVerify = refusalOf(session, "verifyIdentity") === null;
  return (
    <>
      <PageHead
        back={BACK}
        title={<span className="wrap-anywhere min-w-0">{name}</span>}
        sub={
          <>
            <span>{formatPhone(customer.phoneNumber)}</span>
            <span className="min-w-0">
              <Email address={customer.email} />
            </span>
            <span>
              {texts.customerSince} <When at={customer.createdAt} />
            </span>
          </>
        }
        actions={mayVerify && <ButtonLink href={`/wallets/${customer.id}?sheet=kyc`}>{texts.checkIdentity}</ButtonLink>}
      />
      <div className="mt-6 grid max-w-form gap-8">
        {can(session, "BROWSE_CUSTOMER_WALLETS") && (
          <Part title={texts.wallets}>
            <Wallets customerId={customer.id} />
          </Part>
        )}
        <Part title={texts.identityAndRecord}>
          <Facts>
            <Fact name={texts.bvn}>
              <Document digits={customer.bvn} isVerified={customer.isBVNVerified} />
            </Fact>
            <Fact name={texts.nin}>
              <Document digits={customer.nin} isVerified={customer.isNINVerified} />
            </Fact>
          </Facts>
          <CustomerTab customerId={customer.id} />
        </Part>
        {can(session, "BROWSE_CUSTOMER_WALLETS") && (
          <Part title={texts.notes}>
            <WalletNotes customerId={customer.id} />
          </Part>
        )}
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-semibold text-md">{title}</h2>
      {children}
    </section>
  );
}

function Wallets({ customerId }: { customerId: string }) {
  const read = useQuery(walletQuery(useSession(), customerId));
  if (!read.data) return <Skeleton className="w-64" />;
  const wallet = read.data;
  return (
    <ul>
      <li className="flex min-h-row flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b py-2">
        <span className="flex flex-wrap items-center gap-2">
          <Link
            href={`/wallets/${customerId}`}
            aria-label={texts.openWallet(wallet.accountNumber)}
            className="rounded-small font-medium font-mono text-id underline underline-offset-2"
          >
            {wallet.accountNumber}
          </Link>
          <WalletChips wallet={wallet} />
        </span>
        <Money kobo={wallet.availableBalance} />
      </li>
    </ul>
  );
}

function Document({ digits, isVerified }: { digits: string | null; isVerified: boolean }) {
  if (!isVerified) return <span className="text-fg-2">{texts.notVerified}</span>;
  return (
    <>
      {digits !== null && <span className="whitespace-nowrap">{texts.ending(digits.slice(-4))}</span>}
      <Chip tone="ok">{texts.verified}</Chip>
    </>
  );
}
