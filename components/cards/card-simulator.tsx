"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useId, useState } from "react";
import type { Card } from "../../contract/cards.ts";
import { cardAuthorizationsQuery, type NetworkAct, useCardNetwork, useShipCard } from "../../lib/api/cards.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { formatKobo, parseKobo } from "../../lib/format/money.ts";
import { can } from "../../lib/permissions.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Input } from "../ui/input.tsx";
import { texts } from "./texts.ts";

const HELD = ["approved", "partially_cleared", "partially_reversed"];
const TAKEN = ["cleared", "partially_cleared"];

/** Sends what a card network would send, for tests of staff and developers. Sandbox only. Cards 1. */
export function CardSimulator({ card }: { card: Card }) {
  const session = useSession();
  const id = useId();
  const send = useCardNetwork();
  const [amount, setAmount] = useState("14,500");
  const [merchant, setMerchant] = useState("Lekki Home Store");
  const read = useQuery(cardAuthorizationsQuery(session, { id: card.id, page: 1 }));
  const held = read.data?.authorizations.find(({ status }) => HELD.includes(status));
  const taken = read.data?.authorizations.find(({ status }) => TAKEN.includes(status));
  if (!can(session, ["ISSUE_CARD", "MANAGE_PREPAID_CARD"])) return null;
  const parsed = parseKobo(amount);
  const kobo = "kobo" in parsed ? parsed.kobo : null;
  const act = (build: (kobo: number) => NetworkAct | null) => {
    const wanted = kobo === null ? null : build(kobo);
    if (wanted && !send.isPending) send.mutate(wanted);
  };
  const ofHeld = (more: { act: "clear"; final: boolean } | { act: "reverse" }) =>
    act((sum) => (held ? { ...more, authorizationId: held.id, amount: sum } : null));
  return (
    <section aria-labelledby={id} className="mt-6 border-t pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="flex items-center gap-2 font-semibold text-md">
          <Icon of={FlaskConical} size={16} /> {texts.simulator}
        </h2>
        <p className="text-fg-2 text-xs">{texts.sandboxOnly}</p>
      </div>
      <ShippingStep card={card} />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
        <Field label={texts.amount} error={kobo === null ? texts.enterAnAmount : undefined}>
          {(field) => (
            <Input
              {...field}
              prefix="₦"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
            />
          )}
        </Field>
        <Field label={texts.merchant} error={merchant.trim() === "" ? texts.enterAMerchant : undefined}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              maxLength={100}
              value={merchant}
              onChange={({ target }) => setMerchant(target.value)}
            />
          )}
        </Field>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          isBusy={send.isPending}
          onClick={() =>
            act((sum) =>
              merchant.trim() === ""
                ? null
                : { act: "authorize", cardId: card.id, amount: sum, merchant: merchant.trim() },
            )
          }
        >
          {texts.authorize}
        </Button>
        <Button isBlocked={!held} onClick={() => ofHeld({ act: "clear", final: true })}>
          {texts.clearIt}
        </Button>
        <Button isBlocked={!held} onClick={() => ofHeld({ act: "clear", final: false })}>
          {texts.clearPart}
        </Button>
        <Button isBlocked={!held} onClick={() => ofHeld({ act: "reverse" })}>
          {texts.reverseIt}
        </Button>
        <Button
          isBlocked={!held}
          onClick={() => {
            if (held && !send.isPending) send.mutate({ act: "expire", authorizationId: held.id });
          }}
        >
          {texts.expireIt}
        </Button>
        <Button
          isBlocked={!taken}
          onClick={() => act((sum) => (taken ? { act: "refund", authorizationId: taken.id, amount: sum } : null))}
        >
          {texts.refundIt}
        </Button>
      </div>
      <p className="mt-2 min-h-5 text-fg-2 text-xs">
        {held
          ? texts.theyActOn(held.merchant.name ?? texts.unknownMerchant, formatKobo(held.held))
          : texts.authorizeFirst}
      </p>
      <p role="status" className="min-h-5 text-fg-2 text-xs">
        {send.data && texts.networkAnswered(send.data.status)}
      </p>
      {send.isError && <WriteProblem title={texts.notSent} error={send.error} />}
    </section>
  );
}

/** Takes the next step of a card that is on its way. */
function ShippingStep({ card }: { card: Card }) {
  const ship = useShipCard();
  if (card.status !== "in_production" && card.status !== "shipped") return null;
  return (
    <div className="mt-3">
      <Button isBusy={ship.isPending} onClick={() => ship.mutate({ cardId: card.id })}>
        {card.status === "in_production" ? texts.shipIt : texts.deliverIt}
      </Button>
      {ship.isError && <WriteProblem title={texts.notSent} error={ship.error} />}
    </div>
  );
}
