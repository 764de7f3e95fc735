"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { useState } from "react";
import type { PayoutDetails } from "../../contract/payout-records.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { longInstant } from "../../lib/format/instant.ts";
import { can } from "../../lib/permissions.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { texts } from "./texts.ts";

const CloseCaseModal = lazySheet(() => import("./settle-payout-modals.tsx").then((module) => module.CloseCaseModal));

const caseWords = {
  paid_after_return: { title: texts.theBankPaidAfterTheReturn, text: texts.theReceiverHasTheMoney },
  paid_twice: { title: texts.theBankPaidTwice, text: texts.theReceiverWasPaidTwice },
  refused_after_success: { title: texts.theBankRefusedItLater, text: texts.askTheBankWhether },
};

/** The case of a payout about which the bank contradicted itself: open until somebody closes it with a note. Rails 3. */
export function PayoutCaseNote({ payout }: { payout: PayoutDetails }) {
  const mayClose = can(useSession(), "MANAGE_BALANCE_SETTLEMENT");
  const [isClosing, setIsClosing] = useState(false);
  const found = payout.case;
  if (found === null) return null;
  const { title, text } = caseWords[found.code];
  const isClosed = found.closedAt !== null;
  return (
    <>
      <Callout
        role="status"
        tone={isClosed ? "mute" : "bad"}
        icon={isClosed ? CircleCheck : CircleAlert}
        title={isClosed ? texts.caseClosedTitle(title) : texts.openCase(title)}
        className="mt-3"
        action={
          !isClosed &&
          mayClose && (
            <Button aria-haspopup="dialog" onClick={() => setIsClosing(true)}>
              {texts.closeCase}
            </Button>
          )
        }
      >
        <p>{text}</p>
        {found.closedAt !== null && (
          <p>{texts.closedByOn(found.closedByName ?? "", longInstant(found.closedAt), found.note ?? "")}</p>
        )}
      </Callout>
      <CloseCaseModal payout={payout} isOpen={isClosing} onClose={() => setIsClosing(false)} />
    </>
  );
}
