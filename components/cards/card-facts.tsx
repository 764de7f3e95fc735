import { useId } from "react";
import type { Card } from "../../contract/cards.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { Fact, Facts } from "../ui/facts.tsx";
import { Link } from "../ui/link.tsx";
import { When } from "../ui/when.tsx";
import { cardStates, typeWord } from "./card-labels.ts";
import { CardStateChip } from "./card-state-chip.tsx";
import { texts } from "./texts.ts";

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
const listText = (values: readonly string[] | null, all: string) => values?.join(", ") ?? all;

/** The limits of a card in words. */
export function CardLimits({ card: { controls, source, customerId } }: { card: Card }) {
  const { perTransaction, daily, monthly, channels, categories, countries, merchants } = controls;
  return (
    <section aria-label={texts.controls} className="min-w-0">
      <Facts>
        <Fact name={texts.perTransaction}>{limitText(perTransaction)}</Fact>
        <Fact name={texts.daily}>{limitText(daily)}</Fact>
        <Fact name={texts.monthly}>{limitText(monthly)}</Fact>
        <Fact name={texts.channels}>{listText(channels, texts.allChannels)}</Fact>
        <Fact name={texts.categories}>{listText(categories, texts.allCategories)}</Fact>
        <Fact name={texts.countries}>{listText(countries, texts.allCountries)}</Fact>
        <Fact name={texts.merchants}>{listText(merchants, texts.allMerchants)}</Fact>
        <Fact name={texts.balanceSource}>
          {source === "WALLET" ? (
            <Link href={`/wallets/${customerId}`} className="rounded-small underline underline-offset-3">
              {texts.wallet}
            </Link>
          ) : (
            texts.cardAccount
          )}
        </Fact>
      </Facts>
    </section>
  );
}

/** The way of a physical card to its customer. */
export function CardShipping({ card: { shipping } }: { card: Card }) {
  const id = useId();
  if (shipping.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="font-semibold text-md">
        {texts.shipping}
      </h2>
      <ol>
        {shipping.map(({ step, at }) => (
          <li key={`${step} ${at}`} className="flex justify-between gap-4 border-b py-1.5 last:border-b-0">
            {cardStates[step].word} <When at={at} />
          </li>
        ))}
      </ol>
    </section>
  );
}
