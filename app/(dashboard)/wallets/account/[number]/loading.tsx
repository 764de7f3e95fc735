import { WalletSkeleton } from "../../../../../components/wallets/page/wallet-skeleton.tsx";

export default function Loading() {
  return <WalletSkeleton />;
}
