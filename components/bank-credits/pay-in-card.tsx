"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical, Lock } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { merchantWalletQuery } from "../../lib/api/merchant.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { walletQuery } from "../../lib/api/wallets.ts";
import { can } from "../../lib/permissions.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../ui/facts.tsx";
import { Icon } from "../ui/icon.tsx";
import { texts } from "./texts.ts";

const SimulateTransferModal = lazySheet(() =>
  import("./simulate-transfer-modal.tsx").then((module) => module.SimulateTransferModal),
);

type Account = { bankName: string; accountNumber: string; accountName: string };

/** The account number of a customer's wallet that any bank can pay. Nothing until the wallet is known. Rails 8. */
export function WalletPayIn({ customerId }: { customerId: string }) {
  const { data } = useQuery(walletQuery(useSession(), customerId));
  return data ? <PayInCard account={data} /> : null;
}

/** The account number of the merchant wallet. */
export function MerchantPayIn() {
  const session = useSession();
  const { data } = useQuery({
    ...merchantWalletQuery(session),
    enabled: can(session, "BROWSE_MERCHANT_WALLET"),
  });
  return data ? <PayInCard account={data}>{texts.moneySentToThis}</PayInCard> : null;
}

function PayInCard({ account, children }: { account: Account; children?: ReactNode }) {
  const id = useId();
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const maySimulate = can(session, "UPDATE_MERCHANT_DETAIL");
  const { bankName, accountNumber, accountName } = account;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold text-md">
        {texts.payIn}
      </h2>
      {children && <p className="mb-1 text-fg-2">{children}</p>}
      <Facts>
        <Fact name={texts.bank}>
          <span className="min-w-0 wrap-anywhere">{bankName}</span>
        </Fact>
        <Fact name={texts.accountNumber}>
          <IdText text={accountNumber}>
            <CopyButton value={accountNumber} label={texts.accountNumberToPay} className="-mr-1.5" />
          </IdText>
        </Fact>
        <Fact name={texts.accountName}>
          <span className="trim" title={accountName}>
            {accountName}
          </span>
        </Fact>
      </Facts>
      {session.mode === "SANDBOX" && (
        <div className="mt-3 grid justify-items-start gap-1.5">
          <Button
            size="small"
            icon={maySimulate ? FlaskConical : Lock}
            isBlocked={!maySimulate}
            aria-haspopup="dialog"
            aria-describedby={maySimulate ? undefined : `${id}-why`}
            onClick={() => setIsOpen(true)}
          >
            {texts.simulateABankTransfer}
          </Button>
          {!maySimulate && (
            <p id={`${id}-why`} className="flex items-start gap-1.5 text-fg-2 text-xs">
              <Icon of={Lock} size={12} className="mt-0.5" />
              {texts.yourRoleRoleCannot(session.role)}
            </p>
          )}
          <SimulateTransferModal accountNumber={accountNumber} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </div>
      )}
    </section>
  );
}
