"use client";

import { Ban, CircleCheck, Eye, RefreshCw, Snowflake, Sun } from "lucide-react";
import { useState } from "react";
import type { Card } from "../../contract/cards.ts";
import { useCardAct, useRevealCard } from "../../lib/api/cards.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { showToast } from "../ui/toast-store.ts";
import type { CardDialogProps } from "./card-dialog.tsx";
import { texts } from "./texts.ts";

const CardDialog = lazySheet(() => import("./card-dialog.tsx").then((module) => module.CardDialog));
const ActivateCardModal = lazySheet(() =>
  import("./activate-card-modal.tsx").then((module) => module.ActivateCardModal),
);
const CardNumber = lazySheet(
  () => import("./card-dialog.tsx").then((module) => module.CardNumber),
  ({ url }) => url !== undefined,
);

/** What a member may do with an open card. The service decides; members without the permission see nothing. Cards 3. */
export function CardActions({ card }: { card: Card }) {
  const session = useSession();
  const [act, setAct] = useState<CardDialogProps["act"]>("freeze");
  const [isOpen, setIsOpen] = useState(false);
  const [isActivating, setIsActivating] = useState(false);
  const open = (next: CardDialogProps["act"]) => {
    setAct(next);
    setIsOpen(true);
  };
  const mayIssue = can(session, ["ISSUE_CARD", "MANAGE_PREPAID_CARD"]);
  const isRunning = card.status === "active" || card.status === "frozen";
  const isDelivered = card.status === "pending_activation";
  // Nobody has the plastic of a test card, so its digits are read at the issuer.
  const hasNumber = card.status === "active" || (isDelivered && session.mode === "SANDBOX");
  return (
    <div className="flex flex-wrap gap-2">
      {mayIssue && isDelivered && (
        <Button variant="primary" icon={CircleCheck} aria-haspopup="dialog" onClick={() => setIsActivating(true)}>
          {texts.activateCard}
        </Button>
      )}
      {mayIssue && hasNumber && <ShowNumber card={card} />}
      {mayIssue && card.locks.merchant && <Unfreeze card={card} />}
      {mayIssue && isRunning && !card.locks.merchant && (
        <Button icon={Snowflake} aria-haspopup="dialog" onClick={() => open("freeze")}>
          {texts.freeze}
        </Button>
      )}
      {mayIssue && isRunning && (
        <Button icon={RefreshCw} aria-haspopup="dialog" onClick={() => open("replace")}>
          {texts.replace}
        </Button>
      )}
      {can(session, "MANAGE_PREPAID_CARD") && card.status !== "requested" && (
        <Button icon={Ban} aria-haspopup="dialog" onClick={() => open("close")}>
          {texts.close}
        </Button>
      )}
      <CardDialog key={act} card={card} act={act} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      <ActivateCardModal card={card} isOpen={isActivating} onClose={() => setIsActivating(false)} />
    </div>
  );
}

function ShowNumber({ card }: { card: Card }) {
  const reveal = useRevealCard(card.id);
  return (
    <div>
      <Button icon={Eye} aria-haspopup="dialog" isBusy={reveal.isPending} onClick={() => reveal.mutate()}>
        {texts.showNumber}
      </Button>
      {reveal.isError && <WriteProblem title={texts.notShown} error={reveal.error} />}
      <CardNumber url={reveal.data} onClose={reveal.reset} />
    </div>
  );
}

function Unfreeze({ card }: { card: Card }) {
  const unfreeze = useCardAct(card.id);
  return (
    <div>
      <Button
        icon={Sun}
        isBusy={unfreeze.isPending}
        onClick={() =>
          unfreeze.mutate({ act: "unfreeze" }, { onSuccess: () => showToast({ title: texts.cardUnfrozen }) })
        }
      >
        {texts.unfreeze}
      </Button>
      {unfreeze.isError && <WriteProblem title={texts.nothingChanged} error={unfreeze.error} />}
    </div>
  );
}
