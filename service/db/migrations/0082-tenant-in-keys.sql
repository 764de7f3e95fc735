-- The tenant is part of every key of a tenant's table, so that one merchant can move to another server by row-filtered replication, and a
-- proxy can route every statement by it (decision 0193). `service/db/tenant-keys.test.ts` keeps it so. New columns are 0 in rows of the
-- former release: "of several tenants, or not known".

-- One journal for each tenant of a flush. The default is constant, so the table is not rewritten.
alter table journals add column tenant integer not null default 0;
-- safe: no version is released yet; the index over (id, tenant) is built in the time of one scan
alter table journals drop constraint journals_pkey, add constraint journals_pkey primary key (id, tenant);
alter table book_seals add column journal_tenants integer[];

alter table outbox_failures drop constraint outbox_failures_cause_fkey, drop constraint outbox_failures_pkey;
alter table outbox_failures add column tenant integer not null default 0;
alter table outbox disable trigger outbox_append_only;
-- safe: records are kept for a few days, and no version is released yet
update outbox set tenant = 0 where tenant is null;
alter table outbox enable trigger outbox_append_only;
alter table outbox alter column tenant set default 0;
-- safe: the former release leaves the column out, and gets the default
alter table outbox alter column tenant set not null;
-- safe: records are kept for a few days, and no version is released yet
alter table outbox drop constraint outbox_pkey, add constraint outbox_pkey primary key (id, tenant);
-- safe: it holds the few records that could not be published
update outbox_failures f set tenant = o.tenant from outbox o where o.id = f.cause;
-- safe: it holds the few records that could not be published
alter table outbox_failures add constraint outbox_failures_pkey primary key (cause, tenant);
-- safe: it holds the few records that could not be published
alter table outbox_failures add constraint outbox_failures_tenant_cause_fkey foreign key (cause, tenant) references outbox (id, tenant);

-- The columns that statements look up first stay first.
-- safe: no version is released yet; tokens live for a day
alter table customer_tokens drop constraint customer_tokens_pkey, add constraint customer_tokens_pkey primary key (hash, tenant);
-- safe: a merchant has a few keys
alter table merchant_keys drop constraint merchant_keys_pkey, add constraint merchant_keys_pkey primary key (id, tenant);
-- safe: a merchant has a few keys
alter table merchant_keys drop constraint merchant_keys_public_key_key,
  add constraint merchant_keys_public_key_key unique (public_key, tenant);
-- safe: a merchant has a few keys
alter table merchant_keys drop constraint merchant_keys_private_key_hash_key,
  add constraint merchant_keys_private_key_hash_key unique (private_key_hash, tenant);
-- safe: a merchant has a few keys
alter table restricted_keys drop constraint restricted_keys_pkey, add constraint restricted_keys_pkey primary key (id, tenant);
-- safe: a merchant has a few keys
alter table restricted_keys drop constraint restricted_keys_key_hash_key,
  add constraint restricted_keys_key_hash_key unique (key_hash, tenant);
alter table key_call_hours add column tenant integer not null default 0;
-- safe: one row for each key and hour of some days
update key_call_hours h set tenant = k.tenant
from (select id, tenant from merchant_keys union all select id, tenant from restricted_keys) k where k.id = h.key_id;
-- safe: one row for each key and hour of some days
alter table key_call_hours drop constraint key_call_hours_pkey, add constraint key_call_hours_pkey primary key (key_id, hour, tenant);

-- safe: requests of a team, some hundred for a merchant
alter table access_changes drop constraint access_changes_pkey, add constraint access_changes_pkey primary key (id, tenant);
-- safe: mails that wait for the next digest
alter table approval_mails drop constraint approval_mails_pkey,
  add constraint approval_mails_pkey primary key (member, approval, tenant);
-- safe: proposals of operators, some hundred in all
alter table platform_proposals drop constraint platform_proposals_pkey,
  add constraint platform_proposals_pkey primary key (id, tenant);

drop index audit_log_number;
-- safe: no version is released yet; the index is built in the time of one scan
create unique index audit_log_number on audit_log (number, tenant);
-- safe: no version is released yet; the index is built in the time of one scan
alter table wallets drop constraint wallets_account_number_key,
  add constraint wallets_account_number_key unique (account_number, tenant);
-- safe: no version is released yet; the index is built in the time of one scan
alter table bank_credits drop constraint bank_credits_rail_session_id_key,
  add constraint bank_credits_rail_session_id_key unique (rail, session_id, tenant);
-- safe: no version is released yet; the index is built in the time of one scan
alter table payout_attempts drop constraint payout_attempts_session_id_key,
  add constraint payout_attempts_session_id_key unique (session_id, tenant);
