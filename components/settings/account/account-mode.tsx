"use client";

import { ArrowLeftRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { ModeChip } from "../../layout/shell/mode-chip.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../section.tsx";
import { Obstacle } from "./setting-obstacle.tsx";

const AccountModeSheet = lazySheet(() => import("./account-mode-sheet.tsx").then((module) => module.AccountModeSheet));

/** The account's mode and the switch to the other one. `funds` is the button for test money. Dashboard 5.9. */
export function AccountMode({ funds }: { funds: ReactNode }) {
  const session = useSession();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const maySwitch = can(session, "SWITCH_ACCOUNT_MODE");
  const isSandbox = session.mode === "SANDBOX";
  return (
    <Section
      title="Mode"
      about="The whole account is in one mode: every member, every key, every call. Each mode has its own customers, money, keys and settings."
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex items-center gap-2.5">
          <ModeChip mode={session.mode} />
          <span>{isSandbox ? "No real money moves." : "Real money moves."}</span>
        </p>
        <Button
          icon={ArrowLeftRight}
          isBlocked={!maySwitch}
          aria-describedby={maySwitch ? undefined : id}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          {isSandbox ? "Switch to live" : "Switch to sandbox"}
        </Button>
      </div>
      {!maySwitch && (
        <Obstacle id={id}>
          {`Your role (${session.role}) cannot switch the mode. Ask the main merchant or an admin.`}
        </Obstacle>
      )}
      {isSandbox && (
        <div className="flex flex-wrap items-center justify-between gap-4 border-t pt-5">
          <p>Play money for the merchant wallet.</p>
          <div>{funds}</div>
        </div>
      )}
      <AccountModeSheet isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  );
}
