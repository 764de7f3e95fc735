import { Check } from "lucide-react";
import type { Wallet } from "../../contract/wallets.ts";
import { formatPhone, shortId } from "../../lib/format/names.ts";
import { Chip } from "../ui/chip.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../ui/facts.tsx";
import { Money } from "../ui/money.tsx";
import { When } from "../ui/when.tsx";
import { creditsBlocked } from "./wallet-status.ts";

/** The facts beside the history. */
export function WalletFacts({ wallet }: { wallet: Wallet }) {
  return (
    <>
      <section aria-labelledby="facts-wallet">
        <h2 id="facts-wallet" className="mb-2 font-semibold text-md">
          Wallet
        </h2>
        <Facts>
          <Fact name="Credits">
            {wallet.postNoCredit ? (
              <Chip tone={creditsBlocked.tone} icon={creditsBlocked.icon}>
                Blocked
              </Chip>
            ) : (
              "Allowed"
            )}
          </Fact>
          <Fact name="Booked balance">
            <Money kobo={wallet.bookedBalance} />
          </Fact>
          <Fact name="Minimum balance">
            <Money kobo={wallet.minBalance} />
          </Fact>
          <Fact name="PIN">{wallet.isPinSet ? "Set" : <span className="text-fg-2">Not set</span>}</Fact>
          <Fact name="Customer ID">
            <ShortId id={wallet.customerId} label="customer ID" />
          </Fact>
          <Fact name="Wallet ID">
            <ShortId id={wallet.id} label="wallet ID" />
          </Fact>
        </Facts>
      </section>
      <section aria-labelledby="facts-customer" className="mt-6">
        <h2 id="facts-customer" className="mb-2 font-semibold text-md">
          Customer
        </h2>
        <CustomerFacts wallet={wallet} />
      </section>
    </>
  );
}

export function CustomerFacts({ wallet }: { wallet: Wallet }) {
  return (
    <Facts>
      <Fact name="Phone">
        <span className="whitespace-nowrap">{formatPhone(wallet.phoneNumber)}</span>
        {wallet.isPhoneVerified && <VerifiedChip />}
      </Fact>
      <Fact name="E-mail">
        <Email address={wallet.email} />
      </Fact>
      <Fact name="BVN">
        {wallet.isBVNVerified ? <VerifiedChip /> : <span className="text-fg-2">Not verified</span>}
      </Fact>
      <Fact name="NIN">
        {wallet.isNINVerified ? <VerifiedChip /> : <span className="text-fg-2">Not verified</span>}
      </Fact>
      <Fact name="Created">
        <When at={wallet.createdAt} isLong />
      </Fact>
    </Facts>
  );
}

function ShortId({ id, label }: { id: string; label: string }) {
  return (
    <IdText text={shortId(id)} title={id}>
      <CopyButton value={id} label={label} className="-mr-1.5" />
    </IdText>
  );
}

/** An address that ends in `.invalid` stands in for none: nothing is ever sent there. */
function Email({ address }: { address: string }) {
  if (address.endsWith(".invalid")) return <span className="text-fg-2">None on record</span>;
  return (
    <span className="trim" title={address}>
      {address}
    </span>
  );
}

function VerifiedChip() {
  return (
    <Chip tone="ok" icon={Check}>
      Verified
    </Chip>
  );
}
