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
import { AccountRulesForm } from "./account-rules-form.tsx";
import { AccountSwitch } from "./account-switch.tsx";
import { BalanceAlertForm } from "./balance-alert-form.tsx";
import { texts } from "./texts.ts";

/** All settings of the mode shown: the merchant's and the platform's. Dashboard 2.5. */
export function AccountSettings() {
  const session = useSession();
  const read = useQuery(merchantSettingsQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  if (isLoading || !read.data) {
    return (
      <Section title={texts.rulesOfThisMode}>
        {isLoading ? (
          <SettingsSkeleton lines={6} what={texts.settings} />
        ) : (
          <LoadProblem what={texts.theSettings} error={read.error} onRetry={() => void read.refetch()} />
        )}
      </Section>
    );
  }
  const settings: MerchantSettings = read.data;
  const mode = session.mode === "SANDBOX" ? texts.theSandbox : texts.liveMode;
  return (
    <>
      <Section title={texts.safety} about={texts.holdsInModeThe(mode)}>
        <AccountSwitch
          field="requirePinForDebit"
          label={texts.debitsAskForThe}
          about={texts.callsMustThenCarry}
          settings={settings}
        />
        <AccountSwitch
          field="requireTwoFactor"
          label={texts.approvingNeedsTwoFactor}
          about={texts.membersWithoutASecond}
          settings={settings}
        />
        <AccountSwitch
          field="membersMayMoveMoney"
          label={texts.membersMayMoveMoney}
          about={texts.onAMainMerchant}
          settings={settings}
          isMainMerchantOnly
        />
      </Section>
      <Section title={texts.approvalRules} about={texts.approvalRulesAbout(mode)}>
        <AccountRulesForm settings={settings} />
      </Section>
      {session.mode === "SANDBOX" && (
        <Section title={texts.tryingThingsOut} about={texts.yoursInTheSandbox}>
          <AccountSwitch
            field="canDebitCustomer"
            label={texts.customersWalletsCanBe}
            about={texts.offDebitsAreRefused}
            settings={settings}
          />
          <AccountSwitch
            field="internalTransfers"
            label={texts.transfersBetweenCustomers}
            about={texts.offTransfersAreRefused}
            settings={settings}
          />
        </Section>
      )}
      <Section title={texts.yourMoneyRules} about={texts.holdsInModeFor(mode)}>
        <AccountMoneyForm settings={settings} />
      </Section>
      <Section title={texts.lowBalanceAlert} about={texts.forTheMerchantWalletIn(mode)}>
        <BalanceAlertForm />
      </Section>
      <Section title={texts.callbackAddresses} about={texts.whereEventsGoIn}>
        <AccountCallbacksForm settings={settings} />
      </Section>
      <Section title={texts.proofOfTheLedger} about={texts.holdsInBothModes}>
        <AccountSwitch
          field="mailChainHead"
          label={texts.mailTheNewestHash}
          about={texts.goesToTheMain}
          settings={settings}
        />
      </Section>
      <Section title={texts.setByThePlatform} about={texts.toHaveOneOf}>
        <AccountPlatform settings={settings} />
      </Section>
      <AccountEmergency freeze={settings.walletFreeze} />
    </>
  );
}
