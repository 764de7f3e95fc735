"use client";

import { LogOut, Monitor, Moon, Sun } from "lucide-react";
import { signOut } from "../../lib/api/auth.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { Menu, MenuChoices, MenuHead, MenuItem, MenuLine } from "../ui/menu.tsx";
import { AccountButton } from "./account-button.tsx";
import { useTheme } from "./theme.ts";

const themes = [
  { value: "system", label: "Like the system", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;

/** Theme and signing out, behind the button that says who is signed in; open as soon as it is there. */
export function AccountMenu() {
  const { email } = useSession();
  const [theme, chooseTheme] = useTheme();
  return (
    <Menu trigger={<AccountButton />} isOpenAtFirst label="Account" side="top" align="start">
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
