import type { Wallet } from "../../contract/wallets.ts";
import { Fact, Facts } from "../ui/facts.tsx";
import { When } from "../ui/when.tsx";
import { CustomerFacts } from "./wallet-facts.tsx";

/** Who the wallet belongs to. */
export function CustomerTab({ wallet }: { wallet: Wallet }) {
  return (
    <div className="max-w-form py-3">
      <Facts>
        <Fact name="First name">{wallet.firstName}</Fact>
        <Fact name="Last name">{wallet.lastName}</Fact>
        <Fact name="Address">{wallet.address ?? <span className="text-fg-2">None on record</span>}</Fact>
        <Fact name="Changed">
          <When at={wallet.updatedAt} isLong />
        </Fact>
      </Facts>
      <div className="border-t">
        <CustomerFacts wallet={wallet} />
      </div>
    </div>
  );
}
