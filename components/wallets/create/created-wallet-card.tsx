"use client";

import { Check, Fingerprint } from "lucide-react";
import { useEffect, useRef } from "react";
import type { CreatedReply } from "../../../lib/api/wallets.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../../ui/facts.tsx";

/** The created wallet. If its identity check froze it: with the reason and the next step. API 3. */
export function CreatedWalletCard({ created, onAnother }: { created: CreatedReply; onAnother: () => void }) {
  const { wallet } = created;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus no longer exists.
  useEffect(() => heading.current?.focus(), []);
  const isFrozen = wallet.status === "FROZEN";
  const href = `/wallets/${wallet.customerId}`;
  return (
    <section aria-labelledby="created" className="mt-6 grid max-w-form gap-4">
      <h2 id="created" ref={heading} tabIndex={-1} className="font-semibold text-md outline-none">
        Wallet created{isFrozen && ", frozen by its identity check"}
      </h2>
      {isFrozen && (
        <Callout role="status" tone="bad" icon={Fingerprint} title={wallet.reason ?? "The identity check failed"}>
          <p>Nothing can be paid in or out until a BVN is verified. Check the identity on the wallet’s page.</p>
        </Callout>
      )}
      <Facts>
        <Fact name="Name">{wallet.accountName}</Fact>
        <Fact name="Account number">
          <IdText text={wallet.accountNumber}>
            <CopyButton value={wallet.accountNumber} label="account number" className="-mr-1.5" />
          </IdText>
        </Fact>
        <Fact name="Bank">{wallet.bankName}</Fact>
        <Fact name="Status">
          {isFrozen ? (
            <Chip tone="bad" icon={Fingerprint}>
              Frozen · identity
            </Chip>
          ) : (
            <Chip tone="ok" icon={Check}>
              Active
            </Chip>
          )}
        </Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={isFrozen ? `${href}?sheet=kyc` : href} variant="primary">
          {isFrozen ? "Check identity" : "Open wallet"}
        </ButtonLink>
        {isFrozen && <ButtonLink href={href}>Open wallet</ButtonLink>}
        <Button onClick={onAnother}>Create another</Button>
      </div>
    </section>
  );
}
