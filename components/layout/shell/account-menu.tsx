"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { signOut } from "../../../lib/api/auth.ts";
import { ownMerchantsQuery, useSwitchMerchant } from "../../../lib/api/merchants.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Menu, MenuChoices, MenuHead, MenuItem, MenuLine } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { AccountButton } from "./account-button.tsx";
import { useTheme } from "./theme.ts";

const themes = [
  { value: "system", label: "Like the system", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;

/** Other merchants, one's own settings, theme and signing out, behind the button that says who is signed in; open at once. */
export function AccountMenu() {
  const { email } = useSession();
  const router = useRouter();
  const [theme, chooseTheme] = useTheme();
  return (
    <Menu trigger={<AccountButton />} isOpenAtFirst label="Account" side="top" align="start">
      <MenuHead>{email}</MenuHead>
      <Merchants />
      <MenuItem icon={Settings} onSelect={() => router.push("/settings/me")}>
        Password, two-factor, preferences
      </MenuItem>
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

/** To whom the person may change; nothing where there is one merchant only. */
function Merchants() {
  const session = useSession();
  const { data = [] } = useQuery(ownMerchantsQuery(session));
  const change = useSwitchMerchant();
  if (data.length < 2) return null;
  const choose = (merchantId: string) => {
    if (merchantId === session.merchantId || change.isPending) return;
    change.mutate(merchantId, {
      onError: (error) => {
        const why = error instanceof ServiceError ? error.message : "Try again.";
        showToast({ tone: "bad", title: `The merchant was not changed. ${why}` });
      },
    });
  };
  return (
    <>
      <MenuLine />
      <MenuHead>Merchant</MenuHead>
      <MenuChoices
        label="Merchant"
        value={session.merchantId}
        choices={data.map(({ id, name, role }) => ({ value: id, label: `${name} · ${role}` }))}
        onChange={choose}
      />
      <MenuLine />
    </>
  );
}
