"use client";

import { useState } from "react";
import { DraftedForm } from "../../layout/page/drafted-form.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { CreateWalletForm } from "./create-wallet-form.tsx";
import { texts } from "./texts.ts";
import { CREATE_DRAFT } from "./use-create-wallet.ts";

/** The page of the form. */
export function CreateWallet() {
  const [round, setRound] = useState(0);
  return (
    <>
      <PageHead back={{ href: "/wallets", label: texts.wallets }} title={texts.newWallet} />
      <DraftedForm name={CREATE_DRAFT}>
        <CreateWalletForm key={round} onAnother={() => setRound(round + 1)} />
      </DraftedForm>
    </>
  );
}
