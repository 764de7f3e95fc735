"use client";

import { Search } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useApprovableCount, useFailedDeliveriesCount } from "../../../lib/api/badges.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { initials } from "../../../lib/format/names.ts";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Link } from "../../ui/link.tsx";
import { CountBadge } from "./count-badge.tsx";
import { ModeChip } from "./mode-chip.tsx";
import { type Place, placeOf, placesFor } from "./navigation.ts";
import { texts } from "./texts.ts";
import { ThemeButton } from "./theme-button.tsx";

const item =
  "flex h-8 w-full items-center gap-2.5 rounded-chip px-2 text-left font-medium whitespace-nowrap outline-offset-[-2px] max-md:h-11 md:max-lg:h-9 md:max-lg:justify-center md:max-lg:px-0";
const label = "trim flex-1 md:max-lg:sr-only";

type SidebarProps = { account?: ReactNode; onSearch: () => void; onNavigate?: () => void };

/** The main navigation. CSS collapses it to icons on medium screens; on a phone it opens in a drawer. */
export function Sidebar({ account, onSearch, onNavigate }: SidebarProps) {
  const session = useSession();
  const path = usePathname();
  const places = placesFor(session);
  const here = placeOf(path, places);
  return (
    <>
      <MerchantName name={session.merchantName} />
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K /"
        className={classNames(item, "mb-3 bg-panel font-normal text-fg-2 shadow-hair hover:text-fg")}
      >
        <Icon of={Search} />
        <span className={label}>{texts.search}</span>
        <span aria-hidden className="max-lg:hidden">
          <Kbd isBare>{texts.ctrlK}</Kbd>
        </span>
      </button>
      <nav aria-label={texts.main} className="mb-0.5 flex flex-1 flex-col justify-between gap-4">
        {[places.filter(({ isBelow }) => !isBelow), places.filter(({ isBelow }) => isBelow)].map((those, nth) => (
          <ul key={nth === 0 ? "above" : "below"} className="grid gap-0.5">
            {those.map((place) => (
              <li key={place.href}>
                <NavLink place={place} isHere={place === here} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="flex h-8 items-center justify-between px-2 pr-1 md:max-lg:h-auto md:max-lg:flex-col md:max-lg:gap-1 md:max-lg:px-0">
        <span className="md:max-lg:sr-only">
          <ModeChip mode={session.mode} />
        </span>
        <ThemeButton />
      </div>
      {account}
    </>
  );
}

type NavLinkProps = { place: Place; isHere: boolean; onNavigate: (() => void) | undefined };

function NavLink({ place, isHere, onNavigate }: NavLinkProps) {
  return (
    <Link
      href={place.href}
      aria-current={isHere ? "page" : undefined}
      // The collapsed sidebar hides the name.
      title={place.label}
      {...(onNavigate && { onClick: onNavigate })}
      className={classNames(item, "relative hover:bg-line hover:text-fg", isHere ? "bg-line text-fg" : "text-fg-2")}
    >
      <Icon of={place.icon} className={isHere ? "text-accent" : ""} />
      <span className={label}>{place.label}</span>
      {place.badge === "approvals" && <ApprovalsBadge />}
      {place.badge === "failed-deliveries" && <FailedDeliveriesBadge />}
    </Link>
  );
}

function MerchantName({ name }: { name: string }) {
  return (
    <div className="mb-2 flex h-10 items-center gap-2.5 px-2 font-semibold text-fg md:max-lg:justify-center md:max-lg:px-0">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-chip bg-fg font-semibold text-panel text-xs"
      >
        {initials(name, "")}
      </span>
      <span className="trim md:max-lg:sr-only" title={name}>
        {name}
      </span>
    </div>
  );
}

/** The number of payment requests and changes of access that this member can approve. Dashboard 2.3. */
function ApprovalsBadge() {
  const count = useApprovableCount();
  return count ? <CountBadge count={count} what={texts.waiting} /> : null;
}

/** The number of deliveries that failed in the last 24 hours. Dashboard 2.3. */
function FailedDeliveriesBadge() {
  const count = useFailedDeliveriesCount();
  if (!count) return null;
  return <CountBadge count={count} what={texts.failedIn24Hours} isBad />;
}
