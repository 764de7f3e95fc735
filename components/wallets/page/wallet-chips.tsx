import type { Wallet } from "../../../contract/wallets.ts";
import { Chip } from "../../ui/chip.tsx";
import { creditsBlocked, statusAppearance, tierNames } from "../controls/wallet-status.ts";

type WalletChipsProps = {
  wallet: Pick<Wallet, "status" | "freezeCause" | "isBVNVerificationRequired" | "postNoCredit" | "tier">;
};

/** Status, blocked credits and tier of a wallet. */
export function WalletChips({ wallet }: WalletChipsProps) {
  const status = statusAppearance(wallet);
  return (
    <>
      <Chip tone={status.tone} icon={status.icon}>
        {status.word}
      </Chip>
      {wallet.postNoCredit && (
        <Chip tone={creditsBlocked.tone} icon={creditsBlocked.icon}>
          {creditsBlocked.word}
        </Chip>
      )}
      <Chip tone="mute">{tierNames[wallet.tier]}</Chip>
    </>
  );
}
