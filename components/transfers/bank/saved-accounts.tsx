"use client";

import { useQuery } from "@tanstack/react-query";
import { BookmarkMinus, BookmarkPlus } from "lucide-react";
import { useId, useState } from "react";
import type { Beneficiary } from "../../../contract/beneficiaries.ts";
import { beneficiariesQuery, useAddBeneficiary, useRemoveBeneficiary } from "../../../lib/api/payouts.ts";
import { problemText } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { Button } from "../../ui/button.tsx";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { texts } from "./texts.ts";

const FIRST = 4;

type Account = { bank: string; account: string };
type SavedAccountsProps = Account & {
  /** The customer who pays; `undefined` for the merchant wallet. */
  customerId: string | undefined;
  onChoose: (saved: Beneficiary) => void;
};

/** The payer's saved bank accounts as chips; a press fills in the account. Nothing without one. Rails 8. */
export function SavedAccounts({ customerId, bank, account, onChoose }: SavedAccountsProps) {
  const id = useId();
  const [isAll, setIsAll] = useState(false);
  const { data: saved = [] } = useQuery(beneficiariesQuery(useSession(), customerId));
  if (saved.length === 0) return null;
  const shown = isAll ? saved : saved.slice(0, FIRST);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <RadioChips
        legend={texts.savedAccounts}
        options={shown.map((each) => each.id)}
        label={(option) => labelOf(saved, option)}
        control={(option) => {
          const each = saved.find((one) => one.id === option);
          return {
            name: id,
            checked: each?.bankCode === bank && each.accountNumber === account,
            onChange: () => each && onChoose(each),
          };
        }}
      />
      {saved.length > FIRST && !isAll && (
        <Button size="small" variant="quiet" className="-ml-2.5" onClick={() => setIsAll(true)}>
          {texts.seeAllCount(saved.length)}
        </Button>
      )}
    </div>
  );
}

function labelOf(saved: readonly Beneficiary[], id: string): string {
  const found = saved.find((each) => each.id === id);
  return found ? `${found.name} · ${found.bankName}` : "";
}

/** Saves the account with the bank's name, or removes it where it is saved already. */
export function SaveAccount({ customerId, bank, account }: Omit<SavedAccountsProps, "onChoose">) {
  const session = useSession();
  const { data: saved } = useQuery(beneficiariesQuery(session, customerId));
  const add = useAddBeneficiary(customerId);
  const found = saved?.find((each) => each.bankCode === bank && each.accountNumber === account);
  if (saved === undefined || !can(session, "TRANSFER_TO_BANK")) return null;
  if (found) return <RemoveAccount id={found.id} />;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={BookmarkPlus}
        isBusy={add.isPending}
        onClick={() => add.mutate({ sortCode: bank, accountNumber: account })}
      >
        {texts.saveAccount}
      </Button>
      {add.isError && <span className="text-bad text-xs">{problemText(add.error)}</span>}
    </>
  );
}

function RemoveAccount({ id }: { id: string }) {
  const remove = useRemoveBeneficiary();
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={BookmarkMinus}
        isBusy={remove.isPending}
        onClick={() => remove.mutate(id)}
      >
        {texts.removeSavedAccount}
      </Button>
      {remove.isError && <span className="text-bad text-xs">{problemText(remove.error)}</span>}
    </>
  );
}
