"use client";

import { usePathname } from "next/navigation";
import type { Permission } from "../../../contract/permissions.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { Link } from "../../ui/link.tsx";
import { isIn } from "./navigation.ts";
import { texts } from "./texts.ts";

const pages: readonly { href: string; label: string; permission: Permission | null }[] = [
  { href: "/settings/account", label: texts.account, permission: null },
  { href: "/settings/verification", label: texts.verification, permission: "UPDATE_MERCHANT_DETAIL" },
  { href: "/settings/keys", label: texts.keys, permission: "BROWSE_KEYS" },
  { href: "/settings/team", label: texts.team, permission: "BROWSE_TEAM_MEMBER" },
  { href: "/settings/roles", label: texts.roles, permission: "BROWSE_ROLES" },
  { href: "/settings/me", label: texts.you, permission: null },
];

/** Links to the settings pages, shown on each of them. In the frame's code: a layout of its own would be one more request. */
export function SettingsNav() {
  const session = useSession();
  const path = usePathname();
  if (!pages.some(({ href }) => isIn(path, href))) return null;
  return (
    <nav aria-label={texts.settings} className="-mx-pad mb-6 border-b px-pad">
      <ul className="scroll-none -mx-1.5 flex gap-2 overflow-x-auto">
        {pages
          .filter(({ permission }) => can(session, permission))
          .map(({ href, label }) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={isIn(path, href) ? "page" : undefined}
                className="relative -mb-px inline-flex h-10 items-center whitespace-nowrap rounded-chip px-1.5 font-medium text-fg-2 outline-offset-[-4px] after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.5 hover:text-fg aria-[current=page]:text-fg aria-[current=page]:after:bg-accent max-md:h-11"
              >
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
