"use client";

import { ChevronsUpDown, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { signOut } from "../../lib/api/auth.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { initials } from "../../lib/format/names.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuChoices, MenuHead, MenuItem, MenuLine } from "../ui/menu.tsx";
import { useTheme } from "./theme.ts";

const themes = [
  { value: "system", label: "Like the system", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;

/** Who is signed in; theme and signing out behind it. */
export function AccountMenu() {
  const { firstName, lastName, role, email } = useSession();
  const [theme, chooseTheme] = useTheme();
  const name = `${firstName} ${lastName}`;
  const trigger = (
    <button
      type="button"
      className="mt-1 flex h-12 w-full items-center gap-2.5 rounded-chip px-2 text-left font-medium outline-offset-[-2px] hover:bg-line md:max-lg:justify-center md:max-lg:px-0"
    >
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-panel font-semibold text-fg-2 text-xs shadow-hair"
      >
        {initials(firstName, lastName)}
      </span>
      <span className="grid min-w-0 flex-1 md:max-lg:sr-only">
        <span className="trim text-fg">
          <span className="sr-only">Account of </span>
          {name}
        </span>{" "}
        <span className="trim font-normal text-fg-2 text-xs">{role}</span>
      </span>
      <Icon of={ChevronsUpDown} className="text-fg-2 md:max-lg:hidden" />
    </button>
  );
  return (
    <Menu trigger={trigger} label="Account" side="top" align="start">
      <MenuHead>{email}</MenuHead>
      <MenuLine />
      <MenuHead>Theme</MenuHead>
      <MenuChoices label="Theme" value={theme} choices={themes} onChange={chooseTheme} />
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
