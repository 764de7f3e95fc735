"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { signOut } from "../../../lib/api/auth.ts";
import { ownMerchantsQuery, useSwitchMerchant } from "../../../lib/api/merchants.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Menu, MenuChoices, MenuHead, MenuItem, MenuLine } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { useTheme } from "./theme.ts";

const themes = [
  { value: "system", label: "Like the system", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;

/** The menu of the signed-in user: other merchants, settings, theme and sign-out. */
export function AccountMenu({ trigger }: { trigger: ReactNode }) {
  const { email } = useSession();
  const router = useRouter();
  const [theme, chooseTheme] = useTheme();
  return (
    <Menu trigger={trigger} isOpenAtFirst label="Account" side="top" align="start">
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

/** The merchants that the user can switch to. Renders nothing if there is only one. */
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
