-- Who turned post no credit on. The audit log has it for the wallets where it is on already.
alter table wallets add column post_no_credit_by text;
update wallets w set post_no_credit_by = l.actor_name
from (
  select distinct on (tenant, object_id) tenant, object_id, actor_name from audit_log
  where object_kind = 'wallet' and action = 'wallet.enable_post_no_credit' order by tenant, object_id, at desc, id desc
) l
where w.post_no_credit_at is not null and l.tenant = w.tenant and l.object_id = w.id::text;
