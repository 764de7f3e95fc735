"use client";

import { ArrowRight, CircleAlert, Landmark, type LucideIcon, SearchX, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { initials } from "../../../lib/format/names.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Money } from "../../ui/money.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { WalletChips } from "../page/wallet-chips.tsx";
import { texts } from "./texts.ts";
import type { WalletLookup } from "./use-wallet-lookup.ts";

const frame = "flex min-h-16 items-center gap-3 rounded-control border px-4 py-3";

/** The lookup's result for the typed text, under the field. */
export function LookupResult({ lookup }: { lookup: WalletLookup }) {
  if (lookup.state === "found") return <FoundWallet wallet={lookup.wallet} />;
  if (lookup.state === "loading") return <LoadingCard />;
  if (lookup.state === "merchant") {
    return (
      <Note icon={Landmark} title={texts.thisIsYourMerchant} action={<Arrow href="/" label={texts.openTheOverview} />}>
        {lookup.info.accountName} · <Money kobo={lookup.info.availableBalance} />
      </Note>
    );
  }
  if (lookup.state === "failed") {
    return (
      <Note
        icon={CircleAlert}
        title={texts.theLookupDidNot}
        action={
          <Button size="small" onClick={lookup.retry}>
            {texts.tryAgain}
          </Button>
        }
      >
        {lookup.error instanceof ServiceError ? lookup.error.message : texts.somethingWentWrongOn}
      </Note>
    );
  }
  const note = noteFor(lookup);
  return note && <Note {...note} />;
}

type NoteText = { icon: LucideIcon; title: string; children: ReactNode };

function noteFor({ state, term }: WalletLookup): NoteText | null {
  if (state === "missing") {
    return {
      icon: SearchX,
      title: term.kind === "account" ? texts.noWalletHasThis : texts.noCustomerOrWallet,
      children: texts.checkEveryDigitA,
    };
  }
  if (term.kind === "identity") {
    return {
      icon: ShieldAlert,
      title: texts.thisLooksLikeA,
      children: texts.elevenDigitsAreAn,
    };
  }
  return null;
}

function FoundWallet({ wallet }: { wallet: Wallet }) {
  return (
    <Link
      href={`/wallets/${wallet.customerId}`}
      className={`${frame} group border-control-line hover:border-fg-2 hover:bg-subtle`}
    >
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-mute-tint font-semibold text-mute text-xs"
      >
        {initials(wallet.firstName, wallet.lastName)}
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="trim font-medium">{wallet.accountName}</span>
          <WalletChips wallet={wallet} />
        </span>
        <span className="font-mono text-fg-2 text-id">{wallet.accountNumber}</span>
      </span>
      <span className="text-right font-medium max-md:hidden">
        <Money kobo={wallet.availableBalance} />
      </span>
      <Icon of={ArrowRight} className="text-fg-3 group-hover:text-fg" />
    </Link>
  );
}

function Note({ icon, title, action, children }: NoteText & { action?: ReactNode }) {
  return (
    <div className={frame}>
      <Icon of={icon} className="text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-fg-2">{children}</p>
      </div>
      {action}
    </div>
  );
}

function Arrow({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} aria-label={label} className="grid size-8 place-items-center rounded-control hover:bg-mute-tint">
      <Icon of={ArrowRight} />
    </Link>
  );
}

function LoadingCard() {
  return (
    <div className={`${frame} animate-late`} aria-hidden>
      <Skeleton className="size-8 rounded-full" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="w-48" />
        <Skeleton className="w-24" />
      </span>
      <Skeleton className="w-24" />
    </div>
  );
}
