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
import { texts } from "./texts.ts";
import { useTheme } from "./theme.ts";

const themes = [
  { value: "system", label: texts.likeTheSystem, icon: Monitor },
  { value: "light", label: texts.light, icon: Sun },
  { value: "dark", label: texts.dark, icon: Moon },
] as const;

/** The menu of the signed-in user: other merchants, settings, theme and sign-out. */
export function AccountMenu({ trigger }: { trigger: ReactNode }) {
  const { email } = useSession();
  const router = useRouter();
  const [theme, chooseTheme] = useTheme();
  return (
    <Menu trigger={trigger} isOpenAtFirst label={texts.account} side="top" align="start">
      <MenuHead>{email}</MenuHead>
      <Merchants />
      <MenuItem icon={Settings} onSelect={() => router.push("/settings/me")}>
        {texts.passwordTwoFactorPreferences}
      </MenuItem>
      <MenuLine />
      <MenuHead>{texts.theme}</MenuHead>
      <MenuChoices label={texts.theme} value={theme} choices={themes} onChange={chooseTheme} />
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        {texts.signOut}
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
        const why = error instanceof ServiceError ? error.message : texts.tryAgain;
        showToast({ tone: "bad", title: texts.theMerchantWasNot(why) });
      },
    });
  };
  return (
    <>
      <MenuLine />
      <MenuHead>{texts.merchant}</MenuHead>
      <MenuChoices
        label={texts.merchant}
        value={session.merchantId}
        choices={data.map(({ id, name, role }) => ({ value: id, label: `${name} · ${role}` }))}
        onChange={choose}
      />
      <MenuLine />
    </>
  );
}
