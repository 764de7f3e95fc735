import { WalletSkeleton } from "../../../../components/wallets/wallet-skeleton.tsx";

export default function Loading() {
  return <WalletSkeleton />;
}
