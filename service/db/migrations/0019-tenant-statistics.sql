-- Nearly every index starts with the tenant. Where the statistics do not know a tenant yet (a new merchant, until the next
-- analysis, which a large table is given only after a tenth of its rows changed), the planner takes it to have no rows, finds all
-- these indexes equally good for looking up one row, and reads everything of the tenant through any of them. Without statistics
-- of the column it takes every tenant to have a fixed part of the table, and the index of the whole key always wins.
alter table accounts alter column tenant set statistics 0;
alter table customers alter column tenant set statistics 0;
alter table wallets alter column tenant set statistics 0;

-- What an earlier analysis noted would stay for ever. PostgreSQL before 18 has no function for this; a restored dump has no such note.
do $$
declare
  name text;
begin
  if to_regproc('pg_clear_attribute_stats') is null then
    return;
  end if;
  for name in
    select relname from pg_class
    where relkind = 'r' and oid in (select attrelid from pg_attribute where attname = 'tenant' and attstattarget = 0)
  loop
    perform pg_clear_attribute_stats('public', name, 'tenant', false);
  end loop;
end
$$;
