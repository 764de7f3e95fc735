"use client";

import { Check, Lock } from "lucide-react";
import { useId } from "react";
import type { Customer } from "../../../contract/customers.ts";
import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatPhone, shortId } from "../../../lib/format/names.ts";
import { can, refusalOf } from "../../../lib/permissions.ts";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../../ui/facts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Money } from "../../ui/money.tsx";
import { Switch } from "../../ui/switch.tsx";
import { When } from "../../ui/when.tsx";
import { CreditsSince } from "../controls/credits-since.tsx";
import { creditsBlocked } from "../controls/wallet-status.ts";
import { texts } from "./texts.ts";
import type { WalletSheet } from "./use-wallet-view.ts";

type WalletFactsProps = { wallet: Wallet; customer: Customer | undefined; onOpen: (sheet: WalletSheet) => void };

/** The facts beside the history, and the switch for credits. */
export function WalletFacts({ wallet, customer, onOpen }: WalletFactsProps) {
  const session = useSession();
  const id = useId();
  const maySee = can(session, "BROWSE_CUSTOMERS");
  const refusal = refusalOf(session, "setPostNoCredit");
  return (
    <>
      <section aria-labelledby="facts-wallet">
        <h2 id="facts-wallet" className="mb-2 font-semibold text-md">
          {texts.wallet}
        </h2>
        <Facts>
          <Fact name={texts.credits}>
            <Credits wallet={wallet} onOpen={onOpen} blockedBy={refusal === null ? undefined : id} />
          </Fact>
          <Fact name={texts.bookedBalance}>
            <Money kobo={wallet.bookedBalance} />
          </Fact>
          <Fact name={texts.minimumBalance}>
            <Money kobo={wallet.minBalance} />
          </Fact>
          <Fact name="PIN">{wallet.isPinSet ? texts.set : <span className="text-fg-2">{texts.notSet}</span>}</Fact>
          <Fact name={texts.customerId}>
            <ShortId id={wallet.customerId} label={texts.customerId2} />
          </Fact>
          <Fact name={texts.walletId}>
            <ShortId id={wallet.id} label={texts.walletId2} />
          </Fact>
        </Facts>
        {refusal !== null && (
          <p id={id} className="mt-2 flex items-start gap-1.5 text-fg-2 text-xs">
            <Icon of={Lock} size={12} className="mt-0.5" />
            {refusal}
          </p>
        )}
      </section>
      <section aria-labelledby="facts-customer" className="mt-6">
        <div className="mb-2 flex items-baseline justify-between gap-3">
          <h2 id="facts-customer" className="font-semibold text-md">
            {texts.customer}
          </h2>
          {maySee && (
            <Link href={`/customers/${wallet.customerId}`} className="rounded-small font-medium text-accent">
              {texts.openCustomer}
            </Link>
          )}
        </div>
        <CustomerFacts wallet={wallet} customer={customer} onOpen={onOpen} />
      </section>
    </>
  );
}

/** `blockedBy`: the ID of the reason why the member may not change it; it stands below the facts, which stay one line each. */
type CreditsProps = Omit<WalletFactsProps, "customer"> & { blockedBy: string | undefined };

/** Shows the current state; a click asks for confirmation. Dashboard 5.3. */
function Credits({ wallet, onOpen, blockedBy }: CreditsProps) {
  return (
    <span className="grid justify-items-end gap-1">
      <span className="flex items-center gap-2">
        {wallet.postNoCredit ? (
          <Chip tone={creditsBlocked.tone} icon={creditsBlocked.icon}>
            {texts.blocked}
          </Chip>
        ) : (
          texts.allowed
        )}
        <Switch
          label={texts.credits}
          isOn={!wallet.postNoCredit}
          isBlocked={blockedBy !== undefined}
          describedBy={blockedBy}
          onAsk={() => onOpen("pnc")}
        />
      </span>
      <CreditsSince wallet={wallet} />
    </span>
  );
}

export function CustomerFacts({ wallet, customer, onOpen }: WalletFactsProps) {
  const mayVerify = refusalOf(useSession(), "verifyIdentity") === null;
  return (
    <Facts>
      <Fact name={texts.phone}>
        <span className="whitespace-nowrap">{formatPhone(wallet.phoneNumber)}</span>
        {wallet.isPhoneVerified && <VerifiedChip />}
      </Fact>
      <Fact name={texts.eMail}>
        <Email address={wallet.email} />
      </Fact>
      <Fact name="BVN">
        <Document
          name="BVN"
          isVerified={wallet.isBVNVerified}
          digits={customer?.bvn}
          invitation={wallet.tier === "TIER_1" ? texts.linkBvnForTier : texts.linkBvn}
          onLink={mayVerify ? () => onOpen("kyc") : undefined}
        />
      </Fact>
      <Fact name="NIN">
        <Document
          name="NIN"
          isVerified={wallet.isNINVerified}
          digits={customer?.nin}
          invitation={wallet.tier === "TIER_3" ? texts.linkNin : texts.linkNinForTier}
          onLink={mayVerify ? () => onOpen("kyc") : undefined}
        />
      </Fact>
      <Fact name={texts.created}>
        <When at={wallet.createdAt} isLong />
      </Fact>
    </Facts>
  );
}

type DocumentProps = {
  name: string;
  isVerified: boolean;
  /** The last four digits, masked or alone. */
  digits: string | null | undefined;
  invitation: string;
  onLink: (() => void) | undefined;
};

function Document({ name, isVerified, digits, invitation, onLink }: DocumentProps) {
  if (isVerified) {
    return (
      <>
        {digits && <span className="whitespace-nowrap">{texts.endingDigits(digits.slice(-4))}</span>}
        <VerifiedChip />
      </>
    );
  }
  if (!onLink) return <span className="text-fg-2">{texts.notVerified}</span>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onLink}
      className="min-h-6 rounded-small font-medium text-accent"
      aria-label={texts.nameIsNotVerified(name, invitation)}
    >
      {invitation}
    </button>
  );
}

function ShortId({ id, label }: { id: string; label: string }) {
  return (
    <IdText text={shortId(id)} title={id}>
      <CopyButton value={id} label={label} className="-mr-1.5" />
    </IdText>
  );
}

/** An address ending in `.invalid` is a placeholder: nothing is sent to it. */
export function Email({ address }: { address: string }) {
  if (address.endsWith(".invalid")) return <span className="text-fg-2">{texts.noneOnRecord}</span>;
  return (
    <span className="trim" title={address}>
      {address}
    </span>
  );
}

function VerifiedChip() {
  return (
    <Chip tone="ok" icon={Check}>
      {texts.verified}
    </Chip>
  );
}