-- safe: no version is released yet; the index is built in the time of one scan
alter table cards drop constraint cards_issuer_issuer_card_id_key,
  add constraint cards_issuer_issuer_card_id_key unique (issuer, issuer_card_id, tenant);
-- safe: no version is released yet; the index is built in the time of one scan
alter table card_authorizations drop constraint card_authorizations_issuer_issuer_authorization_id_key,
  add constraint card_authorizations_issuer_issuer_authorization_id_key unique (issuer, issuer_authorization_id, tenant);
-- safe: no version is released yet; the index is built in the time of one scan
alter table card_events drop constraint card_events_issuer_issuer_event_id_key,
  add constraint card_events_issuer_issuer_event_id_key unique (issuer, issuer_event_id, tenant);

-- safe: history of a week, and no version is released yet
alter table webhook_events drop constraint webhook_events_pkey, add constraint webhook_events_pkey primary key (id, tenant);
-- safe: history of a week, and no version is released yet
alter table webhook_deliveries drop constraint webhook_deliveries_pkey,
  add constraint webhook_deliveries_pkey primary key (id, tenant);
-- safe: history of a week, and no version is released yet
alter table webhook_attempts drop constraint webhook_attempts_pkey,
  add constraint webhook_attempts_pkey primary key (delivery_id, n, tenant);
-- safe: the queue holds what is not sent yet
alter table webhook_jobs drop constraint webhook_jobs_pkey, add constraint webhook_jobs_pkey primary key (delivery_id, tenant);
-- safe: the queue holds what is not sent yet
alter table webhook_jobs drop constraint webhook_jobs_replay_of_key,
  add constraint webhook_jobs_replay_of_key unique (replay_of, tenant);
-- safe: one row for each subscription
alter table webhook_targets drop constraint webhook_targets_pkey, add constraint webhook_targets_pkey primary key (id, tenant);
-- safe: the worker empties it every few seconds
alter table webhook_stat_deltas drop constraint webhook_stat_deltas_pkey,
  add constraint webhook_stat_deltas_pkey primary key (id, tenant);
alter table webhook_subscriptions drop constraint webhook_subscriptions_id_key,
  add constraint webhook_subscriptions_id_key unique (id, tenant);
-- safe: a replay is one row, and a merchant makes a few of them
alter table webhook_replays drop constraint webhook_replays_id_key, add constraint webhook_replays_id_key unique (id, tenant);
alter table webhook_replay_items add column tenant integer not null default 0;
-- safe: the items of replays that run now
update webhook_replay_items i set tenant = r.tenant from webhook_replays r where r.id = i.replay;
-- safe: the items of replays that run now
alter table webhook_replay_items drop constraint webhook_replay_items_pkey,
  add constraint webhook_replay_items_pkey primary key (replay, subscription_id, delivery_id, tenant);

-- Replication finds a row to change by its key. These tables had none.
-- safe: the worker empties it every few seconds
alter table wallet_count_deltas add column id uuid not null default gen_random_uuid();
-- safe: the worker empties it every few seconds
alter table wallet_count_deltas add constraint wallet_count_deltas_pkey primary key (tenant, id);
-- safe: the worker empties it every few seconds
alter table wallet_day_deltas add column id uuid not null default gen_random_uuid();
-- safe: the worker empties it every few seconds
alter table wallet_day_deltas add constraint wallet_day_deltas_pkey primary key (tenant, id);
-- safe: the worker empties it every few seconds
alter table card_day_deltas add column id uuid not null default gen_random_uuid();
-- safe: the worker empties it every few seconds
alter table card_day_deltas add constraint card_day_deltas_pkey primary key (tenant, id);
-- safe: the worker empties it every few seconds
alter table failure_deltas add column id uuid not null default gen_random_uuid();
-- safe: the worker empties it every few seconds
alter table failure_deltas add constraint failure_deltas_pkey primary key (tenant, id);
-- safe: the lines of settlement files of a month, and no version is released yet
alter table settlement_lines add column id uuid not null default gen_random_uuid();
-- safe: the lines of settlement files of a month, and no version is released yet
alter table settlement_lines add constraint settlement_lines_pkey primary key (tenant, id);
-- The upper end of the last step is null, which no key allows.
alter table payout_fees replica identity full;

-- Rows of a merchant in both modes. Their keys are UUIDs; replication with a filter needs the merchant in what it sends of an old row.
alter table members replica identity full;
alter table roles replica identity full;
alter table invitations replica identity full;
alter table saved_views replica identity full;
alter table business_documents replica identity full;
-- safe: at most some documents for a merchant
alter table business_document_chunks drop constraint business_document_chunks_pkey,
  add constraint business_document_chunks_pkey primary key (merchant_id, document, chunk);
alter table tenants replica identity full;
