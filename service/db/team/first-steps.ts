import type { Queryable } from "../pool.ts";

export type DoneSteps = Record<"fund" | "wallet" | "credit" | "transfer" | "invite" | "key" | "webhook", boolean>;

/** Which first steps of a merchant are done in one mode. Each part reads one row, or two, by an index. Does not lock. */
export async function findDoneSteps(
  db: Queryable,
  { tenant, merchantId, memberId }: { tenant: number; merchantId: string; memberId: string },
): Promise<DoneSteps> {
  const { rows } = await db.query<DoneSteps>(
    `with paid as (
       select exists (select from transactions where tenant = $1 and kind = 'credit') as credit,
         exists (select from transactions where tenant = $1 and kind = 'transfer') as transfer
     )
     select paid.credit, paid.transfer,
       -- A payment out of the wallet also proves that it was funded.
       paid.credit or exists (select from accounts where tenant = $1 and kind = 'merchant' and kind <> 'wallet' and balance > 0) as fund,
       (select count(*) from (select from wallets where tenant = $1 and customer_id is not null limit 2) w) = 2 as wallet,
       exists (select from members where merchant_id = $2 and id <> $3 and removed_at is null)
         or exists (select from invitations where merchant_id = $2 and withdrawn_at is null) as invite,
       exists (select from merchant_keys where tenant = $1 and last_used_at is not null)
         or exists (select from restricted_keys where tenant = $1 and last_used_at is not null) as key,
       exists (select from tenant_settings where tenant = $1 and callback_url is not null)
         or exists (select from webhook_subscriptions where tenant = $1) as webhook
     from paid`,
    [tenant, merchantId, memberId],
  );
  const [row] = rows;
  if (!row) throw new Error("a select without a table returns one row");
  return row;
}
