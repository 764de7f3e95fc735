"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useId } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { customerQuery } from "../../../lib/api/customers.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletActivityQuery, walletQuery } from "../../../lib/api/wallets.ts";
import { can } from "../../../lib/permissions.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { usePageTitle } from "../../layout/page/use-page-title.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IdText } from "../../ui/facts.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { FreezeCallout } from "../controls/freeze-callout.tsx";
import { findFreeze, isIdentityFreeze } from "../controls/wallet-status.ts";
import { IdentitySteps } from "../customer/identity-steps.tsx";
import { rememberWallet } from "../list/recent-wallets.ts";
import { WalletTags } from "../notes/wallet-tags.tsx";
import { texts } from "./texts.ts";
import { useWalletView } from "./use-wallet-view.ts";
import { WalletActions } from "./wallet-actions.tsx";
import { WalletActivityTable } from "./wallet-activity-table.tsx";
import { WalletBody } from "./wallet-body.tsx";
import { WalletChips } from "./wallet-chips.tsx";
import { WalletFacts } from "./wallet-facts.tsx";
import { WalletSkeleton } from "./wallet-skeleton.tsx";
import { WalletStats } from "./wallet-stats.tsx";

// Loaded after the wallet is shown.
const WalletSheets = lazySheet(
  () => import("./wallet-sheets.tsx").then((module) => module.WalletSheets),
  ({ open }) => open !== null,
);
const WalletNotes = dynamic(() => import("../notes/wallet-notes.tsx").then((module) => module.WalletNotes), {
  ssr: false,
});
const CustomerTab = dynamic(() => import("../customer/customer-tab.tsx").then((module) => module.CustomerTab), {
  ssr: false,
});
const RawTab = dynamic(() => import("./raw-tab.tsx").then((module) => module.RawTab), { ssr: false });

const BACK = { href: "/wallets", label: texts.wallets };
const TABS = [
  { value: "activity", label: texts.activity },
  { value: "transactions", label: texts.transactions },
  { value: "cards", label: texts.cards },
  { value: "notes", label: texts.notes },
  { value: "customer", label: texts.customer },
  { value: "raw", label: texts.raw },
] as const;

/**
 * A customer's wallet: balances, history, customer, freezing and enabling. `transactions` is the list of transactions, `cards` the list of cards and `payIn` the
 * account number for bank transfers, which belong to other folders. Dashboard 2.5.
 */
export function WalletDetails({ customerId, ...slots }: Slots & { customerId: string }) {
  const session = useSession();
  const read = useQuery(walletQuery(session, customerId));
  const isLoading = useSteadyLoading(read.isPending);
  usePageTitle(read.data?.accountName);
  useEffect(() => {
    if (read.data) rememberWallet(session, read.data);
  }, [read.data, session]);
  if (isLoading) return <WalletSkeleton />;
  if (!read.data) {
    return (
      <>
        <PageHead back={BACK} title={<span className="sr-only">{texts.wallet}</span>} />
        <NoWallet error={read.error} onRetry={() => void read.refetch()} />
      </>
    );
  }
  return <LoadedWallet wallet={read.data} read={read} {...slots} />;
}

type Read = { dataUpdatedAt: number; isError: boolean; refetch: () => unknown };

type Slots = { transactions: ReactNode; cards: ReactNode; payIn: ReactNode };
type LoadedWalletProps = Slots & { wallet: Wallet; read: Read };

function LoadedWallet({ wallet, read, transactions, cards, payIn }: LoadedWalletProps) {
  const session = useSession();
  const blockedId = useId();
  const view = useWalletView();
  const activity = useInfiniteQuery(walletActivityQuery(session, wallet.customerId));
  const lines = activity.data?.pages.flatMap((page) => page.data) ?? [];
  const frozenBy = findFreeze(lines);
  const mayBrowse = can(session, "BROWSE_CUSTOMERS");
  const customer = useQuery({ ...customerQuery(session, wallet.customerId), enabled: mayBrowse }).data;
  const isIdentity = isIdentityFreeze(wallet);
  return (
    <>
      <PageHead
        back={BACK}
        title={
          <>
            {wallet.accountName} <WalletChips wallet={wallet} />
          </>
        }
        sub={
          <IdText text={wallet.accountNumber}>
            <CopyButton value={wallet.accountNumber} label={texts.accountNumber} />
          </IdText>
        }
        actions={
          <WalletActions
            wallet={wallet}
            isIdentityFreeze={isIdentity}
            blockedId={blockedId}
            onOpen={view.openSheet}
            onShow={view.showTab}
          />
        }
      />
      <FreezeCallout wallet={wallet} frozenBy={frozenBy} blockedId={blockedId} />
      <WalletStats wallet={wallet} read={read} />
      <WalletBody
        history={
          <Tabs label={texts.wallet} value={view.tab} tabs={TABS} onChange={view.showTab}>
            <TabPanel value="activity">
              <WalletActivityTable customerId={wallet.customerId} />
            </TabPanel>
            <TabPanel value="transactions">{transactions}</TabPanel>
            <TabPanel value="cards">{cards}</TabPanel>
            <TabPanel value="notes">
              <WalletNotes customerId={wallet.customerId} />
            </TabPanel>
            <TabPanel value="customer">
              <CustomerTab customerId={wallet.customerId} />
            </TabPanel>
            <TabPanel value="raw">
              <RawTab wallet={wallet} />
            </TabPanel>
          </Tabs>
        }
        facts={
          <>
            {isIdentity && <IdentitySteps reason={wallet.reason} />}
            <WalletTags wallet={wallet} />
            <WalletFacts wallet={wallet} customer={customer} onOpen={view.openSheet} />
            <div className="mt-6 empty:hidden">{payIn}</div>
          </>
        }
      />
      <WalletSheets
        wallet={wallet}
        asOf={read.dataUpdatedAt}
        frozenBy={frozenBy}
        isIdentityFreeze={isIdentity}
        open={view.sheet}
        onOpenChange={view.openSheet}
      />
    </>
  );
}

/** The same text for a missing wallet, another merchant's, and one of the other mode, so that it reveals nothing. */
function NoWallet({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isMissing = error instanceof ServiceError && (error.status === 400 || error.status === 404);
  if (!isMissing) return <LoadProblem what={texts.thisWallet} error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={SearchX}
      title={texts.thereIsNoSuch}
      action={<ButtonLink href="/wallets">{texts.findAWallet}</ButtonLink>}
    >
      <p>{texts.checkTheNumberOr}</p>
    </EmptyState>
  );
}
