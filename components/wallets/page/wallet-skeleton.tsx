import { PageHead } from "../../layout/page/page-head.tsx";
import { TableSkeleton } from "../../ui/data-table.tsx";
import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { Stat, Stats } from "../../ui/stats.tsx";
import { activityColumns } from "./activity-columns.tsx";
import { texts } from "./texts.ts";
import { WalletBody } from "./wallet-body.tsx";

const NAMES = [texts.available, texts.spentToday, texts.maximumBalance, texts.singleLimit];

/** Placeholder of a wallet's page, with its final geometry. */
export function WalletSkeleton() {
  return (
    <>
      <LoadingNote>{texts.loadingWallet}</LoadingNote>
      <PageHead
        back={{ href: "/wallets", label: texts.wallets }}
        title={
          <>
            <span className="sr-only">{texts.wallet}</span>
            <Skeleton className="h-6 w-56" />
          </>
        }
        sub={<Skeleton className="w-24" />}
        actions={<Skeleton className="h-control w-24 rounded-control" />}
      />
      <Stats>
        {NAMES.map((name, index) => (
          <Stat key={name} name={name} note={<Skeleton className="w-24" />} isWide={index === 0}>
            <Skeleton className="h-5 w-32" />
          </Stat>
        ))}
      </Stats>
      <WalletBody
        history={
          <div className="pt-10">
            <TableSkeleton columns={activityColumns} label={texts.loadingActivity} />
          </div>
        }
        facts={Array.from({ length: 10 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity.
          <div key={index} className="flex h-row items-center justify-between border-b">
            <Skeleton className="w-24" />
            <Skeleton className="w-28" />
          </div>
        ))}
      />
    </>
  );
}
