"use client";

import { useQuery } from "@tanstack/react-query";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import { merchantSettingsQuery } from "../../../lib/api/merchant.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { Section } from "../section.tsx";
import { SettingsSkeleton } from "../settings-skeleton.tsx";
import { AccountCallbacksForm } from "./account-callbacks-form.tsx";
import { AccountEmergency } from "./account-emergency.tsx";
import { AccountMoneyForm } from "./account-money-form.tsx";
import { AccountPlatform } from "./account-platform.tsx";
import { AccountSwitch } from "./account-switch.tsx";

/** All settings of the mode shown: the merchant's and the platform's. Dashboard 2.5. */
export function AccountSettings() {
  const session = useSession();
  const read = useQuery(merchantSettingsQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  if (isLoading || !read.data) {
    return (
      <Section title="Rules of this mode">
        {isLoading ? (
          <SettingsSkeleton lines={6} what="settings" />
        ) : (
          <LoadProblem what="the settings" error={read.error} onRetry={() => void read.refetch()} />
        )}
      </Section>
    );
  }
  const settings: MerchantSettings = read.data;
  const mode = session.mode === "SANDBOX" ? "the sandbox" : "live mode";
  return (
    <>
      <Section title="Safety" about={`Holds in ${mode}. The other mode has its own.`}>
        <AccountSwitch
          field="requirePinForDebit"
          label="Debits ask for the customer’s PIN"
          about="Calls must then carry the PIN. Staff hold no PINs: debits from this dashboard are blocked meanwhile."
          settings={settings}
        />
        <AccountSwitch
          field="requireTwoFactor"
          label="Approving needs two-factor sign-in"
          about="Members without a second factor can no longer approve or decline."
          settings={settings}
        />
        <AccountSwitch
          field="membersMayMoveMoney"
          label="Members may move money through the API"
          about="On, a main merchant or an admin who signs in through the API moves amounts up to their approval limit immediately; larger ones wait for approval. Off, everything they send waits. Private keys and this dashboard work the same either way."
          settings={settings}
          isMainMerchantOnly
        />
      </Section>
      {session.mode === "SANDBOX" && (
        <Section title="Trying things out" about="Yours in the sandbox. In live mode the platform sets them.">
          <AccountSwitch
            field="canDebitCustomer"
            label="Customers’ wallets can be debited"
            about="Off, debits are refused: see how your integration copes."
            settings={settings}
          />
          <AccountSwitch
            field="internalTransfers"
            label="Transfers between customers"
            about="Off, transfers are refused."
            settings={settings}
          />
        </Section>
      )}
      <Section title="Your money rules" about={`Holds in ${mode}, for what moves from now on.`}>
        <AccountMoneyForm settings={settings} />
      </Section>
      <Section title="Callback addresses" about="Where events go in each mode when webhooks are in LEGACY or BOTH.">
        <AccountCallbacksForm settings={settings} />
      </Section>
      <Section title="Proof of the books" about="Holds in both modes: they share one chain of hashes.">
        <AccountSwitch
          field="mailChainHead"
          label="Mail the newest hash every day"
          about="Goes to the main merchants, once a day in Lagos. A kept mail proves later that no entry and no audit row before it was changed."
          settings={settings}
        />
      </Section>
      <Section title="Set by the platform" about="To have one of these changed, ask the platform.">
        <AccountPlatform settings={settings} />
      </Section>
      <AccountEmergency freeze={settings.walletFreeze} />
    </>
  );
}
