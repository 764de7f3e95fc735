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
import { texts } from "./texts.ts";

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
        {texts.walletCreated}
        {isFrozen && texts.frozenByItsIdentity}
      </h2>
      {isFrozen && (
        <Callout role="status" tone="bad" icon={Fingerprint} title={wallet.reason ?? texts.theIdentityCheckFailed}>
          <p>{texts.nothingCanBePaid}</p>
        </Callout>
      )}
      <Facts>
        <Fact name={texts.name}>{wallet.accountName}</Fact>
        <Fact name={texts.accountNumber}>
          <IdText text={wallet.accountNumber}>
            <CopyButton value={wallet.accountNumber} label={texts.accountNumber2} className="-mr-1.5" />
          </IdText>
        </Fact>
        <Fact name={texts.bank}>{wallet.bankName}</Fact>
        <Fact name={texts.status}>
          {isFrozen ? (
            <Chip tone="bad" icon={Fingerprint}>
              {texts.frozenIdentity}
            </Chip>
          ) : (
            <Chip tone="ok" icon={Check}>
              {texts.active}
            </Chip>
          )}
        </Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={isFrozen ? `${href}?sheet=kyc` : href} variant="primary">
          {isFrozen ? texts.checkIdentity : texts.openWallet}
        </ButtonLink>
        {isFrozen && <ButtonLink href={href}>{texts.openWallet}</ButtonLink>}
        <Button onClick={onAnother}>{texts.createAnother}</Button>
      </div>
    </section>
  );
}
