-- A reader that planned while rows moved to their new partition knew only the default one, where they no longer were. The lock on the
-- parent makes readers plan afterwards. Parent before partition, as readers and writers lock.
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
  execute format(
    'with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
    parent || '_default', key, low, key, high, partition);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition, low, high);
  return true;
end $$;
