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
    <Section
      title="Emergency"
      about="If keys were stolen or payments look wrong: stop every wallet of this mode immediately, then find the cause."
    >
      {isFrozen ? (
        <p>
          All wallets are frozen since <When at={freeze.frozenAt} isLong />, by {freeze.by}: {freeze.reason}
        </p>
      ) : (
        <p>No emergency freeze. Wallets that were frozen one by one are not affected by it.</p>
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
          {isFrozen ? "Release all wallets" : "Freeze all wallets"}
        </Button>
      </div>
      {!isAllowed && <Obstacle id={id}>Only a main merchant can freeze and release all wallets.</Obstacle>}
      <AccountEmergencySheet isOpen={isOpen} isFrozen={isFrozen} onClose={() => setIsOpen(false)} />
    </Section>
  );
}
