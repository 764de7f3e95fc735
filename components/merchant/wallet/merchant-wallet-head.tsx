"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText, Lock } from "lucide-react";
import { type ReactNode, useId } from "react";
import { merchantWalletQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can, refusalOf } from "../../../lib/permissions.ts";
import { PageHead } from "../../layout/page/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { IdText } from "../../ui/facts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FundWalletButton } from "../fund-wallet/fund-wallet-button.tsx";
import { texts } from "./texts.ts";

/** Title, account number and actions. An action without permission stays visible and focusable, with the reason. Dashboard 2.4. */
export function MerchantWalletHead({ title }: { title: string }) {
  const id = useId();
  const session = useSession();
  const wallet = useQuery(merchantWalletQuery(session)).data;
  const bankRefusal = refusalOf(session, "sendToBank");
  const creditRefusal = refusalOf(session, "creditOrDebit");
  return (
    <PageHead
      title={title}
      sub={
        wallet ? (
          <>
            <span className="wrap-anywhere min-w-0">{wallet.accountName}</span>
            <IdText text={wallet.accountNumber}>
              <CopyButton value={wallet.accountNumber} label={texts.accountNumber} />
            </IdText>
          </>
        ) : (
          <Skeleton className="w-48" />
        )
      }
      actions={
        <div className="flex w-full flex-col gap-2 md:items-end">
          <div className="flex flex-wrap gap-2">
            {can(session, "BROWSE_TRANSACTIONS") && (
              <ButtonLink href="/statements?format=pdf" icon={FileText}>
                {texts.statement}
              </ButtonLink>
            )}
            <PayLink href="/transactions/new?kind=credit" blockedId={creditRefusal && `${id}-credit`}>
              {texts.creditACustomer}
            </PayLink>
            <PayLink href="/transactions/new?kind=bank" blockedId={bankRefusal && `${id}-bank`}>
              {texts.sendToBank}
            </PayLink>
            <FundWalletButton />
          </div>
          {creditRefusal !== null && <Reason id={`${id}-credit`}>{creditRefusal}</Reason>}
          {bankRefusal !== null && bankRefusal !== creditRefusal && <Reason id={`${id}-bank`}>{bankRefusal}</Reason>}
        </div>
      }
    />
  );
}

type PayLinkProps = {
  href: string;
  /** The element with the reason, if this person may not do it. */
  blockedId: string | null;
  children: string;
};

function PayLink({ href, blockedId, children }: PayLinkProps) {
  if (blockedId === null) return <ButtonLink href={href}>{children}</ButtonLink>;
  return (
    <Button icon={Lock} isBlocked aria-describedby={blockedId}>
      {children}
    </Button>
  );
}

function Reason({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs md:max-w-80">
      <Icon of={Lock} size={12} className="mt-0.5" />
      {children}
    </p>
  );
}
