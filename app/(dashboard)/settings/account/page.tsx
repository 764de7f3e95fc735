import { PageHead } from "../../../../components/layout/page/page-head.tsx";
import { FundWalletButton } from "../../../../components/merchant/fund-wallet/fund-wallet-button.tsx";
import { AccountMode } from "../../../../components/settings/account/account-mode.tsx";
import { AccountProfile } from "../../../../components/settings/account/account-profile.tsx";
import { AccountSettings } from "../../../../components/settings/account/account-settings.tsx";
import { texts } from "../../texts.ts";

export const metadata = { title: texts.account };

export default function AccountPage() {
  return (
    <>
      <PageHead title={texts.account} />
      <div className="mt-2">
        <AccountProfile />
        <AccountMode funds={<FundWalletButton />} />
        <AccountSettings />
      </div>
    </>
  );
}
