import type { Wallet } from "../../../contract/wallets.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Figure } from "../../ui/money.tsx";
import { Stat, Stats } from "../../ui/stats.tsx";
import { texts } from "./texts.ts";

type WalletStatsProps = { wallet: Wallet; read: { dataUpdatedAt: number; isError: boolean; refetch: () => unknown } };

/** Balances, and the amount the tier still allows. */
export function WalletStats({ wallet, read }: WalletStatsProps) {
  const { availableBalance, spentToday, dailyLimit, maxBalance, singleLimit } = wallet;
  return (
    <Stats>
      <Stat name={texts.available} note={<AsOf read={read} />} isWide>
        <Figure kobo={availableBalance} />
      </Stat>
      <Stat
        name={texts.spentToday}
        note={dailyLimit === null ? texts.noDailyLimit : texts.ofDailyLimitA(formatKobo(dailyLimit))}
        meter={dailyLimit !== null && <Meter label={texts.spentOfTheDaily} used={spentToday} limit={dailyLimit} />}
      >
        <Figure kobo={spentToday} />
      </Stat>
      <Stat
        name={texts.maximumBalance}
        note={
          maxBalance === null
            ? texts.forThisTier
            : texts.maxOfRoom(formatKobo(Math.max(maxBalance - availableBalance, 0)))
        }
        meter={
          maxBalance !== null && <Meter label={texts.balanceOfTheMaximum} used={availableBalance} limit={maxBalance} />
        }
      >
        {maxBalance === null ? texts.none : <Figure kobo={maxBalance} />}
      </Stat>
      <Stat name={texts.singleLimit} note={texts.perTransferOrDebit}>
        {singleLimit === null ? texts.none : <Figure kobo={singleLimit} />}
      </Stat>
    </Stats>
  );
}
