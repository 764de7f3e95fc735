import type { Wallet } from "../../../contract/wallets.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Figure } from "../../ui/money.tsx";
import { Stat, Stats } from "../../ui/stats.tsx";

type WalletStatsProps = { wallet: Wallet; read: { dataUpdatedAt: number; isError: boolean; refetch: () => unknown } };

/** Balances, and the amount the tier still allows. */
export function WalletStats({ wallet, read }: WalletStatsProps) {
  const { availableBalance, spentToday, dailyLimit, maxBalance, singleLimit } = wallet;
  return (
    <Stats>
      <Stat name="Available" note={<AsOf read={read} />} isWide>
        <Figure kobo={availableBalance} />
      </Stat>
      <Stat
        name="Spent today"
        note={dailyLimit === null ? "no daily limit" : `of ${formatKobo(dailyLimit)} a day`}
        meter={dailyLimit !== null && <Meter label="Spent of the daily limit" used={spentToday} limit={dailyLimit} />}
      >
        <Figure kobo={spentToday} />
      </Stat>
      <Stat
        name="Maximum balance"
        note={
          maxBalance === null ? "for this tier" : `${formatKobo(Math.max(maxBalance - availableBalance, 0))} of room`
        }
        meter={
          maxBalance !== null && <Meter label="Balance of the maximum" used={availableBalance} limit={maxBalance} />
        }
      >
        {maxBalance === null ? "None" : <Figure kobo={maxBalance} />}
      </Stat>
      <Stat name="Single limit" note="per transfer or debit">
        {singleLimit === null ? "None" : <Figure kobo={singleLimit} />}
      </Stat>
    </Stats>
  );
}
