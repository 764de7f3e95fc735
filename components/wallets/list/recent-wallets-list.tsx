"use client";

import { ChevronRight } from "lucide-react";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { useRecentWallets } from "./recent-wallets.ts";
import { texts } from "./texts.ts";

/** Wallets opened recently in this tab, or a hint while there are none. */
export function RecentWalletsList({ most = 20 }: { most?: number }) {
  const recent = useRecentWallets().slice(0, most);
  if (recent.length === 0) {
    return <p className="py-2 text-fg-2">{texts.noneYetTheWallets}</p>;
  }
  return (
    <ul className="-mx-pad">
      {recent.map(({ customerId, name, lastDigits }) => (
        <li key={customerId} className="border-b">
          <Link
            href={`/wallets/${customerId}`}
            className="flex min-h-row items-center gap-3 px-pad outline-offset-[-2px] hover:bg-subtle"
          >
            <span className="trim min-w-0 flex-1 font-medium">{name}</span>
            <span className="font-mono text-fg-2 text-id">
              <span className="sr-only">{texts.numberEnding} </span>
              <span aria-hidden>…</span>
              {lastDigits}
            </span>
            <Icon of={ChevronRight} className="text-fg-3" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
