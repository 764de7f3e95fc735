import { ArrowLeftRight, ChevronRight, type LucideIcon, Scale, Search, Snowflake } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";

/** The first things to do here, each a step away. */
export function GettingStarted() {
  return (
    <ul className="-mx-pad">
      <Start href="/wallets" icon={Search} title="Find a wallet">
        By name, phone, number or ID, here or with Ctrl K anywhere
      </Start>
      <Start href="/wallets" icon={Snowflake} title="Freeze or enable it">
        On the wallet’s page, with a reason that stays on record
      </Start>
      <Start href="/transfers/new" icon={ArrowLeftRight} title="Transfer between customers">
        Names, fee and limits are shown before anything is asked for
      </Start>
      <Start href="/books" icon={Scale} title="See that the books balance">
        Every entry is checked against its counterpart
      </Start>
    </ul>
  );
}

function Start(props: { href: string; icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li>
      <Link href={props.href} className="flex items-start gap-3 px-pad py-3 outline-offset-[-2px] hover:bg-subtle">
        <span className="grid size-6 shrink-0 place-items-center rounded-chip bg-mute-tint text-mute">
          <Icon of={props.icon} size={14} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{props.title}</span>
          <span className="block text-fg-2">{props.children}</span>
        </span>
        <Icon of={ChevronRight} className="mt-0.5 text-fg-3" />
      </Link>
    </li>
  );
}
