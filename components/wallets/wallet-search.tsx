"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Input } from "../ui/input.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { LookupResult } from "./lookup-result.tsx";
import { useWalletLookup, type WalletLookup } from "./use-wallet-lookup.ts";

/** Finds a wallet by what a customer reads out or a colleague pastes; exact numbers are looked up at once. */
export function WalletSearch() {
  const [text, setText] = useState("");
  const router = useRouter();
  const lookup = useWalletLookup(text, router.push);
  const open = (event: FormEvent) => {
    event.preventDefault();
    lookup.openWhenFound();
  };
  return (
    // Kept out of the address and of the browser's history of forms: what is typed may be anything.
    <search>
      <form onSubmit={open} autoComplete="off" className="mt-6 grid max-w-[640px] gap-3">
        <Input
          isLarge
          icon={Search}
          type="search"
          inputMode="text"
          spellCheck={false}
          aria-label="Account number or customer ID"
          aria-describedby="wallet-search-hint"
          placeholder="Account number or customer ID"
          value={text}
          onChange={(event) => setText(event.target.value)}
          suffix={lookup.state === "found" && <Kbd>Enter</Kbd>}
        />
        <p id="wallet-search-hint" className="text-fg-3 text-xs">
          An account number has ten digits; spaces and dashes do not matter. Exact matches only.
        </p>
        <LookupResult lookup={lookup} />
        <p role="status" className="sr-only">
          {spoken(lookup)}
        </p>
      </form>
    </search>
  );
}

function spoken(lookup: WalletLookup): string {
  if (lookup.state === "loading") return "Looking up";
  if (lookup.state === "found") return `Found ${lookup.wallet.accountName}. Press Enter to open.`;
  if (lookup.state === "merchant") return "This is your merchant wallet. Press Enter to open the overview.";
  if (lookup.state === "missing") return "No wallet found";
  if (lookup.state === "failed") return "The lookup did not work";
  return lookup.term.kind === "identity" ? "This looks like a BVN or NIN, so it was not sent" : "";
}
