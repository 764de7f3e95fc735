import { Check, SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import type { Card } from "../../contract/cards.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { formatKobo } from "../../lib/format/money.ts";
import { can } from "../../lib/permissions.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Fact, Facts } from "../ui/facts.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { When } from "../ui/when.tsx";
import { typeWord } from "./card-labels.ts";
import { CardStateChip } from "./card-state-chip.tsx";
import { categoryWord, channelWord, countryWord } from "./control-words.ts";
import { texts } from "./texts.ts";

const CardControlsSheet = lazySheet(() =>
  import("./card-controls-sheet.tsx").then((module) => module.CardControlsSheet),
);

/** The card as it looks. The service never has its number; the issuer shows that. */
export function CardFace({ card }: { card: Card }) {
  const { last4, nameOnCard, brand, expiryMonth, expiryYear, status, label } = card;
  return (
    <div className="flex min-h-44 flex-col justify-between self-start gap-4 rounded-panel border bg-mute-tint p-4">
      <p className="flex items-start justify-between gap-3 font-medium">
        <span className="min-w-0 break-words">{label ?? brand ?? texts.card}</span>
        <CardStateChip state={status} />
      </p>
      <p className="font-mono text-md">{texts.numberHidden(last4 ?? "••••")}</p>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <dl className="flex min-w-0 flex-1 flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <dt className="text-fg-2 text-xs">{texts.name}</dt>
            <dd className="break-words font-medium">{nameOnCard}</dd>
          </div>
          {expiryMonth !== null && expiryYear !== null && (
            <div>
              <dt className="text-fg-2 text-xs">{texts.expires}</dt>
              <dd className="font-medium tabular-nums">
                {String(expiryMonth).padStart(2, "0")}/{String(expiryYear % 100).padStart(2, "0")}
              </dd>
            </div>
          )}
        </dl>
        <p className="text-fg-2">{typeWord(card)}</p>
      </div>
    </div>
  );
}

const limitText = (kobo: number | null) => (kobo === null ? texts.noLimit : texts.upTo(formatKobo(kobo)));
const listText = (values: readonly string[] | null, all: string, word = (value: string) => value) =>
  values ? texts.onlyThese(values.map(word).join(", ")) : all;

/** The limits of a card in words, and for Admins the way to change them. */
export function CardLimits({ card }: { card: Card }) {
  const id = useId();
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { perTransaction, daily, monthly, channels, categories, countries, merchants } = card.controls;
  const isChangeable = card.closedAt === null && card.status !== "requested" && card.status !== "replaced";
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-semibold text-md">
          {texts.controls}
        </h2>
        {isChangeable && can(session, "MANAGE_PREPAID_CARD") && (
          <Button size="small" icon={SlidersHorizontal} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            {texts.changeLimits}
          </Button>
        )}
      </div>
      <Facts>
        <Fact name={texts.perTransaction}>{limitText(perTransaction)}</Fact>
        <Fact name={texts.daily}>{limitText(daily)}</Fact>
        <Fact name={texts.monthly}>{limitText(monthly)}</Fact>
        <Fact name={texts.channels}>{listText(channels, texts.allChannels, channelWord)}</Fact>
        <Fact name={texts.categories}>{listText(categories, texts.allCategories, categoryWord)}</Fact>
        <Fact name={texts.countries}>{listText(countries, texts.allCountries, countryWord)}</Fact>
        <Fact name={texts.merchants}>{listText(merchants, texts.allMerchants)}</Fact>
        <Fact name={texts.balanceSource}>
          {card.source === "WALLET" ? (
            <Link href={`/wallets/${card.customerId}`} className="rounded-small underline underline-offset-3">
              {texts.wallet}
            </Link>
          ) : (
            texts.cardAccount
          )}
        </Fact>
      </Facts>
      <CardControlsSheet card={card} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  );
}

const STEPS = [
  { step: "in_production", word: texts.inProduction, note: texts.theIssuerMakesIt },
  { step: "shipped", word: texts.shipped, note: texts.onItsWay },
  { step: "pending_activation", word: texts.delivered, note: texts.itPaysOnceActivated },
  { step: "active", word: texts.activated, note: null },
] as const;

/** The way of a physical card to its customer: the steps that are done, the one it stands at, and those to come. */
export function CardShipping({ card: { type, shipping, status, closedAt } }: { card: Card }) {
  const id = useId();
  if (type !== "PHYSICAL" || shipping.length === 0) return null;
  const reached = STEPS.findLastIndex(({ step }) => shipping.some((one) => one.step === step));
  const isOver = closedAt !== null || status === "closed" || status === "replaced";
  const shown = isOver ? STEPS.slice(0, reached + 1) : STEPS;
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="mb-2 font-semibold text-md">
        {texts.shipping}
      </h2>
      <ol>
        {shown.map(({ step, word, note }, index) => {
          const at = shipping.find((one) => one.step === step)?.at;
          const isNow = index === reached && !isOver && step !== "active";
          return (
            <li key={step} aria-current={isNow ? "step" : undefined} className="flex items-start gap-3 py-1.5">
              <span
                className={classNames(
                  "grid size-6 shrink-0 place-items-center rounded-full text-xs tabular-nums",
                  bulletOf(index <= reached, isNow),
                )}
              >
                {index <= reached && !isNow ? <Icon of={Check} size={12} /> : index + 1}
              </span>
              <p className="min-w-0 flex-1 pt-0.5">
                <span className={index <= reached ? "font-medium" : "text-fg-2"}>{word}</span>
                {isNow && note !== null && <span className="block text-fg-2 text-xs">{note}</span>}
              </p>
              {at !== undefined && (
                <span className="shrink-0 pt-0.5 text-fg-2">
                  <When at={at} />
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function bulletOf(isDone: boolean, isNow: boolean): string {
  if (isNow) return "bg-fg text-panel";
  return isDone ? "bg-ok-tint text-ok" : "bg-mute-tint text-mute";
}
