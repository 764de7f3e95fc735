import {
  ArrowDownLeft,
  ArrowUpRight,
  Ban,
  ChevronsUp,
  CircleCheck,
  Fingerprint,
  History,
  IdCard,
  KeyRound,
  Lock,
  type LucideIcon,
  Plus,
  Snowflake,
  StickyNote,
  Tag as TagIcon,
  TriangleAlert,
  UserRoundPen,
} from "lucide-react";
import type { WalletActivity } from "../../../contract/wallet-activity.ts";
import { shortId } from "../../../lib/format/names.ts";
import { tierNames } from "../controls/wallet-status.ts";
import { texts } from "./texts.ts";

export type ActivityAppearance = { icon: LucideIcon; text: string };

/** Labels of audit actions; the reason follows after a colon. An unknown action is shown as it is. */
const audited: Record<string, ActivityAppearance> = {
  "wallet.create": { icon: Plus, text: texts.walletCreated },
  "wallet.freeze": { icon: Snowflake, text: texts.frozen },
  "wallet.enable": { icon: CircleCheck, text: texts.enabled },
  "wallet.enable_refused": { icon: TriangleAlert, text: texts.enableRefused },
  "wallet.enable_post_no_credit": { icon: Ban, text: texts.creditsBlocked },
  "wallet.disable_post_no_credit": { icon: CircleCheck, text: texts.creditsAllowedAgain },
  "wallet.add_note": { icon: StickyNote, text: texts.noteAdded },
  "wallet.remove_note": { icon: StickyNote, text: texts.noteRemoved },
  "wallet.change_tags": { icon: TagIcon, text: texts.tagsChanged },
  "wallet.set_pin": { icon: KeyRound, text: texts.transactionPinSet },
  "wallet.lock_pin": { icon: Lock, text: texts.pinLockedAfterWrong },
  "customer.update": { icon: UserRoundPen, text: texts.customerChanged },
  "customer.link_bvn": { icon: Fingerprint, text: texts.bvnLinked },
  "customer.link_bvn_failed": { icon: TriangleAlert, text: texts.bvnNotLinked },
  "customer.link_nin": { icon: Fingerprint, text: texts.ninLinked },
  "customer.link_nin_failed": { icon: TriangleAlert, text: texts.ninNotLinked },
  "identity.match_bvn": { icon: IdCard, text: texts.bvnCompared },
};

/** How an entry of a wallet's history is shown. */
export function activityAppearance(line: WalletActivity): ActivityAppearance {
  if (line.kind === "transaction") {
    const isIn = line.amount > 0;
    return { icon: isIn ? ArrowDownLeft : ArrowUpRight, text: movementText(line, isIn) };
  }
  // The wallet was frozen by its identity check on creation: the freeze matters more.
  if (line.action === "wallet.create" && line.reason !== null) {
    return { icon: Fingerprint, text: texts.walletCreatedFrozenReason(line.reason) };
  }
  if (line.tier) {
    const { from, to } = line.tier;
    return { icon: ChevronsUp, text: texts.tierChanged(tierNames[from], tierNames[to]) };
  }
  const known = audited[line.action] ?? { icon: History, text: line.action };
  return line.reason === null ? known : { ...known, text: `${known.text}: ${line.reason}` };
}

type Movement = Extract<WalletActivity, { kind: "transaction" }>;

function movementText(movement: Movement, isIn: boolean): string {
  const words = wordsOf(movement, isIn);
  return movement.narration === null ? words : `${words} · ${movement.narration}`;
}

/** A reference says little, so it is shown only where nothing else does. */
function wordsOf({ category, counterparty, reference, narration }: Movement, isIn: boolean): string {
  if (category === "WALLET_TO_WALLET_TRANSFER") {
    const name = counterparty?.name ?? texts.anotherWallet;
    return isIn ? texts.transferFromName(name) : texts.transferToName(name);
  }
  const words = bankWords[category] ?? (isIn ? texts.credit : texts.debit);
  return narration === null ? `${words} · ${shortId(reference)}` : words;
}

const bankWords: Partial<Record<Movement["category"], string>> = {
  BANK_TRANSFER: texts.bankTransfer,
  BANK_TRANSFER_REVERSAL: texts.bankTransferReturned,
  WALLET_FUNDED_THROUGH_BANK_TRANSFER: texts.bankCredit,
  CARD_PLACE_LIEN: texts.heldForACard,
  CARD_REVERSE: texts.cardHoldReleased,
  CARD_DEBIT: texts.cardPayment,
  CARD_REFUND: texts.cardRefund,
  CARD_FUND: texts.cardFunded,
  CARD_UNLOAD: texts.cardUnloaded,
};

const actors: Record<WalletActivity["actorKind"], string> = {
  member: texts.teamMember,
  key: "Private key",
  customer: texts.customer,
  job: texts.service,
  platform: texts.platform,
};

/** The actor's name, if known. */
export function actorText({ actorName, actorKind }: Pick<WalletActivity, "actorName" | "actorKind">): string {
  return actorName || actors[actorKind];
}
