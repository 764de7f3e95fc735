-- The runtime role owns no table (decision 0083), so these functions do what the retention of webhooks needs, and nothing else.

-- Creates the partition of a UTC day, `suffix` YYYYMMDD, unless it exists, for the IDs from `low` to below `high`. Its rows move out of
-- the default partition.
create function open_webhook_partition(parent text, suffix text, low uuid, high uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  key text := case parent when 'webhook_events' then 'id' when 'webhook_deliveries' then 'id' when 'webhook_attempts' then 'delivery_id' end;
  partition text := parent || '_' || suffix;
begin
  if key is null or suffix !~ '^\d{8}$' then
    raise exception 'no partition %', partition using errcode = 'invalid_parameter_value';
  end if;
  -- Two workers must not both find the partition missing.
  execute format('lock table %I in access exclusive mode', parent || '_default');
  if to_regclass(partition) is not null then
    return false;
  end if;
  execute format('create table %I (like %I including all)', partition, parent);
  execute format(
    'with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
    parent || '_default', key, low, key, high, partition);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition, low, high);
  return true;
end $$;

create function drop_webhook_partition(parent text, suffix text) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  if parent not in ('webhook_events', 'webhook_deliveries', 'webhook_attempts') or suffix !~ '^\d{8}$' then
    raise exception 'no partition %_%', parent, suffix using errcode = 'invalid_parameter_value';
  end if;
  execute format('drop table if exists %I', parent || '_' || suffix);
end $$;

revoke execute on function open_webhook_partition, drop_webhook_partition from public;
