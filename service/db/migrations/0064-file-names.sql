-- The name of the file that a batch or an import was sent with; null where its sender gave none. Frozen: how many of the created rows.
alter table batches add column file_name text check (length(file_name) between 1 and 200);
alter table wallet_imports add column file_name text check (length(file_name) between 1 and 200);
alter table wallet_imports add column frozen integer not null default 0 check (frozen between 0 and created);
update wallet_imports i set frozen = (
  select count(*) from wallet_import_rows r
  where r.tenant = i.tenant and r.import = i.id and r.status = 'created' and r.reason is not null);
create index wallet_import_rows_frozen on wallet_import_rows (tenant, import, row) where status = 'created' and reason is not null;

-- A batch that its own sender withdrew is declined and reads Withdrawn.
alter table batches add column withdrawn boolean not null default false;
update batches b set withdrawn = true from approvals a
where a.tenant = b.tenant and a.id = b.approval and b.status = 'declined' and a.status = 'DECLINED' and a.decided_by = a.creator;
