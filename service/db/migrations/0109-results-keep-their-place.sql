-- A success changes no indexed column, and each page of a new day has room for the second version of its rows: PostgreSQL does not write
-- the indexes again (decision 0213).
drop index if exists webhook_deliveries_by_status;
drop index if exists webhook_deliveries_failures_by_subscription;
drop index if exists webhook_deliveries_failures_by_type;
-- Lists by status rely on it. Not validated, since that reads every delivery and no release has written others.
alter table webhook_deliveries add constraint webhook_deliveries_result_check
  check ((status in ('retrying', 'failed')) = (error_code is not null) and (status = 'retrying') = (next_retry_at is not null))
  not valid;
alter table webhook_jobs drop constraint webhook_jobs_replay_of_key;
alter table webhook_deliveries_default set (fillfactor = 50);

create or replace function open_webhook_partition(parent text, suffix text, low uuid, high uuid) returns boolean
language plpgsql security definer set search_path to 'public', 'pg_temp' set lock_timeout to '2s' as $$
declare
  key text := case parent when 'webhook_events' then 'id' when 'webhook_deliveries' then 'id' when 'webhook_attempts' then 'delivery_id' end;
  partition text := parent || '_' || suffix;
begin
  if key is null or suffix !~ '^\d{8}$' then
    raise exception 'no partition %', partition using errcode = 'invalid_parameter_value';
  end if;
  if to_regclass(partition) is not null then
    return false;
  end if;
  execute format('lock table only %I in access exclusive mode', parent);
  execute format('lock table %I in access exclusive mode', parent || '_default');
  -- Another worker may have created it meanwhile.
  if to_regclass(partition) is not null then
    return false;
  end if;
  execute format('create table %I (like %I including all)', partition, parent);
  if parent = 'webhook_deliveries' then
    execute format('alter table %I set (fillfactor = 50)', partition);
  end if;
  execute format(
    'with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
    parent || '_default', key, low, key, high, partition);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition, low, high);
  return true;
end $$;
