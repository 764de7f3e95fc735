/**
 * Where the money of one authorization is. `authorized` and `reversed` are sums of what the issuer reported, `held`, `cleared`,
 * `refunded` and `owed` are in the books: on hold, paid to the issuer, paid back by it, and paid for the customer, who owes it. Kobo.
 */
export type AuthorizationMoney = {
  authorized: bigint;
  reversed: bigint;
  held: bigint;
  cleared: bigint;
  refunded: bigint;
  owed: bigint;
  isFinal: boolean;
  isExpired: boolean;
};

/** A report of the issuer about one authorization, or `collect`: the payer may have money again for what is owed. Kobo. */
export type CardEventFacts = {
  kind: "increment" | "clear" | "reverse" | "expire" | "refund" | "collect";
  amount: bigint;
  isFinal: boolean;
};

/** The payer is the wallet or the card's own account. */
export type Place = "payer" | "hold" | "settlement" | "receivable";
export type Leg = { from: Place; to: Place; amount: bigint };

export type AuthorizationStatus =
  | "approved"
  | "partially_cleared"
  | "cleared"
  | "partially_reversed"
  | "reversed"
  | "expired"
  | "refunded";

/** The money of an authorization that nothing is known of, such as that of a clearing without one. */
export const NO_MONEY: AuthorizationMoney = {
  authorized: 0n,
  reversed: 0n,
  held: 0n,
  cleared: 0n,
  refunded: 0n,
  owed: 0n,
  isFinal: false,
  isExpired: false,
};

/**
 * Decides the bookings of an event. `available` is what the payer can pay now. Everything follows from the sums of all events, so the
 * same events in another order end in the same books: the hold is what was authorized, neither reversed nor cleared, until a final
 * clearing or the expiry ends it. A clearing is never refused: the hold pays first, then the payer, and what both lack is owed. A refund
 * pays what is owed first. Pure. Cards 3, 4.
 */
export function decideCardEvent(
  before: AuthorizationMoney,
  { kind, amount, isFinal }: CardEventFacts,
  available: bigint,
): { money: AuthorizationMoney; legs: Leg[] } {
  const money = { ...before };
  if (kind === "increment") money.authorized += amount;
  if (kind === "reverse") money.reversed += amount;
  if (kind === "clear") money.cleared += amount;
  if (kind === "refund") money.refunded += amount;
  money.isFinal ||= kind === "clear" && isFinal;
  money.isExpired ||= kind === "expire";

  const legs: Leg[] = [];
  let payer = available;
  const move = (from: Place, to: Place, wanted: bigint): bigint => {
    if (wanted <= 0n) return 0n;
    if (from === "payer") payer -= wanted;
    if (to === "payer") payer += wanted;
    if (from === "hold") money.held -= wanted;
    if (to === "hold") money.held += wanted;
    if (from === "receivable") money.owed += wanted;
    if (to === "receivable") money.owed -= wanted;
    legs.push({ from, to, amount: wanted });
    return wanted;
  };

  const due = holdDue(money);
  if (kind === "clear") {
    let rest = amount - move("hold", "settlement", least(amount, money.held - due));
    move("hold", "payer", money.held - due);
    rest -= move("payer", "settlement", least(rest, payer));
    rest -= move("hold", "settlement", least(rest, money.held));
    move("receivable", "settlement", rest);
  }
  if (kind === "refund") {
    const paidBack = move("settlement", "receivable", least(amount, money.owed));
    move("settlement", "payer", amount - paidBack);
  }
  move("hold", "payer", money.held - due);
  move("payer", "receivable", least(payer, money.owed));
  move("payer", "hold", least(payer, due - money.held));
  return { money, legs };
}

/** What should be on hold after all events so far. */
function holdDue({ authorized, reversed, cleared, isFinal, isExpired }: AuthorizationMoney): bigint {
  const open = authorized - reversed - cleared;
  return isFinal || isExpired || open < 0n ? 0n : open;
}

/**
 * The state of an approved authorization, or of a clearing or refund without one, from its money. `isLate`: the approval came too late,
 * which the money of a payment of 0 does not show. Pure. Cards 3.
 */
export function statusOf(money: AuthorizationMoney, isLate = false): AuthorizationStatus {
  const { authorized, reversed, cleared, refunded } = money;
  const isEnded = money.isFinal || money.isExpired;
  if (cleared > 0n) return isEnded || cleared >= authorized - reversed ? "cleared" : "partially_cleared";
  if (reversed > 0n) {
    if (reversed >= authorized) return "reversed";
    return money.isExpired ? "expired" : "partially_reversed";
  }
  if (money.isExpired) return "expired";
  if (isLate && authorized === 0n) return "reversed";
  return refunded > 0n && authorized === 0n ? "refunded" : "approved";
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
