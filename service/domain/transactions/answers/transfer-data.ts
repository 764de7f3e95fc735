import { costView, type Fees } from "../fees.ts";

/** The `data` of a transfer's answer. Spec 4.18. Kobo. */
export type TransferData = ReturnType<typeof transferData>;

type Side = { walletId: string; customerId: string | null };
type Money = Fees & { amount: bigint; source: Side; target: Side };
type Texts = { reference: string; description: string; narration: string | null | undefined };

/** Shows a transfer. The first reply and a rebuilt one (decision 0164) both come from here, with equal bytes. Amounts in kobo. */
export function transferData({ source, target, amount, ...fees }: Money, { reference, description, narration }: Texts) {
  return {
    ...costView(amount, fees),
    reference,
    source_customer_id: source.customerId,
    target_customer_id: target.customerId,
    source_customer_wallet: source.walletId,
    target_customer_wallet: target.walletId,
    description,
    ...(narration ? { narration } : {}),
  };
}

/** The same between account numbers. Spec 4.19. */
export function withoutBreakdown({ fee_breakdown: _, ...data }: TransferData): Omit<TransferData, "fee_breakdown"> {
  return data;
}
