"use client";

import { CircleCheck, Snowflake } from "lucide-react";
import { useId, useState } from "react";
import type { MerchantSettings } from "../../../contract/merchant-settings.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { lazySheet } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { When } from "../../ui/when.tsx";
import { Section } from "../section.tsx";
import { Obstacle } from "./setting-obstacle.tsx";
import { texts } from "./texts.ts";

const AccountEmergencySheet = lazySheet(() =>
  import("./account-emergency-sheet.tsx").then((module) => module.AccountEmergencySheet),
);

/** The emergency freeze of all wallets of this mode, for a main merchant. Decision 0074. */
export function AccountEmergency({ freeze }: { freeze: MerchantSettings["walletFreeze"] }) {
  const session = useSession();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isAllowed = session.role === "MainMerchant";
  const isFrozen = freeze !== null;
  return (
    <Section title={texts.emergency} about={texts.ifKeysWereStolen}>
      {isFrozen ? (
        <p>
          {texts.allWalletsAreFrozen} <When at={freeze.frozenAt} isLong />
          {texts.byByReason(freeze.by, freeze.reason)}
        </p>
      ) : (
        <p>{texts.noEmergencyFreezeWallets}</p>
      )}
      <div>
        <Button
          variant={isFrozen ? "plain" : "danger"}
          icon={isFrozen ? CircleCheck : Snowflake}
          isBlocked={!isAllowed}
          aria-describedby={isAllowed ? undefined : id}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          {isFrozen ? texts.releaseAllWallets : texts.freezeAllWallets}
        </Button>
      </div>
      {!isAllowed && <Obstacle id={id}>{texts.onlyAMainMerchant}</Obstacle>}
      <AccountEmergencySheet isOpen={isOpen} isFrozen={isFrozen} onClose={() => setIsOpen(false)} />
    </Section>
  );
}
